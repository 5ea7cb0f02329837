// @ts-check
// What happens at the table in words to be heard: "24 to 18, hitting", not "24/18*". Words only.

import { gettext, ngettext, put, pgettext } from "../../i18n.js";
import { formatTime, reading } from "../panel/clock.js";
import { chains, rollText } from "../moves/notation.js";
import { cubeAfter, isTie, tieText } from "./opening.js";
import { BAR, OFF, count, other, pips } from "../board/position.js";
import { resultText, scoreOf } from "./endings.js";
import { sentence } from "./sentences.js";
import { wholePlays } from "../moves/play_parser.js";
import * as walker from "../moves/walker.js";

/** @import { Row, Seat, Step } from "../types.js" */
/** @import { Store } from "../store.js" */
/** @import { PlayedMove } from "../moves/notation.js" */

export const MOST_PLAYS = 12;

/** @param {number} place */
const name = (place) => (place === BAR ? pgettext("backgammon board", "bar") : place === OFF ? pgettext("borne off", "off") : String(place));

/** @param {PlayedMove[]} moves @returns {string} */
export function playWords(moves) {
  /** @type {Map<string, number>} */
  const ways = new Map();
  for (const { source, stops, target, hit } of chains(moves)) {
    const steps = stops.map((place) => put(gettext("hitting on %(place)s"), { place }));
    const way = [put(gettext("%(from)s to %(to)s"), { from: name(source), to: name(target) }), ...steps, hit ? gettext("hitting") : ""].filter(Boolean).join(", ");
    ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  return [...ways].map(([way, times]) => (times > 1 ? put(ngettext("%(play)s, %(n)s time", "%(play)s, %(n)s times", times), { play: way, n: times }) : way)).join("; ");
}

/** @param {Step[]} path @returns {PlayedMove[]} */
export const playedMoves = (path) => path.map(([source, target, , , hit]) => [source, target, hit]);

/**
 * One line of the log. Rolls of one's own and the server's bookkeeping are left to the sentence that follows.
 * @param {Store} store @param {Row} row @returns {string}
 */
export function rowWords({ rows, view }, row) {
  const { kind, payload, seat } = row;
  const you = seat === view.seat;
  const who = seat ? view.players[seat].name : "";
  const dice = payload.dice ? spell(payload.dice) : "";
  if (isTie(row)) return tieText(payload.dice[0], cubeAfter(rows, row, view.cube.automatic ?? 0));
  if (kind === "opening_roll") return put(gettext("Game %(n)s. Opening roll: %(a)s %(x)s, %(b)s %(y)s."), { n: row.game, a: view.players.A.name, b: view.players.B.name, x: payload.dice[0], y: payload.dice[1] });
  if (kind === "roll") return you ? "" : put(gettext("%(name)s rolls %(dice)s."), { name: who, dice });
  if (kind === "play") return played(view.last_play, row, you, who);
  /** @type {Record<string, [string, string]>} */
  const words = {
    ready: ["", gettext("%(name)s is ready.")],
    double: [gettext("You double."), gettext("%(name)s doubles.")],
    beaver: [gettext("You beaver."), gettext("%(name)s beavers.")],
    raccoon: [gettext("You raccoon."), gettext("%(name)s raccoons.")],
    take: [gettext("You take. The cube is at %(n)s."), gettext("%(name)s takes. The cube is at %(n)s.")],
    drop: [gettext("You drop."), gettext("%(name)s drops.")],
    offer_resign: [gettext("You offer to resign."), gettext("%(name)s offers to resign.")],
    accept_resign: [gettext("You accept the resignation."), gettext("%(name)s accepts the resignation.")],
    decline_resign: [gettext("You decline the resignation."), gettext("%(name)s declines the resignation.")],
    concede: [gettext("You resign the match."), gettext("%(name)s resigns the match.")],
    last_game: [gettext("You end the session after this game."), gettext("%(name)s ends the session after this game.")],
    end_session: [gettext("You ask to end the session now."), gettext("%(name)s asks to end the session now.")],
    flag: [gettext("Your time ran out."), gettext("%(name)s runs out of time.")],
  };
  return seat && words[kind] ? put(words[kind][you ? 0 : 1], { name: who, n: view.cube.value }) : "";
}

/** @param {import("../types.js").LastPlay | null} last @param {Row} row @param {boolean} you @param {string} who */
function played(last, row, you, who) {
  const moves = /** @type {Array<[number, number]>} */ (row.payload.moves ?? []);
  if (!moves.length) return you ? gettext("You have no legal move.") : put(gettext("%(name)s has no legal move."), { name: who });
  const isLast = last?.seat === row.seat && JSON.stringify(last.moves.map(([a, b]) => [a, b])) === JSON.stringify(moves.map(([a, b]) => [a, b]));
  const play = playWords(isLast && last ? last.moves : moves.map(([a, b]) => [a, b, 0]));
  return you ? put(gettext("Your play: %(play)s."), { play }) : put(gettext("%(name)s plays %(play)s."), { name: who, play });
}

/** "4 and 2", "double 6" @param {number[]} dice */
export function spell(dice) {
  const [a, b] = rollText(dice);
  return a === b ? put(pgettext("dice", "double %(n)s"), { n: a }) : put(pgettext("dice", "%(a)s and %(b)s"), { a, b });
}

/** Both sides' checkers, one's own first, from the rear to the front. @param {Store} store */
export function boardWords(store) {
  const { own, position, view } = store;
  const sides = [own, other(own)].map((seat) => {
    const places = [];
    for (let place = BAR; place >= OFF; place -= 1) {
      const n = count(position, seat, place);
      if (n) places.push(put(gettext("%(place)s: %(n)s"), { n, place: name(place) }));
    }
    const whose = seat === view.seat ? gettext("You") : view.players[seat].name;
    const left = pips(position, seat);
    return `${whose}, ${put(ngettext("%(n)s pip", "%(n)s pips", left), { n: left })}. ${places.join(", ")}.`;
  });
  return sides.join(" ");
}

/** @param {Store} store @returns {string} what may be played, as whole plays if they are few */
export function legalWords(store) {
  const { walk, view } = store;
  if (!walk) return view.to_act === view.seat && view.seat ? gettext("There is nothing to move now.") : gettext("It is not your turn.");
  if (walker.isWhole(walk)) return put(gettext("The roll is played: %(play)s. Confirm or undo."), { play: playWords(playedMoves(walk.path)) });
  const plays = walk.path.length ? null : wholePlays(walk.steps, MOST_PLAYS);
  if (plays) return `${howMany(walk.steps.ends.length)} ${plays.map((path) => playWords(playedMoves(path))).join(". ")}.`;
  const first = walker.options(walk).map((step) => playWords(playedMoves([step])));
  return put(gettext("First moves: %(moves)s."), { moves: [...new Set(first)].join("; ") });
}

/** @param {number} n */
export const howMany = (n) => put(ngettext("%(n)s legal play.", "%(n)s legal plays.", n), { n });

/** @param {Store} store @returns {string} score, cube, pips, clocks and what is waited for */
export function stateWords(store) {
  const { view, own } = store;
  const now = sentence(store);
  const [a, b] = [own, other(own)];
  const score = put(gettext("Score: %(a)s %(x)s, %(b)s %(y)s."), { a: view.players[a].name, x: view.score[a], b: view.players[b].name, y: view.score[b] });
  return [now.strong, now.rest, score, cubeWords(view), clockWords(store)].filter(Boolean).join(" ");
}

/** @param {import("../types.js").View} view */
function cubeWords({ cube, players, seat }) {
  if (!cube.in_use) return gettext("No cube in this game.");
  const text = !cube.owner ? gettext("Cube %(n)s, in the middle.") : cube.owner === seat ? gettext("Cube %(n)s, yours.") : gettext("Cube %(n)s, %(name)s.");
  return put(text, { n: cube.value, name: cube.owner ? players[cube.owner].name : "" });
}

/** @param {Store} store */
export function clockWords(store) {
  const { clock } = store.view;
  if (!clock) return "";
  return /** @type {Seat[]} */ ([store.own, other(store.own)]).map((seat) => {
    const { reserve, overtime } = reading(clock, seat, store.now());
    const time = formatTime(reserve);
    const text = overtime ? gettext("%(name)s: %(time)s of overtime left.") : gettext("%(name)s: %(time)s left.");
    return put(text, { name: seat === store.view.seat ? gettext("You") : store.view.players[seat].name, time });
  }).join(" ");
}

/** @param {Store} store @param {number} game @returns {string} how a game ended */
export function gameOver({ view }, game) {
  const result = view.results.find((row) => row.game === game);
  return result ? `${resultText(view, result)} ${put(gettext("Score: %(score)s."), { score: scoreOf(view, view.seat ?? "A") })}` : "";
}

