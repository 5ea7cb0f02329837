// @ts-check
// A position that is being set up, as plain data. Changes return a new one or the code of a refusal; what is not on the board
// has been borne off. The rules of play are for the server.

/** @import { Pair, Position, Seat } from "../table/types.js" */
/**
 * `points`: 26 counts seen by A, who sits at the bottom: A's are positive, [25] is A's bar, [0] minus B's bar. `roll`: "00" before
 * a roll, two digits, or "D", "B", "R" while a double, beaver or raccoon waits. `length` 0 is a money session. `maxCube`: power of two.
 * @typedef {{ points: number[], cube: number, owner: Seat | null, turn: Seat, roll: string, score: Pair, crawford: boolean,
 *   jacoby: boolean, beavers: boolean, length: number, maxCube: number }} Setup
 */
/** @typedef {"all_on_board" | "wrong_bar" | "no_checker"} SetupRefusal */
/** @typedef {Setup | SetupRefusal} SetupChange */

export const CHECKERS = 15;
/** The power of two that an XGID names where no cube limit was agreed. */
export const USUAL_MAX_CUBE = 10;
/** A place in the tray of A and of B, beside the 26 of `points`. */
export const OFF_A = 26;
export const OFF_B = 27;
export const START_POINTS = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];
const BAR_A = 25;
const BAR_B = 0;

/** @param {Seat} seat @returns {Seat} */
const other = (seat) => (seat === "A" ? "B" : "A");

/** @param {Seat} seat */
const sign = (seat) => (seat === "A" ? 1 : -1);

/** @param {Setup} setup @param {Seat} seat */
export const borneOff = ({ points }, seat) => CHECKERS - points.reduce((sum, count) => sum + Math.max(0, count * sign(seat)), 0);

/** @param {Setup} setup @returns {Position} as the board draws it */
export const positionOf = (setup) => ({ board: setup.points, off: { A: borneOff(setup, "A"), B: borneOff(setup, "B") } });

/** Whose checkers lie there; null for an empty place. @param {Setup} setup @param {number} place @returns {Seat | null} */
export function seatAt(setup, place) {
  if (place === OFF_A || place === OFF_B) {
    const seat = place === OFF_A ? "A" : "B";
    return borneOff(setup, seat) ? seat : null;
  }
  return setup.points[place] > 0 ? "A" : setup.points[place] < 0 ? "B" : null;
}

/** One more checker; the other side's checkers on the point are taken off. @param {Setup} setup @param {number} place @param {Seat} seat @returns {SetupChange} */
export function add(setup, place, seat) {
  if (place === (seat === "A" ? BAR_B : BAR_A)) return "wrong_bar";
  if (!borneOff(setup, seat)) return "all_on_board";
  const here = setup.points[place] * sign(seat);
  return withCount(setup, place, (Math.max(0, here) + 1) * sign(seat));
}

/** One checker less, whosever it is. @param {Setup} setup @param {number} place @returns {SetupChange} */
export function remove(setup, place) {
  const seat = seatAt(setup, place);
  return seat === null ? "no_checker" : withCount(setup, place, setup.points[place] - sign(seat));
}

/** One checker from one place to another; either may be the tray. @param {Setup} setup @param {number} source @param {number} target @returns {SetupChange} */
export function move(setup, source, target) {
  const seat = seatAt(setup, source);
  if (seat === null) return "no_checker";
  if (source === target) return setup;
  const lifted = source < OFF_A ? remove(setup, source) : setup;
  return target >= OFF_A || typeof lifted === "string" ? lifted : add(lifted, target, seat);
}

/** @param {Setup} setup @param {number} place @returns {SetupChange} */
export const clear = (setup, place) => (setup.points[place] ? withCount(setup, place, 0) : "no_checker");

/** Without the cube limit that an ID may have brought; so is an empty board. @param {Setup} setup @returns {Setup} */
export const started = (setup) => ({ ...setup, points: START_POINTS, maxCube: USUAL_MAX_CUBE });

/** @param {Setup} setup @returns {Setup} */
export const emptied = (setup) => ({ ...setup, points: START_POINTS.map(() => 0), maxCube: USUAL_MAX_CUBE });

/** The same position with the other player at the bottom. @param {Setup} setup @returns {Setup} */
export function turned(setup) {
  const { points, owner, turn, score } = setup;
  return {
    ...setup,
    points: points.map((_, place) => 0 - points[BAR_A - place]),
    owner: owner && other(owner),
    turn: other(turn),
    score: { A: score.B, B: score.A },
  };
}

/** Points that a player needs; null in a session. @param {Setup} setup @param {Seat} seat */
export const away = ({ length, score }, seat) => (length ? length - score[seat] : null);

/** May this be the Crawford game: does one side need 1 point, and the other more? @param {Setup} setup */
export function fitsCrawford(setup) {
  const needed = [away(setup, "A") ?? 0, away(setup, "B") ?? 0];
  return Math.min(...needed) === 1 && Math.max(...needed) > 1;
}

/**
 * The settings after one of them was changed, with those that depend on it: a turned cube has an owner, the scores fit the length.
 * @param {Setup} setup @param {Partial<Setup>} change @returns {Setup}
 */
export function withSettings(setup, change) {
  const next = { ...setup, ...change };
  if (next.length) {
    next.score = { A: Math.min(next.score.A, next.length - 1), B: Math.min(next.score.B, next.length - 1) };
    next.jacoby = next.beavers = false;
  }
  next.crawford = next.crawford && fitsCrawford(next);
  if (next.crawford && change.crawford) [next.cube, next.owner] = [1, null];
  if ("owner" in change && change.owner && next.cube === 1) next.cube = 2;
  if (next.cube > 1) next.crawford = false;
  if ("owner" in change && !change.owner && next.length) next.cube = 1;
  if (next.cube === 1) next.owner = null;
  if (next.cube > 1 && !next.owner && next.length) next.owner = "A";
  return next;
}

/** @param {Setup} setup @param {number} place @param {number} count @returns {Setup} */
const withCount = (setup, place, count) => ({ ...setup, points: setup.points.map((before, i) => (i === place ? count : before)) });
