// The announcer on a page without a browser: two regions, a panel, and a clock that the test turns on.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { row, viewOf, viewOfRoll } from "./table.mjs";

class Element {
  texts = [];
  attributes = {};

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(...children) {
    this.texts.push(...children);
  }

  replaceChildren(...children) {
    this.texts = children.flatMap((child) => child.texts);
  }

  matches(selector) {
    return selector === "[data-tell]" && "data-tell" in this.attributes;
  }

  get textContent() {
    return this.texts.join("");
  }
}

/** @type {Map<number, { at: number, run: () => void }>} */
const timers = new Map();
let now = 0;
let ids = 0;
let regions = {};
let changed = () => {};

globalThis.HTMLElement = Element;
globalThis.document = {
  querySelector: (selector) => regions[selector] ?? null,
  createElement: () => new Element(),
};
globalThis.MutationObserver = class {
  constructor(callback) {
    changed = callback;
  }

  observe() {}
};
const real = { setTimeout, clearTimeout, setInterval };
globalThis.setInterval = () => 0;

const { Announcer } = await import("../../static/js/table/announce/announcer.js");
const { Store } = await import("../../static/js/table/store.js");

function later(run, ms) {
  ids += 1;
  timers.set(ids, { at: now + ms, run });
  return ids;
}

function pass(ms) {
  now += ms;
  for (const [id, timer] of [...timers].sort((a, b) => a[1].at - b[1].at)) {
    if (timer.at > now || !timers.delete(id)) continue;
    timer.run();
  }
}

/** A table, and what is heard of it after a moment. */
function tableOf(view) {
  const store = new Store(view, []);
  const announcer = new Announcer(store);
  const heard = (ms = 150) => {
    announcer.draw();
    pass(ms);
    const texts = ["assertive", "polite"].map((kind) => regions[`[data-said=${kind}]`].textContent);
    for (const region of Object.values(regions)) region.replaceChildren();
    return texts.filter(Boolean).join(" | ");
  };
  return { store, announcer, heard };
}

beforeEach(() => {
  globalThis.setTimeout = later;
  globalThis.clearTimeout = (id) => timers.delete(id);
  timers.clear();
  regions = { "[data-said=polite]": new Element(), "[data-said=assertive]": new Element(), ".panel": new Element() };
  return () => Object.assign(globalThis, real);
});

test("what is waited for is said when the page opens", () => {
  assert.equal(tableOf(viewOf()).heard(), "Roll or double.");
});

test("nothing is said twice", () => {
  const { heard } = tableOf(viewOf());
  heard();
  assert.equal(heard(), "");
});

test("what comes together is said together, each thing once", () => {
  const { announcer, heard } = tableOf(viewOf());
  heard();
  announcer.say("One.");
  announcer.say("Two.");
  announcer.say("One.");
  assert.equal(heard(), "One. Two.");
});

test("what is urgent is said in a region of its own", () => {
  const { announcer, heard } = tableOf(viewOf());
  heard();
  announcer.say("Later.");
  announcer.say("Now!", true);
  assert.equal(heard(), "Now! | Later.");
});

test("one's own roll is said with the number of plays", () => {
  assert.equal(tableOf(viewOfRoll("bear off 65")).heard(), "Your roll: 6 and 5. 2 legal plays.");
});

test("the only play is said and asked to be confirmed", () => {
  assert.equal(tableOf(viewOfRoll("higher die only")).heard(), "Your roll: 6 and 5. Only one play: 24 to 18. Confirm it.");
});

test("the log is said with what follows from it", () => {
  const { store, heard } = tableOf(viewOf({ to_act: "B", turn: "B" }));
  heard();
  const roll = row("roll", "B", { dice: [3, 1] });
  store.addRows([roll]);
  store.setView(viewOf({ seq: Math.max(11, roll.seq), to_act: "B", turn: "B", waiting_for: "play", dice: [3, 1] }));
  assert.match(heard(), /^(Ben rolls 3 and 1\. )?Ben rolls 31\.$/);
});

test("one's own move is said with what is left, and when it is taken back", () => {
  const { store, heard } = tableOf(viewOfRoll("bear off 65"));
  heard();
  store.step([6, 0, 6, "3", 0]);
  assert.equal(heard(), "6 to off. Next: 5.");
  store.undo();
  assert.match(heard(), /^Undone: 6 to off\. Next: 6 or 5\.$/);
});

test("a checker in hand is said with its goals", () => {
  const { store, heard } = tableOf(viewOfRoll("start 31"));
  heard();
  store.pick({ place: 24, maybe: false, inHand: false });
  assert.equal(heard(), "Picked up. Legal targets: 21, 23, 20.");
});

test("a refusal is urgent", () => {
  const { store, heard } = tableOf(viewOf());
  heard();
  store.set({ refusal: "Not your turn." });
  assert.equal(heard(), "That did not work. Not your turn. The board has not changed.");
});

test("a line that is lost for a moment is not mentioned", () => {
  const { store, heard } = tableOf(viewOf());
  heard();
  store.set({ connection: "lost" });
  assert.equal(heard(1_000), "");
  store.set({ connection: "open" });
  assert.equal(heard(2_000), "");
});

test("a lost line is said, and that it is back", () => {
  const { store, heard } = tableOf(viewOf());
  heard();
  store.set({ connection: "lost" });
  heard(1_600);
  assert.equal(heard().trim(), "Reconnecting.");
  store.set({ connection: "open" });
  assert.equal(heard(), "Connected again.");
});

test("who leaves the table for a moment is not mentioned, for longer is", () => {
  const { store, heard } = tableOf(viewOf());
  heard();
  store.set({ connection: "open", presence: { A: true, B: true, spectators: 0 } });
  heard(5_000);
  store.set({ presence: { A: true, B: false, spectators: 0 } });
  assert.equal(heard(1_000), "");
  heard(4_000);
  assert.equal(heard(), "Ben is not at the table.");
});

test("words beside the board that want to be heard are said", () => {
  const { heard } = tableOf(viewOf());
  heard();
  const line = new Element();
  line.setAttribute("data-tell", "");
  line.append("Reported.");
  changed([{ target: new Element(), addedNodes: [line] }]);
  assert.equal(heard(), "Reported.");
});

test("what was said is taken away again", () => {
  tableOf(viewOf());
  pass(150);
  pass(10_000);
  assert.equal(regions["[data-said=polite]"].textContent, "");
});
