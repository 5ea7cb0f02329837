import assert from "node:assert/strict";
import { test } from "node:test";

import { bearOffs, plainBearOff } from "../../static/js/table/moves/bearoff.js";
import * as walker from "../../static/js/table/moves/walker.js";
import { places, rolls } from "./table.mjs";

const begin = (name) => walker.begin(rolls[name].steps);

/** Walks the moves given; each must be offered. */
function play(name, ...moves) {
  let walk = begin(name);
  for (const [source, target] of moves) {
    const step = walker.options(walk).find((option) => option[0] === source && option[1] === target);
    assert.ok(step, `${source}/${target} is not offered`);
    walk = walker.walkOn(walk, step);
  }
  return walk;
}

const offered = (walk) => places(walker.options(walk));

test("a walk begins with nothing played", () => {
  const walk = begin("start 31");
  assert.deepEqual(walk.path, []);
  assert.equal(walker.isWhole(walk), false);
});

test("checkers that may move are the sources of the first moves", () => {
  assert.deepEqual(walker.sources(begin("start 31")), new Set([6, 8, 13, 24]));
});

test("either die may be played first", () => {
  assert.equal(walker.isWhole(play("start 31", [8, 5], [6, 5])), true);
  assert.equal(walker.isWhole(play("start 31", [6, 5], [8, 5])), true);
});

test("both orders of a play end in one position", () => {
  assert.equal(walker.node(play("start 31", [8, 5], [6, 5])), walker.node(play("start 31", [6, 5], [8, 5])));
});

test("after one die only the other is offered", () => {
  const dice = new Set(walker.options(play("start 31", [8, 5])).map((step) => step[2]));
  assert.deepEqual(dice, new Set([1]));
});

test("half a roll is not a whole play", () => {
  assert.equal(walker.isWhole(play("start 31", [8, 5])), false);
});

test("a double is four moves", () => {
  const three = play("start 66", [24, 18], [24, 18], [13, 7]);
  assert.equal(walker.isWhole(three), false);
  assert.equal(walker.isWhole(walker.walkOn(three, walker.options(three)[0])), true);
});

test("the higher die must be played when only one can be", () => {
  const walk = begin("higher die only");
  assert.deepEqual(walker.options(walk).map((step) => step[2]), [6]);
  assert.equal(walker.isWhole(play("higher die only", [24, 18])), true);
});

test("the lower die is played when the higher cannot be", () => {
  assert.deepEqual(offered(begin("lower die only")), [[24, 19]]);
  assert.equal(walker.isWhole(play("lower die only", [24, 19])), true);
});

test("both dice must be played where one order allows it", () => {
  assert.deepEqual(offered(begin("only one order")), [[24, 23]]);
  assert.equal(walker.isWhole(play("only one order", [24, 23], [23, 17])), true);
});

test("an order that would waste a die is not offered when bearing off", () => {
  assert.deepEqual(offered(begin("only one order, bearing off")), [[6, 2]]);
});

test("a double that gets stuck ends there", () => {
  assert.equal(walker.isWhole(play("double, two of four", [24, 19], [19, 14])), true);
});

test("a checker on the bar enters first", () => {
  assert.deepEqual(walker.sources(begin("bar first")), new Set([25]));
});

test("once the bar is empty any checker may move", () => {
  assert.deepEqual(walker.sources(play("bar first", [25, 21])), new Set([6, 8, 13, 21, 24]));
});

test("two checkers on the bar both enter before anything else", () => {
  assert.deepEqual(offered(play("two on the bar", [25, 22])), [[25, 24]]);
  assert.equal(walker.isWhole(play("two on the bar", [25, 24], [25, 22])), true);
});

test("nobody enters on a blocked point", () => {
  assert.deepEqual(offered(begin("bar, one entry only")), [[25, 23]]);
});

test("who is closed out has nothing to play, and that is whole", () => {
  const walk = begin("closed out");
  assert.deepEqual(walker.options(walk), []);
  assert.equal(walker.isWhole(walk), true);
});

test("a hit is marked on its step", () => {
  assert.equal(walker.options(begin("enter with a hit"))[0][4], 1);
});

test("bearing off: 6 and 5 from their own points", () => {
  assert.equal(walker.isWhole(play("bear off 65", [6, 0], [5, 0])), true);
});

test("bearing off: a die may also be moved inside", () => {
  assert.equal(walker.isWhole(play("bear off 65", [6, 1], [6, 0])), true);
});

test("bearing off: a high die takes from the highest point", () => {
  assert.deepEqual(walker.sources(begin("bear off from a lower point")), new Set([4]));
});

test("bearing off: no smaller point while a higher one can move", () => {
  const steps = walker.options(begin("bear off, a gap to fill"));
  assert.ok(!steps.some(([source, target]) => source === 4 && target === 0));
});

test("bearing off: nothing goes off while a checker is outside", () => {
  assert.ok(!walker.options(begin("bear off, one outside")).some((step) => step[1] === 0));
  assert.ok(walker.options(play("bear off, one outside", [8, 2])).some((step) => step[1] === 0));
});

test("bearing off ends with the last checker, with dice left over", () => {
  assert.equal(walker.isWhole(play("last checker", [2, 0])), true);
});

test("a tap plays the die that is tried first", () => {
  const walk = begin("start 31");
  assert.equal(walker.tap(walk, 8, [3, 1])[2], 3);
  assert.equal(walker.tap(walk, 8, [1, 3])[2], 1);
});

test("a tap plays the other die where the first cannot be", () => {
  assert.equal(walker.tap(begin("lower die only"), 24, [6, 5])[2], 5);
});

test("a tap on a checker that may not move plays nothing", () => {
  assert.equal(walker.tap(begin("bar first"), 13, [4, 3]), null);
});

test("a checker reaches places with one die and with both", () => {
  assert.deepEqual([...walker.reach(begin("start 31"), 24, [3, 1]).keys()].sort((a, b) => b - a), [23, 21, 20]);
});

test("a combined move is walked one die at a time", () => {
  const reached = walker.reach(begin("a combined move"), 13, [5, 3]).get(5);
  assert.deepEqual(places(reached.path), [[13, 10], [10, 5]]);
});

test("of two ways the dice tried first win", () => {
  const [high, low] = [[5, 3], [3, 5]].map((order) => walker.reach(begin("hit on the way"), 13, order).get(5));
  assert.deepEqual(places(high.path), [[13, 8], [8, 5]]);
  assert.deepEqual(places(low.path), [[13, 10], [10, 5]]);
});

test("a place where a blot is met says so", () => {
  assert.equal(walker.reach(begin("hit on the way"), 13, [5, 3]).get(8).hit, true);
});

test("a double reaches up to four places", () => {
  assert.deepEqual([...walker.reach(begin("start 66"), 24, [6, 6]).keys()], [18]);
  assert.deepEqual([...walker.reach(begin("start 66"), 13, [6, 6]).keys()], [7]);
});

test("the only play is forced", () => {
  assert.deepEqual(places(walker.forced(rolls["only one order"].steps)), [[24, 23], [23, 17]]);
});

test("two ways to one position are not a choice", () => {
  assert.deepEqual(places(walker.forced(rolls["two on the bar"].steps)), [[25, 22], [25, 24]]);
});

test("either die taking the last checker off is not a choice", () => {
  assert.deepEqual(places(walker.forced(rolls["last checker"].steps)), [[2, 0]]);
});

test("a real choice is not forced", () => {
  assert.equal(walker.forced(rolls["start 31"].steps), null);
  assert.equal(walker.forced(rolls["bear off 65"].steps), null);
});

test("dice are used up one by one", () => {
  assert.deepEqual(walker.used([3, 1], play("start 31", [8, 5]).path), [true, false]);
  assert.deepEqual(walker.used([6, 6, 6, 6], play("start 66", [24, 18], [24, 18]).path), [true, true, false, false]);
});

test("as many checkers as the dice allow are borne off at once", () => {
  assert.deepEqual(places(bearOffs(begin("bear off 65"))).sort(), [[5, 0], [6, 0]]);
  assert.equal(bearOffs(begin("two off with a double")).length, 4);
});

test("nothing is borne off where nothing can be", () => {
  assert.deepEqual(bearOffs(begin("start 31")), []);
});

test("a plain bear-off is whole and without contact", () => {
  const roll = rolls["two off with a double"];
  assert.equal(plainBearOff(walker.begin(roll.steps), roll, "A").length, 4);
});

test("in contact a bear-off is never played by itself", () => {
  const roll = rolls["bear off in contact"];
  assert.deepEqual(plainBearOff(walker.begin(roll.steps), roll, "A"), []);
});
