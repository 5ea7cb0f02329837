// What the tests share: rolls as the server sends them, a view of a match, and a page without a browser.

import { readFileSync } from "node:fs";

/** Rolls by name, written by the engine (positions.py). */
export const rolls = JSON.parse(readFileSync(new URL("./positions.json", import.meta.url), "utf8"));

// The scripts ask for these when they are made, not when they are read.
globalThis.window ??= { addEventListener() {} };

/** A view as seat A sees it while B has just been asked for nothing: A is to roll. */
export function viewOf(values = {}) {
  return {
    match: "m1", seq: 10, now: Date.now(), seat: "A", status: "playing", paused: false, length: 7, games: null,
    players: { A: { id: 1, name: "Anna", country: "", is_bot: false }, B: { id: 2, name: "Ben", country: "", is_bot: false } },
    score: { A: 2, B: 3 }, away: { A: 5, B: 4 }, crawford: "", game: 2,
    board: rolls["start 31"].board, off: { A: 0, B: 0 }, pips: { A: 167, B: 167 },
    cube: { value: 1, owner: null, offered: null, in_use: true, automatic: 0 },
    dice: null, turn: "A", to_act: "A", waiting_for: "roll", ready: { A: true, B: true },
    last_game: false, end_asked: { A: false, B: false }, may: { roll: null, double: null }, cube_note: null,
    steps: null, last_play: null, resign: null, drop_costs: null, resign_costs: [], resign_declined: 0,
    results: [], outcome: null, clock: null, next_at: null, dice_proof: {}, context: {}, rules_card: [],
    ...values,
  };
}

/** A is to play one of the rolls. */
export function viewOfRoll(name, values = {}) {
  const { board, off, dice, steps } = rolls[name];
  return viewOf({ board, off, dice, steps, waiting_for: "play", ...values });
}

let seq = 0;

/** A row of the log. */
export function row(kind, seat = "", payload = {}, values = {}) {
  seq += 1;
  return { seq, game: 1, seat, kind, payload, at: "", ...values };
}

/** The steps [source, target] of a walk or of a path. */
export const places = (path) => path.map(([source, target]) => [source, target]);
