import assert from "node:assert/strict";
import { test } from "node:test";

import { findPlay, wholePlays } from "../../static/js/table/moves/play_parser.js";
import { places, rolls } from "./table.mjs";

const find = (name, text) => findPlay(rolls[name].steps, text, { position: rolls[name], seat: "A" });

/** [text, its moves] of whole plays. */
const WHOLE = [
  ["start 31", "8/5 6/5", [[8, 5], [6, 5]]],
  ["start 31", "6/5 8/5", [[6, 5], [8, 5]]],
  ["start 31", "8/5, 6/5", [[8, 5], [6, 5]]],
  ["start 31", "8-5; 6-5", [[8, 5], [6, 5]]],
  ["start 31", "8–5 6–5", [[8, 5], [6, 5]]],
  ["start 31", "24/20", [[24, 21], [21, 20]]],
  ["start 31", "24/23/20", [[24, 23], [23, 20]]],
  ["start 66", "24/18(2) 13/7(2)", [[24, 18], [24, 18], [13, 7], [13, 7]]],
  ["bar first", "bar/22 6/2", [[25, 22], [6, 2]]],
  ["bar first", "B/21 13/10", [[25, 21], [13, 10]]],
  ["enter with a hit", "bar/21*/15", [[25, 21], [21, 15]]],
  ["hit on the way", "13/8* 6/3", [[13, 8], [6, 3]]],
  ["bear off 65", "6/off 5/off", [[6, 0], [5, 0]]],
  ["bear off 65", "6/o 5/0", [[6, 0], [5, 0]]],
  ["two off with a double", "3/off(4)", [[3, 0], [3, 0], [3, 0], [3, 0]]],
];

for (const [name, text, moves] of WHOLE) {
  test(`"${text}" is read`, () => {
    const play = find(name, text);
    assert.equal(play.whole, true);
    assert.deepEqual(places(play.path).sort(), [...moves].sort());
  });
}

test("a combined move avoids a hit that is not written", () => {
  assert.deepEqual(places(find("hit on the way", "13/5").path), [[13, 10], [10, 5]]);
});

test("a combined move hits where that is written", () => {
  assert.deepEqual(places(find("hit on the way", "13/8*/5").path), [[13, 8], [8, 5]]);
});

test("part of a play is walked, and what is missing is said", () => {
  const play = find("start 31", "8/5");
  assert.equal(play.whole, false);
  assert.deepEqual(places(play.path), [[8, 5]]);
  assert.match(play.why, /^Next: 1, for example /);
});

const REFUSED = [
  ["start 31", "", /^Write moves like/],
  ["start 31", "hello", /“hello” is not a move/],
  ["start 31", "8/5 x", /“x” is not a move/],
  ["start 31", "5/8", /“5\/8” is not a move/],
  ["start 31", "26/20", /“26\/20” is not a move/],
  ["start 31", "6/5(9)", /“6\/5\(9\)” is not a move/],
  ["start 31", "bar/22", /you have no checker on the bar/],
  ["start 31", "7/4", /you have no checker on point 7/],
  ["start 31", "13/8", /13\/8 is not legal here with 3 and 1/],
  ["start 31", "8/5 13/10", /These moves cannot be played together with 3 and 1/],
  ["higher die only", "24/19", /24\/19 is not legal here/],
  ["bar first", "13/9 13/10", /is not legal here with 4 and 3/],
];

for (const [name, text, why] of REFUSED) {
  test(`"${text}" is refused and says why`, () => {
    const play = find(name, text);
    assert.equal(play.path, null);
    assert.match(play.why, why);
  });
}

test("every whole play is listed once", () => {
  const plays = wholePlays(rolls["bear off 65"].steps, 12);
  assert.equal(plays.length, rolls["bear off 65"].steps.ends.length);
});

test("too many plays are not listed", () => {
  assert.equal(wholePlays(rolls["start 31"].steps, 12), null);
});
