// A frame on another site's page shows what is new, from the first answer on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const FILE = readFileSync(new URL("../../static/js/embeds/frame.js", import.meta.url), "utf8");
const IMPORT = 'import { morph } from "../dom_diff.js";';
assert.ok(FILE.includes(IMPORT));
const SCRIPT = FILE.replace(IMPORT, "");

/** A page with a `main` of this text, and answers that come one after the other. */
function page(text, answers) {
  const state = { text, asked: [], refresh: () => {} };
  const main = (content) => ({
    content,
    isEqualNode: (other) => other.content === content,
  });
  const world = {
    document: {
      hidden: false,
      body: { dataset: {} },
      querySelector: () => main(state.text),
    },
    DOMParser: class {
      parseFromString(content) { return { querySelector: () => main(content) }; }
    },
    morph: (_shown, fresh) => { state.text = fresh.content; },
    location: { href: "https://play.example.org/embed/" },
    setInterval: (refresh) => { state.refresh = refresh; },
    fetch: async (_url, { headers }) => {
      state.asked.push(headers["If-None-Match"] ?? "");
      const [status, etag, body] = answers.shift();
      return { status, headers: { get: () => etag }, text: async () => body };
    },
  };
  world.window = { parent: null };
  world.window.parent = world.window;
  runInContext(SCRIPT, createContext(world));
  return state;
}

test("the first answer is shown if it is another", async () => {
  const shown = page("old", [[200, '"2"', "new"], [304, '"2"', ""]]);
  await shown.refresh();
  assert.equal(shown.text, "new");
  await shown.refresh();
  assert.deepEqual(shown.asked, ["", '"2"']);
  assert.equal(shown.text, "new");
});
