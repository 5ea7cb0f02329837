import assert from "node:assert/strict";
import { test } from "node:test";

import { arrow, arrowsOf, stepsOf } from "../../static/js/review/analysis/arrows.js";
import { geometry } from "../../static/js/table/board/geometry.js";
import { BAR, OFF, start } from "../../static/js/table/board/position.js";

const STEPS = [
  ["24/18 6/4*", [[24, 18], [6, 4]]],
  ["24/18*/14", [[24, 18], [18, 14]]],
  ["13/7(2)", [[13, 7], [13, 7]]],
  ["13/10*(2) 8/5", [[13, 10], [13, 10], [8, 5]]],
  ["bar/22 6/off", [[BAR, 22], [6, OFF]]],
  ["Bar/20*/15*", [[BAR, 20], [20, 15]]],
  ["", []],
  ["Cannot Move", []],
  ["13/7 what", []],
  ["99/7", []],
];

for (const [text, steps] of STEPS) test(`the ways of "${text}"`, () => assert.deepEqual(stepsOf(text), steps));

const board = geometry("A", false);
const fromOf = (text, position = start(), seat = "A", on = board) => arrowsOf(stepsOf(text), position, seat, on).map(({ from }) => from);

test("an arrow begins at the checker on top, and the next one of the same point below it", () => {
  assert.deepEqual(fromOf("6/4(2)"), [board.checker("A", 6, 4), board.checker("A", 6, 3)]);
});

test("an arrow that goes on begins where the last one ended, in place of the blot that was hit", () => {
  const position = start();
  position.board[18] = -1;
  assert.deepEqual(fromOf("24/18*/14", position), [board.checker("A", 24, 1), board.checker("A", 18, 0)]);
});

test("each seat counts in its own numbers, whoever sits below", () => {
  assert.deepEqual(fromOf("24/18", start(), "B"), [board.checker("B", 24, 1)]);
  const turned = geometry("B", true);
  assert.deepEqual(fromOf("bar/22 13/off", start(), "B", turned), [turned.checker("B", BAR, 0), turned.checker("B", 13, 4)]);
});

test("the head points at the checker's new place and ends just before it", () => {
  const { line, head } = arrow({ x: 0, y: 100 }, { x: 700, y: 100 });
  assert.match(line, /^M0 100Q350 40 /);
  const [x, y] = head.slice(1).split("L")[0].split(" ").map(Number);
  assert.ok(Math.abs(Math.hypot(x - 700, y - 100) - 14) < 0.2);
});

test("an arrow to its own place has numbers all the same", () => {
  const { line, head } = arrow({ x: 5, y: 5 }, { x: 5, y: 5 });
  assert.doesNotMatch(line + head, /NaN|Infinity/);
});
