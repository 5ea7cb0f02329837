// @ts-check
// A match at a table clock, folded from the events of its log: the same as tableclock/matchlog on the server, so that phones and
// server that have the same events show the same match. An event that cannot happen as things stand changes nothing.

import { handTo, isFlagged, newClock, other, pause, place, resume, withIncrement, withSeat, charged } from "./clock.js";

/** @import { Clock, ClockSettings, Pair, Seat } from "./clock.js" */
/** @typedef {{ length: number, session: boolean, crawford: boolean, cube: boolean, highest_cube: number, clock: ClockSettings | null }} Format */
/** @typedef {[winner: Seat, worth: number, cube: number, crawford: boolean, resigned: boolean]} Game */
/**
 * @typedef {{
 *   format: Format, games: Game[], cube: number, owner: Seat | "", offered: Seat | "", clock: Clock | null,
 *   fallen: [boolean, boolean], lostOnTime: Seat | "", confirmed: [string, string], objected: [string, string], begun: boolean,
 * }} Match
 */
/** @typedef {{ device: string, n: number, kind: string, at: number, data: Record<string, any> }} Tap */

const UNDO_DEPTH = 8;
const PLAY = ["pass", "double", "game"];

/** @param {Pick<Tap, "device" | "n">} tap */
export const idOf = (tap) => `${tap.device}:${tap.n}`;

/** The order of the log: by time, then by device. @param {Tap} a @param {Tap} b */
export const byOrder = (a, b) => a.at - b.at || (a.device < b.device ? -1 : a.device > b.device ? 1 : a.n - b.n);

/** @param {Format} format @returns {Match} */
export const newMatch = (format) => ({
  format, games: [], cube: 1, owner: "", offered: "", clock: format.clock && newClock(format.clock),
  fallen: [false, false], lostOnTime: "", confirmed: ["", ""], objected: ["", ""], begun: false,
});

/** Without points beyond the match length. @param {Pick<Match, "format" | "games">} match @returns {Pair} */
export function scoreOf({ format, games }) {
  /** @type {Pair} */
  const points = [0, 0];
  for (const [winner, worth, cube] of games) points[place(winner)] += worth * cube;
  return format.session ? points : [Math.min(points[0], format.length), Math.min(points[1], format.length)];
}

/** @param {Match} match */
const isPlayedOut = (match) => (match.format.session ? match.games.length : Math.max(...scoreOf(match))) >= match.format.length;

/** @param {Match} match */
export const isOver = (match) => Boolean(match.lostOnTime) || isPlayedOut(match);

/** The seat that has won; empty while nobody has, or in a tied session. @param {Match} match @returns {Seat | ""} */
export function winnerOf(match) {
  if (match.lostOnTime) return other(match.lostOnTime);
  const [first, second] = scoreOf(match);
  if (!isPlayedOut(match) || first === second) return "";
  return first > second ? "A" : "B";
}

/** Is the game that is played now the Crawford game? @param {Match} match */
export function inCrawford(match) {
  if (!match.format.crawford || isOver(match) || match.games.some(([, , , crawford]) => crawford)) return false;
  return scoreOf(match).includes(match.format.length - 1);
}

/** May this seat double now? @param {Match} match @param {Seat} seat */
export function mayDouble(match, seat) {
  if (isOver(match) || match.offered || !match.format.cube || inCrawford(match)) return false;
  if ((match.owner && match.owner !== seat) || 2 * match.cube > match.format.highest_cube) return false;
  return !match.clock || (!match.clock.paused && (!match.clock.running || match.clock.running === seat));
}

/** @param {Match} match @param {Seat | ""} seat @param {number} at */
const handed = (match, seat, at) => match.clock && handTo(settingsOf(match), match.clock, seat, at);
/** @param {Match} match @returns {ClockSettings} */
const settingsOf = (match) => /** @type {ClockSettings} */ (match.format.clock);

/** No clock runs. @param {Match} match @param {number} at @returns {Match} */
function stopped(match, at) {
  const clock = handed(match, "", at);
  return clock ? { ...match, clock: { ...clock, paused: false } } : match;
}

/** A game is over: the cube goes back to the middle. @param {Match} match @param {Game[]} games @param {number} at */
const ended = (match, games, at) => stopped({ ...match, games, cube: 1, owner: "", offered: "" }, at);

/** @type {Record<string, (match: Match, tap: Tap) => Match | null>} */
const STEPS = {
  pass(match, { at, data: { seat } }) {
    if (!match.clock || isOver(match) || match.clock.paused || match.offered) return null;
    if (match.clock.running && match.clock.running !== seat) return null;
    const settings = settingsOf(match);
    const clock = match.clock.running ? withIncrement(settings, charged(settings, match.clock, at), seat) : match.clock;
    return { ...match, clock: handTo(settings, clock, other(seat), at) };
  },
  pause(match, { at }) {
    if (!match.clock || isOver(match) || match.clock.paused) return null;
    return { ...match, clock: pause(settingsOf(match), match.clock, at) };
  },
  resume(match, { at }) {
    if (!match.clock || isOver(match) || !match.clock.paused) return null;
    return { ...match, clock: resume(match.clock, at) };
  },
  double(match, { at, data: { seat } }) {
    return mayDouble(match, seat) ? { ...match, offered: seat, clock: handed(match, other(seat), at) } : null;
  },
  take(match, { at, data: { seat } }) {
    if (isOver(match) || match.offered !== other(seat)) return null;
    return { ...match, offered: "", owner: seat, cube: 2 * match.cube, clock: handed(match, other(seat), at) };
  },
  drop(match, { at, data: { seat } }) {
    if (isOver(match) || match.offered !== other(seat)) return null;
    return ended(match, [...match.games, [other(seat), 1, match.cube, false, false]], at);
  },
  game(match, { at, data }) {
    const { number } = data;
    const count = match.games.length;
    if (match.confirmed.some(Boolean) || match.lostOnTime || number < 1 || (number !== count && number !== count + 1)) return null;
    const before = { ...match, games: match.games.slice(0, number - 1) };
    const crawford = inCrawford(before);
    if (isOver(before) || data.cube > (crawford || !match.format.cube ? 1 : match.format.highest_cube)) return null;
    /** @type {Game} */
    const game = [data.winner, data.worth, data.cube, crawford, data.resigned];
    if (number > count) return ended(match, [...before.games, game], at);
    if (isSame([match.games[count - 1]], [game])) return null;
    const again = { ...match, games: [...before.games, game] };
    return isOver(again) ? stopped(again, at) : again;
  },
  time(match, { at, data: { seat } }) {
    return isOver(match) || !match.fallen[place(seat)] ? null : stopped({ ...match, lostOnTime: seat }, at);
  },
  confirm(match, tap) {
    const { seat } = tap.data;
    if (!isOver(match) || match.confirmed[place(seat)]) return null;
    return { ...match, confirmed: withSeat(match.confirmed, seat, idOf(tap)) };
  },
  object(match, tap) {
    const { seat } = tap.data;
    if (!isOver(match) || match.confirmed[place(seat)] || match.objected[place(seat)]) return null;
    return { ...match, objected: withSeat(match.objected, seat, idOf(tap)) };
  },
  sheet(match, { at, data: { games } }) {
    if (isSame(games, match.games)) return null;
    /** @type {Match} */
    const changed = { ...match, games, lostOnTime: "", confirmed: ["", ""], objected: ["", ""] };
    return games.length !== match.games.length || isOver(changed) ? ended(changed, games, at) : changed;
  },
};

/** @param {Game[]} games @param {Game[]} others */
const isSame = (games, others) => games.length === others.length && games.every((game, n) => game.every((value, k) => value === others[n][k]));

/** The match after an event other than an undo; the same object if it changes nothing. @param {Match} match @param {Tap} tap @returns {Match} */
function step(match, tap) {
  const { clock } = match;
  const falls = clock?.running && isFlagged(settingsOf(match), clock, tap.at);
  /** @type {Match} */
  const seen = falls ? { ...match, fallen: withSeat(match.fallen, /** @type {Seat} */ (clock.running), true) } : match;
  const after = STEPS[tap.kind]?.(seen, tap);
  if (!after) return match;
  return PLAY.includes(tap.kind) && !after.begun ? { ...after, begun: true } : after;
}

/** A match with the last taps that changed it, each with the match before it. */
export class Fold {
  /** @param {Format} format */
  constructor(format) {
    this.match = newMatch(format);
    /** @type {{ tap: Tap, before: Match }[]} */
    this.steps = [];
  }

  /** @param {Tap} tap */
  add(tap) {
    if (tap.kind === "undo") return this.undo(tap.data.id);
    const after = step(this.match, tap);
    if (after === this.match) return;
    this.steps = [...this.steps, { tap, before: this.match }].slice(-UNDO_DEPTH);
    this.match = after;
  }

  /** As if that tap had never happened. Nothing once somebody has confirmed the result. @param {string} target */
  undo(target) {
    const at = this.steps.findIndex(({ tap }) => idOf(tap) === target);
    if (at < 0 || this.match.confirmed.some(Boolean) || this.steps[at].tap.kind === "sheet") return;
    const later = this.steps.slice(at + 1);
    this.match = this.steps[at].before;
    this.steps = this.steps.slice(0, at);
    for (const { tap } of later) this.add(tap);
  }

  /** The last tap that can be undone. @returns {Tap | null} */
  get undoable() {
    const tap = this.steps[this.steps.length - 1]?.tap;
    return tap && tap.kind !== "sheet" && !this.match.confirmed.some(Boolean) ? tap : null;
  }
}

/** @param {Format} format @param {Tap[]} taps in the order of the log @returns {Fold} */
export function fold(format, taps) {
  const folded = new Fold(format);
  for (const tap of taps) folded.add(tap);
  return folded;
}

/** The match as the server writes it. @param {Match} match */
export const asJson = (match) => ({
  games: match.games, score: scoreOf(match), cube: match.cube, owner: match.owner, offered: match.offered, crawford: inCrawford(match),
  clock: match.clock && { ...match.clock }, fallen: match.fallen, lost_on_time: match.lostOnTime, over: isOver(match), winner: winnerOf(match),
  confirmed: match.confirmed, objected: match.objected, begun: match.begun,
});
