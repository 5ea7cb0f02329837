// A position that is set up: its IDs in and out, checkers added and taken off, and settings that depend on each other.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { gnubgIdOf, readId, xgidOf } from "../../static/js/position/ids.js";
import { OFF_A, OFF_B, add, borneOff, clear, emptied, move, positionOf, remove, started, turned, withSettings } from "../../static/js/position/setup.js";

const PAIRS = JSON.parse(readFileSync(new URL("./position_ids.json", import.meta.url), "utf8"));
const START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
const MATCH = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
const start = () => readId(START);

test("an XGID is read and written as it was", () => {
  for (const [xgid] of PAIRS) assert.equal(xgidOf(readId(xgid)), xgid);
});

test("a position has the GNU Backgammon ID that the engine gives it", () => {
  for (const [xgid, gnubg] of PAIRS) assert.equal(gnubgIdOf(readId(xgid)), gnubg, xgid);
});

test("a GNU Backgammon ID is the same position as the XGID", () => {
  for (const [xgid, gnubg] of PAIRS) assert.equal(xgidOf(readId(gnubg)), xgid);
});

test("a Position ID alone is a money session before the roll", () => {
  assert.equal(xgidOf(readId("4HPwATDgc/ABMA")), START);
});

test("an ID is read inside what other programs copy", () => {
  for (const text of [`X to play 31\n${MATCH}\nX:Anna O:Bert`, "Position ID: 4HPwATDgc/ABMA\nMatch ID   : cInlAAAAAAAE", MATCH.replace("XGID=", " ")]) {
    assert.equal(xgidOf(readId(text)), MATCH);
  }
});

test("what is no ID is no position", () => {
  const texts = ["", "rubbish", "XGID=-b--", MATCH.replace(":31:", ":77:"), MATCH.replace("XGID=-b", "XGID=Ab"), MATCH.replace("---eE", "--CeE"), "AAAAAAAAAAAAA", "éééééééééééééé", "/////////////w", "4HPwATDgc/ABMA:////////////", "4HPwATDgc/ABMA:cInlAAAAAAAE:"];
  for (const text of texts) assert.equal(readId(text), null, text);
});

test("beavers are in no GNU Backgammon ID", () => {
  assert.equal(gnubgIdOf({ ...start(), beavers: true }), null);
});

test("a checker that is taken off has been borne off, and may be added again", () => {
  const lighter = remove(start(), 6);
  assert.deepEqual([borneOff(lighter, "A"), borneOff(lighter, "B")], [1, 0]);
  const moved = add(lighter, 5, "A");
  assert.deepEqual([moved.points[6], moved.points[5], borneOff(moved, "A")], [4, 1, 0]);
});

test("a player has fifteen checkers", () => {
  assert.equal(add(start(), 5, "A"), "all_on_board");
  assert.equal(remove(start(), 5), "no_checker");
  assert.equal(clear(start(), 5), "no_checker");
});

test("a bar takes only the checkers of its player", () => {
  const lighter = remove(remove(start(), 6), 19);
  assert.equal(add(lighter, 25, "B"), "wrong_bar");
  assert.equal(add(lighter, 0, "A"), "wrong_bar");
  assert.deepEqual([add(lighter, 25, "A").points[25], add(lighter, 0, "B").points[0]], [1, -1]);
});

test("a checker on a point of the other player takes their checkers off", () => {
  const taken = add(remove(start(), 6), 1, "A");
  assert.deepEqual([taken.points[1], borneOff(taken, "B")], [1, 2]);
});

test("a checker is moved between points and the trays, and the position before stays as it was", () => {
  const before = start();
  const entered = move(before, 24, 25);
  assert.deepEqual([entered.points[24], entered.points[25]], [1, 1]);
  const off = move(before, 1, OFF_B);
  assert.deepEqual(positionOf(off).off, { A: 0, B: 1 });
  assert.deepEqual(positionOf(move(off, OFF_B, 3)).board[3], -1);
  assert.equal(move(before, OFF_A, 3), "no_checker");
  assert.equal(move(before, 24, 24), before);
  assert.equal(move(before, 24, 0), "wrong_bar");
  assert.equal(xgidOf(before), START);
});

test("an empty board has fifteen checkers off on both sides", () => {
  assert.deepEqual(positionOf(emptied(start())).off, { A: 15, B: 15 });
  assert.equal(xgidOf(started(emptied(start()))), START);
});

test("a board that is turned twice is the same", () => {
  for (const [xgid] of PAIRS) assert.equal(xgidOf(turned(turned(readId(xgid)))), xgid);
  const other = turned(readId("XGID=-b----E-C---eE---c-e----B-:1:1:-1:D:2:4:0:7:10"));
  assert.equal(xgidOf(other), "XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:4:2:0:7:10");
});

test("a turned cube has an owner in a match, and a cube of 1 has none", () => {
  const match = withSettings(start(), { length: 7 });
  assert.equal(withSettings(match, { cube: 2 }).owner, "A");
  assert.equal(withSettings(match, { owner: "B" }).cube, 2);
  const owned = withSettings(match, { cube: 4, owner: "B" });
  assert.equal(withSettings(owned, { owner: null }).cube, 1);
  assert.equal(withSettings(owned, { cube: 1 }).owner, null);
  assert.equal(withSettings(start(), { cube: 2 }).owner, null);
});

test("scores stay below the length, and the Crawford game needs one point for one player", () => {
  const late = withSettings(withSettings(start(), { length: 7 }), { score: { A: 6, B: 3 }, crawford: true });
  assert.equal(late.crawford, true);
  assert.equal(withSettings(late, { score: { A: 5, B: 3 } }).crawford, false);
  const shorter = withSettings(late, { length: 3 });
  assert.deepEqual([shorter.score, shorter.crawford], [{ A: 2, B: 2 }, false]);
});

test("the Crawford game centres the cube, and a match has no rules of a session", () => {
  const late = withSettings({ ...start(), jacoby: true, beavers: true }, { length: 7, score: { A: 6, B: 3 }, cube: 2, owner: "B" });
  assert.deepEqual([late.jacoby, late.beavers], [false, false]);
  const crawford = withSettings(late, { crawford: true });
  assert.deepEqual([crawford.cube, crawford.owner], [1, null]);
});

test("a cube that is turned ends the Crawford game", () => {
  const late = withSettings(start(), { length: 7, score: { A: 6, B: 3 }, crawford: true });
  assert.equal(withSettings(late, { cube: 2 }).crawford, false);
  assert.equal(withSettings(late, { owner: "A" }).crawford, false);
});

test("a cube limit of an ID stays until the board is set up anew", () => {
  const limited = { ...start(), maxCube: 3 };
  assert.equal(withSettings(limited, { turn: "B" }).maxCube, 3);
  assert.deepEqual([started(limited).maxCube, emptied(limited).maxCube], [10, 10]);
});
