// Running clocks on pages that may come from a cache.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countClocks } from "../../static/js/desk/clocks.js";

/** A clock with these seconds left, on a page with these attributes. */
class Place {
  constructor(seconds, page = null) {
    Object.assign(this, { seconds, page, textContent: "" });
  }

  getAttribute() { return this.seconds; }

  closest() { return this.page && { getAttribute: (name) => this.page[name] }; }
}

function shown(place) {
  countClocks({ querySelectorAll: (selector) => (selector === "[data-clock]" ? [place] : []) });
  return place.textContent;
}

test("a clock starts with the seconds that the page says", () => {
  assert.equal(shown(new Place("125")), "2:05");
});

test("a clock on a page from the cache starts with what is left by now", () => {
  const page = { "data-rendered-at": "1800000000000", "data-served-at": "1800000025000" };
  assert.equal(shown(new Place("125", page)), "1:40");
});
