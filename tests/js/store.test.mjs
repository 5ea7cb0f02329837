// What the page makes of a view and of what changed in it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { viewOf, viewOfRoll } from "./table.mjs";

const { Store } = await import("../../static/js/table/store.js");

const prefs = { values: {}, keep: () => ({}) };
const storeAt = (seq) => new Store(viewOf({ seq }), [], /** @type {any} */ (prefs));

test("changes that follow the view are put into it", () => {
  const store = storeAt(10);
  const { dice, steps, waiting_for } = viewOfRoll("start 31");
  assert.equal(store.applyChanges({ from: 10, seq: 11, now: Date.now(), dice, steps, waiting_for }), true);
  assert.deepEqual(store.view.dice, dice);
  assert.equal(store.view.players.A.name, "Anna");
  assert.equal(store.view.seq, 11);
  assert.ok(store.walk, "the reader can move");
  assert.ok(!("from" in store.view));
});

test("changes that the page has already, from the answer to its own action, do nothing", () => {
  const store = storeAt(12);
  assert.equal(store.applyChanges({ from: 10, seq: 12, now: Date.now(), dice: [6, 6] }), true);
  assert.equal(store.view.dice, null);
});

test("changes to a view that the page never had ask for the whole view", () => {
  const store = storeAt(10);
  assert.equal(store.applyChanges({ from: 11, seq: 12, now: Date.now(), dice: [6, 6] }), false);
  assert.equal(store.view.seq, 10);
});
