import assert from "node:assert/strict";
import { test } from "node:test";

import { geometry } from "../../static/js/table/board/geometry.js";
import { neighbour } from "../../static/js/table/board/hit_areas.js";
import { BAR, OFF, count, move, other, pips, start } from "../../static/js/table/board/position.js";
import { opening } from "../../static/js/table/board/opening_roll.js";
import { rollable, sceneOf } from "../../static/js/table/board/scene.js";
import { afterPlay } from "../../static/js/table/moves/predict.js";
import * as walker from "../../static/js/table/moves/walker.js";
import { PrefsStore } from "../../static/js/table/settings/prefs.js";
import { Store } from "../../static/js/table/store.js";
import { row, viewOf, viewOfRoll } from "./table.mjs";

/** A board with some places filled otherwise. */
const filled = (board, places) => board.map((checkers, place) => places[place] ?? checkers);

test("a game starts with 167 pips on both sides", () => {
  assert.deepEqual([pips(start(), "A"), pips(start(), "B")], [167, 167]);
});

test("each side counts the points from its own home", () => {
  for (const [place, checkers] of [[24, 2], [13, 5], [8, 3], [6, 5], [1, 0]]) {
    assert.equal(count(start(), "A", place), checkers);
    assert.equal(count(start(), "B", place), checkers);
  }
});

test("a move takes one checker from its place to another", () => {
  const { position, hit } = move(start(), "A", 8, 5);
  assert.deepEqual([count(position, "A", 8), count(position, "A", 5), hit], [2, 1, false]);
});

test("a move leaves the position it came from as it was", () => {
  const before = start();
  move(before, "B", 24, 18);
  assert.deepEqual(before, start());
});

test("a blot that is met goes to the bar", () => {
  const split = move(start(), "B", 24, 20).position;
  const { position, hit } = move(split, "A", 8, 5);
  assert.equal(hit, true);
  assert.equal(count(position, "B", BAR), 1);
  assert.equal(pips(position, "B"), 167 - 4 + 5);
});

test("a checker enters from the bar", () => {
  const onBar = { board: filled(start().board, { 24: 1, 25: 1 }), off: { A: 0, B: 0 } };
  const { position } = move(onBar, "A", BAR, 22);
  assert.deepEqual([count(position, "A", BAR), count(position, "A", 22)], [0, 1]);
});

test("a checker that is borne off is counted", () => {
  const { position } = move(start(), "B", 6, OFF);
  assert.equal(count(position, "B", OFF), 1);
  assert.equal(pips(position, "B"), 161);
});

test("fifteen checkers stay fifteen through hits and entries", () => {
  let position = start();
  for (const [seat, from, to] of [["B", 24, 20], ["A", 8, 5], ["B", 25, 21], ["A", 6, 4]]) position = move(position, seat, from, to).position;
  for (const seat of ["A", "B"]) {
    let total = 0;
    for (let place = OFF; place <= BAR; place += 1) total += count(position, seat, place);
    assert.equal(total, 15);
  }
});

test("the other seat of the other seat is the seat", () => assert.equal(other(other("A")), "A"));

test("the bottom seat bears off at the right, below", () => {
  const { checker, viewBox } = geometry("A", false);
  assert.ok(checker("A", OFF, 0).x > checker("A", 1, 0).x);
  assert.ok(checker("A", OFF, 0).y > checker("B", OFF, 0).y);
  assert.equal(viewBox, "0 0 1460 1140");
});

test("mirrored, the tray lies at the left", () => {
  const { checker } = geometry("A", true);
  assert.ok(checker("A", OFF, 0).x < checker("A", 1, 0).x);
});

test("one point has one place from either side", () => {
  const { checker } = geometry("A", false);
  for (let place = 1; place <= 24; place += 1) assert.equal(checker("A", place, 0).x, checker("B", 25 - place, 0).x);
});

test("seen from the other side the board is the same for the other seat", () => {
  const [a, b] = [geometry("A", false), geometry("B", false)];
  assert.deepEqual(a.checker("A", 6, 2), b.checker("B", 6, 2));
});

test("points 12 and 13 face each other", () => {
  const { checker } = geometry("A", false);
  assert.equal(checker("A", 12, 0).x, checker("A", 13, 0).x);
  assert.ok(checker("A", 12, 0).y > checker("A", 13, 0).y);
});

test("a sixth checker lies on the fifth", () => {
  const { checker } = geometry("A", false);
  assert.deepEqual(checker("A", 6, 5), checker("A", 6, 4));
  assert.notDeepEqual(checker("A", 6, 4), checker("A", 6, 3));
});

test("a checker lies inside the area that is pressed for it", () => {
  for (const mirror of [false, true]) {
    const { checker, strip } = geometry("B", mirror);
    for (const seat of ["A", "B"]) {
      for (let place = 1; place <= 24; place += 1) {
        const [spot, box] = [checker(seat, place, 0), strip(seat, place)];
        assert.ok(spot.x > box.x && spot.x < box.x + box.width, `${seat}${place}`);
        assert.ok(spot.y > box.y && spot.y < box.y + box.height, `${seat}${place}`);
      }
    }
  }
});

test("the cube lies with its owner, and before who must answer a double", () => {
  const { cube } = geometry("A", false);
  assert.ok(cube("A", null).y > cube(null, null).y && cube(null, null).y > cube("B", null).y);
  assert.ok(cube(null, "A").x > cube(null, "B").x);
});

test("arrows walk along a rim and across the board", () => {
  assert.equal(neighbour(6, "ArrowRight", true), 5);
  assert.equal(neighbour(6, "ArrowRight", false), 7);
  assert.equal(neighbour(19, "ArrowRight", true), 20);
  assert.equal(neighbour(6, "ArrowUp", true), 19);
  assert.equal(neighbour(0, "ArrowRight", true), null);
  assert.equal(neighbour(BAR, "ArrowUp", true), null);
});

test("a play is shown before the server has answered", () => {
  const view = afterPlay(viewOf({ dice: [3, 1] }), [[8, 5], [6, 5]]);
  assert.deepEqual(view.pips, { A: 163, B: 167 });
  assert.deepEqual([view.turn, view.to_act, view.waiting_for, view.dice], ["B", "B", "roll", null]);
  assert.equal(view.last_play.text, "8/5 6/5");
  assert.deepEqual(view.may.roll, ["not_your_turn", "Ben to roll."]);
});

test("after the last checker nobody is asked to roll", () => {
  const board = filled(Array(26).fill(0), { 2: 1, 24: -3 });
  const view = afterPlay(viewOf({ board, off: { A: 14, B: 12 }, dice: [6, 5] }), [[2, 0]]);
  assert.deepEqual([view.off.A, view.to_act, view.waiting_for], [15, null, null]);
});

/** A page that shows this view. */
const storeOf = (view, rows = []) => new Store(view, rows, { values: { ...new PrefsStore().values }, keep() {} });

test("the higher die lies on the left, whoever rolled", () => {
  const mine = sceneOf(storeOf(viewOfRoll("start 31", { dice: [1, 3] })));
  assert.deepEqual(mine.dice.faces.map(({ value }) => value), [3, 1]);
  const theirs = sceneOf(storeOf(viewOf({ last_play: { seat: "B", dice: [2, 6], moves: [] } })));
  assert.deepEqual(theirs.dice.faces.map(({ value }) => value), [6, 2]);
});

test("the opponent's dice stay bright until the next roll, one's own are used up", () => {
  const used = (seat) => sceneOf(storeOf(viewOf({ last_play: { seat, dice: [2, 6], moves: [] } }))).dice.faces.map((face) => face.used);
  assert.deepEqual(used("B"), [false, false]);
  assert.deepEqual(used("A"), [true, true]);
});

test("a tap on the board rolls only where the button would", () => {
  const view = viewOf();
  assert.equal(rollable(view), true);
  for (const other of [{ seat: null }, { to_act: "B" }, { paused: true }, { waiting_for: "play" }, { may: { roll: ["not_now", "Not now."], double: null } }]) {
    assert.equal(rollable({ ...view, ...other }), false, JSON.stringify(other));
  }
});

test("an opening roll that has just come is shown die against die, until a checker moves", () => {
  const store = storeOf(viewOfRoll("start 31", { dice: [3, 1] }));
  assert.equal(opening(store), null);
  store.addRows([row("opening_roll", "", { dice: [3, 1] })]);
  assert.deepEqual(opening(store), { dice: { A: 3, B: 1 }, starts: "A", text: "You start" });
  store.step(...walker.options(store.walk).slice(0, 1));
  assert.equal(opening(store), null);
});

test("a tie starts nobody", () => {
  const store = storeOf(viewOf());
  store.addRows([row("opening_roll", "", { dice: [4, 4] })]);
  assert.equal(opening(store), null);
});
