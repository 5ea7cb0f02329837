// @ts-check
// Lays the chosen board, colours and motion on the page. The colours themselves are in css/components/board_themes.css.

import { gettext, put } from "../../i18n.js";
import { other } from "./position.js";

/** @import { Store } from "../store.js" */

/** @param {Store} store @param {HTMLElement} table @param {SVGSVGElement} board */
export function applyTheme(store, table, board) {
  const { prefs, own, view } = store;
  // Seat A has the light checkers, unless the reader always wants one colour for their own.
  const wanted = { seat: own, light: "A", dark: "B" }[prefs.colours];
  const swapped = view.seat !== null && wanted !== own;
  mark(table, "board", prefs.board);
  mark(table, "colours", swapped ? "swapped" : "");
  mark(table, "motion", prefs.motion ? "" : "off");
  const light = swapped ? "B" : "A";
  const names = { a: view.players[light].name, b: view.players[other(light)].name };
  const label = put(gettext("Board. Light checkers: %(a)s. Dark checkers: %(b)s."), names);
  if (board.getAttribute("aria-label") !== label) board.setAttribute("aria-label", label);
}

/** @param {HTMLElement} element @param {string} name @param {string} value */
function mark(element, name, value) {
  if ((element.dataset[name] ?? "") !== value) element.dataset[name] = value;
}
