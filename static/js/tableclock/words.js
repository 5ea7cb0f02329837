// @ts-check
// The words of the match clock.

import { gettext, ngettext, pgettext, put } from "../i18n.js";
import { inCrawford, isOver, scoreOf } from "./match.js";
import { place } from "./clock.js";

/** @import { Match } from "./match.js" */
/** @import { Seat } from "./clock.js" */

/** 9:05, from an hour on 1:09:05, in the last ten seconds 9.4. @param {number} ms */
export function time(ms) {
  if (ms > 0 && ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** @param {Match} match @param {Seat} seat */
export function away(match, seat) {
  if (match.format.session) return "";
  const n = match.format.length - scoreOf(match)[place(seat)];
  return n > 0 ? put(pgettext("match score", "%(n)s away"), { n }) : "";
}

/** Which game is played. @param {Match} match */
export function game(match) {
  if (isOver(match)) return gettext("Final score");
  if (inCrawford(match)) return gettext("Crawford");
  return put(gettext("Game %(n)s"), { n: match.games.length + 1 });
}

/** @param {number} worth */
export const win = (worth) => [pgettext("result", "Single"), pgettext("result", "Gammon"), pgettext("result", "Backgammon")][worth - 1];

/** @param {number} n */
export const points = (n) => put(ngettext("%(n)s point", "%(n)s points", n), { n });

/** What a tap did, for the button that undoes it. @param {string} kind */
export function undone(kind) {
  return {
    pass: pgettext("tap", "turn"), double: pgettext("tap", "double"), take: pgettext("tap", "take"), drop: pgettext("tap", "drop"),
    game: pgettext("tap", "game"), pause: pgettext("tap", "pause"), resume: pgettext("tap", "resume"), time: pgettext("tap", "time claim"),
    object: pgettext("tap", "objection"),
  }[kind] ?? kind;
}
