// @ts-check
// How games and matches end, in sentences from the reader's side: "you" where it is they who won or lost.

import { gettext, npgettext, pgettext, put } from "../../i18n.js";
import { other } from "../board/position.js";

/** @import { GameResult, Row, Seat, View } from "../types.js" */
/** @import { Sentence } from "./sentences.js" */
/** @import { Store } from "../store.js" */
/** @typedef {Record<string, string>} Words */

/** @param {number} n */
export const points = (n) => put(npgettext("score", "%(n)s point", "%(n)s points", n), { n });

/** @param {View} view @param {Seat} first @returns {string} own score first */
export const scoreOf = (view, first) => `${view.score[first]} – ${view.score[other(first)]}`;

/**
 * The score after these points, without those beyond the match length: they count for nothing (R9.1).
 * @param {View} view @param {Seat} first @param {Seat} winner @param {number} sentencesForWinner @returns {string} the first seat's points first
 */
export function scoreAfter(view, first, winner, sentencesForWinner) {
  const most = view.length ?? Infinity;
  const [mine, theirs] = [first, other(first)].map((seat) => Math.min(most, view.score[seat] + (seat === winner ? sentencesForWinner : 0)));
  return `${mine} – ${theirs}`;
}

/** The end of the match. @param {Store} store @returns {Sentence} */
export function over({ view, rows }) {
  const winner = view.outcome?.winner;
  const reason = view.outcome?.reason ?? "";
  if (view.status === "void" || reason === "void") {
    const neverBegan = calledOff(rows);
    return neverBegan ? { strong: neverBegan, rest: "" } : { strong: gettext("The match is void."), rest: gettext("The match can still be viewed but does not count.") };
  }
  if (reason === "unfinished") return { strong: gettext("The match was not finished."), rest: gettext("The file ends here.") };
  if (!winner) return { strong: reason === "drawn" ? gettext("The match ends in a tie.") : gettext("The match has no winner."), rest: why(view, null) };
  const values = { score: scoreOf(view, winner), name: view.players[winner].name };
  return { strong: put(wonBy(winner === view.seat, view.score[winner] > view.score[other(winner)]), values), rest: why(view, other(winner)) };
}

/** How a match was won that was not played out; empty for one that was. @param {View} view @returns {string} */
export function wonHow({ outcome }) {
  /** @type {Words} */
  const words = {
    time: pgettext("result", "won on time"),
    conceded: pgettext("result", "won by resignation"),
    forfeit: pgettext("result", "won by forfeit"),
    ruling: pgettext("result", "won by a ruling"),
  };
  return outcome?.winner ? words[outcome.reason] ?? "" : "";
}

/** A score that does not say who has won is left out. @param {boolean} mine @param {boolean} tells @returns {string} */
function wonBy(mine, tells) {
  if (!tells) return mine ? gettext("You win the match.") : gettext("%(name)s wins the match.");
  return mine ? gettext("You win the match %(score)s.") : gettext("%(name)s wins the match %(score)s.");
}

/** Why a friendly match never began. @param {Row[]} rows @returns {string} */
function calledOff(rows) {
  const reason = /** @type {string} */ (rows.at(-1)?.payload.reason ?? "");
  /** @type {Words} */
  const words = {
    withdrawn: gettext("The challenge was withdrawn."),
    declined: gettext("The challenge was declined."),
    not_joined: gettext("The challenge was not accepted in time."),
  };
  return words[reason] ?? "";
}

/** @param {View} view @param {Seat | null} loser @returns {string} */
function why(view, loser) {
  const mine = loser !== null && loser === view.seat;
  /** @type {Words} */
  const words = {
    time: mine ? gettext("Your time ran out.") : gettext("%(name)s runs out of time."),
    forfeit: mine ? gettext("You forfeit the match.") : gettext("%(name)s forfeits the match."),
    double_forfeit: gettext("Both players forfeit the match."),
    conceded: mine ? gettext("You resign the match.") : gettext("%(name)s resigns the match."),
    ruling: gettext("Ruling: the result is decided."),
  };
  const reason = words[view.outcome?.reason ?? ""];
  if (reason) return put(reason, { name: loser ? view.players[loser].name : "" });
  const last = view.results.at(-1);
  return last ? resultText(view, last) : "";
}

/** The end of a game. @param {View} view @param {GameResult} result */
export function resultText(view, result) {
  const values = { name: view.players[result.winner].name, loser: view.players[other(result.winner)].name, points: points(result.points) };
  const words = result.winner === view.seat ? won() : view.seat ? sentencesForLoser() : sentencesForSpectators();
  return put(words[result.kind] ?? words.other, values);
}

/** @returns {Words} */
const sentencesForSpectators = () => ({
  single: gettext("%(name)s wins the game: %(points)s."),
  gammon: gettext("%(name)s wins a gammon: %(points)s."),
  backgammon: gettext("%(name)s wins a backgammon: %(points)s."),
  drop: gettext("%(loser)s drops. %(name)s: %(points)s."),
  resignation: gettext("%(loser)s resigns. %(name)s: %(points)s."),
  time: gettext("%(loser)s runs out of time. %(name)s: %(points)s."),
  other: gettext("%(name)s: %(points)s."),
});

/** @returns {Words} */
const sentencesForLoser = () => ({
  ...sentencesForSpectators(),
  drop: gettext("You drop. %(name)s: %(points)s."),
  resignation: gettext("You resign. %(name)s: %(points)s."),
  time: gettext("Your time ran out. %(name)s: %(points)s."),
});

/** @returns {Words} */
const won = () => ({
  single: gettext("You win the game: %(points)s."),
  gammon: gettext("You win a gammon: %(points)s."),
  backgammon: gettext("You win a backgammon: %(points)s."),
  drop: gettext("%(loser)s drops: %(points)s for you."),
  resignation: gettext("%(loser)s resigns: %(points)s for you."),
  time: gettext("%(loser)s runs out of time: %(points)s for you."),
  other: gettext("%(points)s for you."),
});
