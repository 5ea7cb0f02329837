// The analysis on the review: which errors are chosen, and how high a step stands on the curve.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { documentElement: { lang: "en" } };
const { chosenError, isChosen } = await import("../../static/js/review/analysis/error_filter.js");
const { equityOfA, heightOf } = await import("../../static/js/review/analysis/curve.js");
const { byEquity, madeIn } = await import("../../static/js/review/analysis/decision_panel.js");
const { nextError, questionAt } = await import("../../static/js/review/analysis/levels.js");

const all = { seat: "", kind: "", level: "" };
const cube = { no_double: 0.5, double_take: 0.8, double_drop: 1, error: 0.3 };
const play = (seq, seat, error, more = {}) => ({ seq, seat, kind: "play", error, cube: null, candidates: [{ equity: 0.4 }], win_a: 0.7, ...more });

test("an error is chosen by its player, its kind, and its size or a larger one", () => {
  assert.ok(isChosen(all, "A", "play", "inaccuracy"));
  assert.ok(!isChosen(all, "A", "play", ""));
  assert.ok(!isChosen({ ...all, seat: "B" }, "A", "play", "blunder"));
  assert.ok(!isChosen({ ...all, kind: "cube" }, "A", "play", "blunder"));
  assert.ok(isChosen({ ...all, level: "mistake" }, "A", "play", "blunder"));
  assert.ok(!isChosen({ ...all, level: "blunder" }, "A", "play", "mistake"));
});

test("a step counts with what is chosen of it", () => {
  const step = play(1, "A", 0.05, { cube });
  assert.equal(chosenError(all, step), 0.3);
  assert.equal(chosenError({ ...all, kind: "play" }, step), 0.05);
  assert.equal(chosenError({ ...all, kind: "play", level: "blunder" }, step), 0);
});

test("the buttons lead through the chosen errors only", () => {
  const steps = [play(1, "A", 0.03), play(2, "B", 0.2), play(3, "A", 0.1)];
  const ofA = (step) => chosenError({ ...all, seat: "A" }, step);
  assert.equal(nextError(steps, 1, 1), 2);
  assert.equal(nextError(steps, 1, 1, ofA), 3);
  assert.equal(nextError(steps, 1, -1, ofA), null);
});

test("an error is asked with its double first, and a step without an error is not", () => {
  assert.equal(questionAt(play(1, "A", 0.03)), "play");
  assert.equal(questionAt(play(1, "A", 0.03, { cube })), "double");
  assert.equal(questionAt(play(1, "A", 0.03, { cube: { ...cube, error: 0 } })), "play");
  assert.equal(questionAt({ ...play(1, "A", 0.1), kind: "double", cube }), "double");
  assert.equal(questionAt({ ...play(1, "A", 0.1), kind: "drop", cube }), "answer");
  assert.equal(questionAt({ ...play(1, "A", 0.1), kind: "drop" }), null);
  assert.equal(questionAt(play(1, "A", 0.019)), null);
  assert.equal(questionAt(null), null);
});

test("equity is that of seat A, whoever decides", () => {
  assert.equal(equityOfA(play(1, "A", 0)), 0.4);
  assert.equal(equityOfA(play(1, "B", 0)), -0.4);
  assert.equal(equityOfA({ seat: "A", kind: "double", cube, candidates: [] }), 0.8);
  assert.equal(equityOfA({ seat: "B", kind: "take", cube, candidates: [] }), 0.8);
  assert.equal(equityOfA({ seat: "A", kind: "drop", cube, candidates: [] }), -0.8);
});

test("a double is what its answer made it", () => {
  const steps = [play(1, "A", 0), { seq: 2, kind: "double" }, { seq: 3, kind: "drop" }];
  assert.deepEqual(steps.map((step) => madeIn(step, steps)), [0, 2, 2]);
  assert.equal(madeIn(steps[1], steps.slice(0, 2)), -1);
});

test("after the best play the others stand by what they are worth", () => {
  const rows = [-0.308, -0.411, -0.332, -0.3].map((equity) => ({ play: String(equity), equity }));
  assert.deepEqual(byEquity(rows).map((row) => row.equity), [-0.308, -0.3, -0.332, -0.411]);
  assert.deepEqual(byEquity([]), []);
});

test("the curve stays in its box", () => {
  assert.equal(heightOf(play(1, "A", 0), "win"), 0.7);
  assert.equal(heightOf(play(1, "A", 0), "equity"), 0.6);
  assert.equal(heightOf(play(1, "A", 0, { candidates: [{ equity: 3 }] }), "equity"), 1);
});
