// @ts-check
// The card at the end of a match in words: who won, how, and the figures of both players. Words only.

import { gettext, pgettext, put } from "../../i18n.js";
import { other } from "../board/position.js";
import { over, scoreOf } from "../words/endings.js";

/** @import { Seat, View } from "../types.js" */
/** @import { Store } from "../store.js" */
/**
 * What the tournament says of the player after this match (tournaments/public/views/after_match.py).
 * @typedef {Object} AfterMatch
 * @property {"recording" | "ready" | "waiting" | "over"} state
 * @property {string} headline empty where the result alone can be told
 * @property {string} text
 * @property {string} tournament
 * @property {string} bracket address
 * @property {{ where: string, opponent: string, url: string, over_the_board: boolean, deadline: number | null } | null} next
 * @property {Array<{ short: string, text: string, state: string, score: string }>} steps
 */

/** Is there a result to show? A match that never began or was declared void has none. @param {View} view */
export const hasResult = (view) => Boolean(view.outcome) && view.status === "finished" && !["void", "unfinished"].includes(view.outcome?.reason ?? "");

/** @param {View} view @returns {string} */
export function headline(view) {
  const { seat, outcome, players } = view;
  const winner = outcome?.winner;
  if (!winner) return outcome?.reason === "drawn" ? gettext("The match is a tie") : gettext("The match has no winner");
  if (!seat) return put(gettext("%(name)s won"), { name: players[winner].name });
  return seat === winner ? pgettext("result", "You won") : pgettext("result", "You lost");
}

/** A score that does not say who has won is left out. @param {View} view @returns {boolean} */
export function scoreTells({ outcome, score }) {
  const winner = outcome?.winner;
  return winner ? score[winner] > score[other(winner)] : outcome?.reason === "drawn";
}

/** Own score first, as on the board: the side that the page takes. @param {Store} store @returns {string} */
export const scoreText = (store) => (scoreTells(store.view) ? scoreOf(store.view, store.own) : "");

/** How the match ended, in a sentence. @param {Store} store @returns {string} */
export const howItEnded = (store) => over(store).rest;

/** The heading of a column of figures. @param {View} view @param {Seat} seat @returns {string} */
export const columnName = (view, seat) => (seat === view.seat ? pgettext("player", "You") : view.players[seat].name);

/** The figures of each row with the reader's side first. @param {Array<[string, string, string]>} rows label, seat A, seat B @param {Seat} first */
export const figuresFrom = (rows, first) => rows.map(([label, a, b]) => (first === "A" ? { label, mine: a, theirs: b } : { label, mine: b, theirs: a }));

/** What stands under the next match. @param {AfterMatch} after @param {string} timeLeft empty without a time to join @returns {string} */
export function nextText({ next, state, text }, timeLeft) {
  if (state !== "ready") return text;
  if (timeLeft) return put(gettext("Join within %(time)s, or you forfeit the match."), { time: timeLeft });
  return next?.over_the_board ? gettext("Play it over the board, then report the score.") : gettext("Your match is ready.");
}

/** Milliseconds until the tournament is asked again; null when nothing more will come. @param {number} asked so many times @param {AfterMatch | null} after */
export function nextAsk(asked, after) {
  if (after?.state === "over" || after?.state === "ready") return null;
  return [1_000, 2_000, 4_000, 8_000][asked] ?? 15_000;
}
