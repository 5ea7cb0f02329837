// @ts-check
// An open-ended session goes on until a player ends it: the button, its question, and the words while it is ending.

import { gettext, put } from "../../i18n.js";
import { extensionActions } from "./extensions.js";
import { scoreOf } from "../words/endings.js";
import { other } from "../board/position.js";

/** @import { Ask, Button } from "./choices.js" */
/** @import { Sentence } from "../words/sentences.js" */
/** @import { Store } from "../store.js" */
/** @import { Seat, View } from "../types.js" */

/** @param {View} view */
const isOpen = (view) => view.length === null && view.games === null;

/** @param {Store} store */
export function registerSessionEnd(store) {
  extensionActions.set("end_ask", () => store.set({ asking: "end" }));
}

/** @param {View} view @param {string} kind @returns {string | null} why not */
const closed = (view, kind) => view.may[kind]?.[1] ?? null;

/** @param {View} view @returns {Button[]} */
export function sessionButtons(view) {
  if (!view.seat || !isOpen(view)) return [];
  const why = view.may.last_game === null || view.may.end_session === null ? null : closed(view, "end_session");
  /** @type {Button[]} */
  const agree = view.end_asked[other(view.seat)] ? [{ act: "end_session", label: gettext("Agree to end now"), closed: closed(view, "end_session") }] : [];
  return [...agree, { act: "end_ask", label: gettext("End session"), closed: why }];
}

/** @param {View} view @returns {Ask} */
export function sessionAsk(view) {
  const me = /** @type {Seat} */ (view.seat);
  const back = { act: "cancel", label: gettext("Play on"), icon: "close", key: "Esc" };
  const values = { score: scoreOf(view, me), name: view.players[other(me)].name };
  if (view.status === "break") {
    return { title: gettext("End the session?"), text: put(gettext("The session ends at once. Score: %(score)s."), values), answers: [{ act: "end_session", label: gettext("End session"), closed: closed(view, "end_session") }], back };
  }
  return {
    title: gettext("End the session?"),
    text: put(gettext("End after this game and it counts. End now, if %(name)s agrees, and it does not count."), values),
    answers: [
      { act: "end_session", label: gettext("Ask to end now"), closed: closed(view, "end_session") },
      { act: "last_game", label: gettext("End after this game"), primary: true, closed: closed(view, "last_game") },
    ],
    back,
  };
}

/** What is said of the end, beside what is waited for. @param {View} view @param {Sentence} current @returns {Sentence} */
export function withEnding(view, current) {
  const words = /** @type {Seat[]} */ (["A", "B"]).filter((seat) => view.end_asked?.[seat]).map((seat) => asks(view, seat));
  if (view.last_game) words.push(gettext("Last game of the session."));
  return words.length ? { ...current, rest: [current.rest, ...words].filter(Boolean).join(" ") } : current;
}

/** @param {View} view @param {Seat} seat */
function asks(view, seat) {
  if (seat === view.seat) return gettext("You ask to end the session now.");
  return put(gettext("%(name)s asks to end the session now."), { name: view.players[seat].name });
}
