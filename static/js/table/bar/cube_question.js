// @ts-check
// A double, a beaver or a raccoon cannot be taken back, so the page asks once before it is sent. The question says the new
// value of the cube and what each answer of the opponent means. A preference switches it off for the button and the keys.

import { gettext, put } from "../../i18n.js";
import { points, scoreAfter, scoreOf } from "../words/endings.js";
import { other } from "../board/position.js";

/** @import { Ask } from "./choices.js" */
/** @import { Seat } from "../types.js" */
/** @import { Store } from "../store.js" */
/** @typedef {"double" | "beaver" | "raccoon"} CubeKind */

/** A second press within this time belongs to the press that opened the question. */
const REFLEX_MS = 400;
const KINDS = new Set(["double", "beaver", "raccoon"]);

/** @param {string | null} kind @returns {kind is CubeKind} */
export const turnsCube = (kind) => kind !== null && KINDS.has(kind);

/** @param {Store} store @returns {CubeKind | null} the question that is open now */
export function cubeQuestion({ asking, view, sending }) {
  if (!turnsCube(asking)) return null;
  return view.may[asking] === null || sending?.kind === asking ? asking : null;
}

/** Is this press still part of the one that opened the question? @param {Store} store */
export const isReflex = (store) => cubeQuestion(store) !== null && performance.now() - store.askedAt < REFLEX_MS;

/** A score does not break at the end of a line. @param {string} score */
const whole = (score) => score.replaceAll(" ", "\u00a0");

/** @param {Store} store @param {CubeKind} kind @returns {Ask} */
export function cubeAsk({ view }, kind) {
  const me = /** @type {Seat} */ (view.seat);
  const they = other(me);
  const stake = kind === "double" ? view.cube.value : view.cube.offered ?? view.cube.value;
  const n = stake * 2;
  const titles = { double: gettext("Double to %(n)s?"), beaver: gettext("Beaver to %(n)s?"), raccoon: gettext("Raccoon to %(n)s?") };
  const labels = { double: gettext("Double to %(n)s"), beaver: gettext("Beaver to %(n)s"), raccoon: gettext("Raccoon to %(n)s") };
  const values = { n, name: view.players[they].name, cost: points(stake), now: whole(scoreOf(view, me)), then: whole(scoreAfter(view, me, me, stake)) };
  return {
    title: put(titles[kind], { n }),
    text: put(gettext("If %(name)s drops, you win %(cost)s: %(now)s becomes %(then)s. If they take, the game is worth %(n)s."), values),
    answers: [{ act: "cancel", label: gettext("Cancel"), key: "Esc" }, { act: `${kind}_now`, label: put(labels[kind], { n }), primary: true }],
  };
}
