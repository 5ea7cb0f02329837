import assert from "node:assert/strict";
import { test } from "node:test";

import { put } from "../../static/js/i18n.js";
import { points, resultText, scoreAfter, wonHow } from "../../static/js/table/words/endings.js";
import { sheets } from "../../static/js/table/words/match_sheet.js";
import { sentence } from "../../static/js/table/words/sentences.js";
import { boardWords, legalWords, playWords, rowWords, spell, stateWords } from "../../static/js/table/words/spoken.js";
import { Store } from "../../static/js/table/store.js";
import { row, viewOf, viewOfRoll } from "./table.mjs";

const storeOf = (view, rows = []) => new Store(view, rows);
const words = (view, rows) => sentence(storeOf(view, rows));

test("a name written from right to left keeps to itself", () => {
  assert.equal(put("%(name)s rolls", { name: "דנה" }), "\u2068דנה\u2069 rolls");
});

test("one's own turn: roll or double", () => {
  assert.equal(words(viewOf()).strong, "Roll or double.");
  const noDouble = storeOf(viewOf({ may: { roll: null, double: ["crawford", "No."] } }));
  assert.equal(sentence(noDouble).strong, "Rolling in a moment.");
  noDouble.prefs = { ...noDouble.prefs, roll: "ask" };
  assert.equal(sentence(noDouble).strong, "Your turn: roll.");
});

test("the first turns of a match say that a tap on the board rolls", () => {
  assert.equal(words(viewOf({ game: 1 })).rest, "Tap the board to roll.");
  assert.equal(words(viewOf({ game: 2 })).rest, "");
});

test("a dead cube is named", () => {
  assert.equal(words(viewOf({ cube_note: ["dead", "The cube is dead."] })).rest, "The cube is dead.");
});

test("one's own roll, and how much of it is left", () => {
  assert.deepEqual(words(viewOfRoll("start 31")), { strong: "Your roll: 31.", rest: "2 moves to play." });
  const store = storeOf(viewOfRoll("start 31"));
  store.step(store.walk.steps.nodes[store.walk.steps.start].find((step) => step[0] === 8 && step[1] === 5));
  assert.equal(sentence(store).rest, "One move left: a 1.");
});

test("a whole play is to be confirmed", () => {
  const store = storeOf(viewOfRoll("bear off 65"));
  store.step([6, 0, 6, "3", 0], [5, 0, 5, "1", 0]);
  assert.equal(sentence(store).rest, "Confirm 6/off 5/off, or undo.");
});

test("the only play is made and said", () => {
  assert.equal(words(viewOfRoll("higher die only")).rest, "Only one play: 24/18.");
});

test("the opening roll says who starts", () => {
  const rows = [row("opening_roll", "", { dice: [3, 1] })];
  assert.equal(words(viewOfRoll("start 31"), rows).strong, "You start with 31.");
});

const WAITING = [
  [{ to_act: "B", turn: "B" }, "Ben to roll."],
  [{ to_act: "B", turn: "B", waiting_for: "play", dice: [1, 6] }, "Ben rolls 61."],
  [{ to_act: "B", waiting_for: "answer_double", cube: { value: 1, owner: null, offered: 2, in_use: true } }, "Cube offered at 2."],
  [{ to_act: "B", waiting_for: "answer_resign" }, "Resignation offered."],
  [{ paused: true }, "The match is paused."],
  [{ status: "joining", ready: { A: false, B: true } }, "Are you ready?"],
  [{ status: "joining", ready: { A: true, B: false } }, "You are ready."],
  [{ status: "nonces" }, "Preparing the dice."],
  [{ seat: null, status: "joining", ready: { A: false, B: false } }, "The match is about to start."],
  [{ outcome: { winner: "A", reason: "score" }, score: { A: 7, B: 3 } }, "You win the match 7 – 3."],
  [{ outcome: { winner: "B", reason: "score" }, score: { A: 3, B: 7 } }, "Ben wins the match 7 – 3."],
  [{ outcome: { winner: null, reason: "drawn" } }, "The match ends in a tie."],
  [{ status: "void" }, "The match is void."],
];

for (const [values, strong] of WAITING) test(`what is waited for: ${strong}`, () => assert.equal(words(viewOf(values)).strong, strong));

test("a maintenance pause says so", () => {
  const rows = [row("ruling", "", { kind: "pause", reason: "maintenance", by: null })];
  assert.equal(words(viewOf({ paused: true }), rows).strong, "Maintenance: the match is paused.");
});

test("who danced is told what they rolled", () => {
  const view = viewOf({ to_act: "B", turn: "B", last_play: { seat: "A", dice: [5, 3], moves: [], text: "" } });
  assert.deepEqual(words(view), { strong: "Your roll: 53. No legal move.", rest: "Ben to roll." });
});

test("a match that was not played out says how it was won", () => {
  const view = viewOf({ outcome: { winner: "A", reason: "time" }, score: { A: 2, B: 3 } });
  assert.deepEqual(words(view), { strong: "You win the match.", rest: "Ben runs out of time." });
  assert.equal(wonHow(view), "won on time");
});

test("points beyond the match length count for nothing", () => {
  assert.equal(scoreAfter(viewOf(), "A", "A", 8), "7 – 3");
  assert.equal(scoreAfter(viewOf({ length: null }), "A", "A", 8), "10 – 3");
});

test("a game's end is told from the reader's side", () => {
  const result = { game: 1, winner: "A", kind: "gammon", points: 2 };
  assert.equal(resultText(viewOf(), result), "You win a gammon: 2 points.");
  assert.equal(resultText(viewOf({ seat: null }), result), "Anna wins a gammon: 2 points.");
  assert.equal(resultText(viewOf({ seat: "B" }), { ...result, kind: "drop", points: 1 }), "You drop. Anna: 1 point.");
  assert.equal(points(1), "1 point");
});

const PLAYS = [
  [[[24, 18, 1]], "24 to 18, hitting"],
  [[[24, 18, 1], [18, 14, 0]], "24 to 14, hitting on 18"],
  [[[25, 22, 0], [6, 0, 0]], "bar to 22; 6 to off"],
  [[[13, 7, 0], [13, 7, 0]], "13 to 7, 2 times"],
];

for (const [moves, text] of PLAYS) test(`a play is spoken: ${text}`, () => assert.equal(playWords(moves), text));

test("a roll is spoken", () => {
  assert.equal(spell([2, 4]), "4 and 2");
  assert.equal(spell([6, 6]), "double 6");
});

const ROWS = [
  [row("roll", "B", { dice: [3, 1] }), "Ben rolls 3 and 1."],
  [row("roll", "A", { dice: [3, 1] }), ""],
  [row("double", "B"), "Ben doubles."],
  [row("take", "A"), "You take. The cube is at 1."],
  [row("drop", "B"), "Ben drops."],
  [row("play", "B", { moves: [] }), "Ben has no legal move."],
  [row("play", "B", { moves: [[8, 5], [6, 5]] }), "Ben plays 8 to 5; 6 to 5."],
  [row("opening_roll", "", { dice: [3, 1] }), "Game 1. Opening roll: Anna 3, Ben 1."],
  [row("opening_roll", "", { dice: [4, 4] }), "Opening roll: both rolled 4. They roll again."],
  [row("flag", "A"), "Your time ran out."],
];

for (const [entry, text] of ROWS) test(`a row of the log is spoken: ${text || "nothing"}`, () => assert.equal(rowWords(storeOf(viewOf(), [entry]), entry), text));

test("the position is spoken from one's own side", () => {
  assert.match(boardWords(storeOf(viewOf())), /^You, 167 pips\. 24: 2, 13: 5, 8: 3, 6: 5\. Ben, 167 pips\. /);
});

test("few legal plays are spoken whole, many by their first moves", () => {
  assert.match(legalWords(storeOf(viewOfRoll("bear off 65"))), /^2 legal plays\. /);
  assert.match(legalWords(storeOf(viewOfRoll("start 31"))), /^First moves: 6 to 3; /);
  assert.equal(legalWords(storeOf(viewOf({ to_act: "B" }))), "It is not your turn.");
});

test("how things stand is spoken with score and cube", () => {
  assert.match(stateWords(storeOf(viewOf())), /^Roll or double\. Score: Anna 2, Ben 3\. Cube 1, in the middle\.$/);
});

const opening = row("opening_roll", "", { dice: [3, 1] });

test("the match sheet has a cell for a play, with its roll", () => {
  const [sheet] = sheets([opening, row("play", "A", { moves: [[8, 5], [6, 5]] })]);
  assert.equal(sheet.game, 1);
  assert.deepEqual({ ...sheet.lines[0].cells.A, seq: 0 }, { kind: "play", dice: "31", text: "8/5 6/5", seq: 0, cube: 0 });
});

test("who plays second stands beside who played first", () => {
  const rows = [opening, row("play", "A", { moves: [[8, 5]] }), row("roll", "B", { dice: [6, 4] }), row("play", "B", { moves: [[24, 14]] }), row("roll", "A", { dice: [2, 1] }), row("play", "A", { moves: [] })];
  const [{ lines }] = sheets(rows);
  assert.deepEqual(lines.map((line) => [line.number, line.cells.A?.text, line.cells.B?.text]), [[1, "8/5", "24/14"], [2, "No move", undefined]]);
});

test("seat B beginning leaves the left cell blank", () => {
  const [{ lines }] = sheets([opening, row("play", "B", { moves: [[8, 5]] })]);
  assert.equal(lines[0].cells.A, undefined);
  assert.equal(lines[0].cells.B.text, "8/5");
});

test("hits are seen by playing the game again", () => {
  const rows = [opening, row("play", "A", { moves: [[6, 5]] }), row("roll", "B", { dice: [4, 2] }), row("play", "B", { moves: [[24, 20]] })];
  assert.equal(sheets(rows)[0].lines[0].cells.B.text, "24/20*");
});

test("a double and its answer take a cell each", () => {
  const [{ lines }] = sheets([opening, row("double", "A"), row("take", "B"), row("double", "B"), row("drop", "A")]);
  const cells = lines.flatMap((line) => ["A", "B"].map((seat) => line.cells[seat]).filter(Boolean));
  assert.deepEqual(cells.map((cell) => [cell.text, cell.cube]), [["Double to 2", 2], ["Take", 0], ["Double to 4", 4], ["Drop", 0]]);
});

test("a tie is a note across the line, and may double the cube", () => {
  const tie = row("opening_roll", "", { dice: [4, 4] });
  assert.equal(sheets([tie])[0].lines[0].note, "Opening roll: both rolled 4. They roll again.");
  assert.equal(sheets([tie], 1)[0].lines[0].note, "Opening roll: both rolled 4. Automatic double: the cube is at 2.");
});

test("each game has a sheet of its own", () => {
  const rows = [opening, row("play", "A", { moves: [[8, 5]] }), row("opening_roll", "", { dice: [6, 2] }, { game: 2 }), row("play", "A", { moves: [[24, 18]] }, { game: 2 })];
  assert.deepEqual(sheets(rows).map((sheet) => [sheet.game, sheet.lines[0].cells.A.text]), [[1, "8/5"], [2, "24/18"]]);
});
