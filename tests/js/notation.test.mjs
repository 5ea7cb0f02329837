import assert from "node:assert/strict";
import { test } from "node:test";

import { chains, playText, rollText } from "../../static/js/table/moves/notation.js";

const TEXTS = [
  [[[8, 5, 0], [6, 5, 0]], "8/5 6/5"],
  [[[6, 5, 0], [8, 5, 0]], "8/5 6/5"],
  [[[24, 18, 0], [18, 14, 0]], "24/14"],
  [[[24, 18, 1], [18, 14, 0]], "24/18*/14"],
  [[[24, 18, 0], [18, 14, 1]], "24/14*"],
  [[[13, 11, 0], [13, 11, 0]], "13/11(2)"],
  [[[25, 22, 0], [6, 2, 1]], "bar/22 6/2*"],
  [[[6, 0, 0], [5, 0, 0]], "6/off 5/off"],
  [[[24, 18, 0], [24, 18, 0], [13, 7, 0], [13, 7, 0]], "24/18(2) 13/7(2)"],
  [[[8, 4, 1], [6, 4, 0]], "8/4* 6/4"],
  [[], ""],
];

for (const [moves, text] of TEXTS) test(`a play is written "${text}"`, () => assert.equal(playText(moves), text));

test("the higher number of a roll is written first", () => {
  assert.equal(rollText([1, 3]), "31");
  assert.equal(rollText([6, 6]), "66");
});

test("the moves of one checker are one chain with its stops", () => {
  assert.deepEqual(chains([[18, 14, 0], [24, 18, 1]]), [{ source: 24, target: 14, stops: [18], hit: false }]);
});

test("two checkers from one point are two chains", () => {
  assert.equal(chains([[13, 11, 0], [13, 11, 0]]).length, 2);
});
