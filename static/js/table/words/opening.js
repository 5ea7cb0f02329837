// @ts-check
// Ties at the opening: both players rolled the same number. Where the rules have automatic doubles, the first ties of a game
// double the cube (VIEW.cube.automatic says how many did); after the others the players only roll again.

import { gettext, put } from "../../i18n.js";

/** @import { Row, View } from "../types.js" */

/** @param {Row} row */
export const isTie = ({ kind, payload }) => kind === "opening_roll" && payload.dice[0] === payload.dice[1];

/** The cube after a tie; 0 where it stayed as it was. @param {Row[]} rows @param {Row} tie @param {number} automatic */
export function cubeAfter(rows, tie, automatic) {
  const ties = rows.filter((row) => row.game === tie.game && row.seq <= tie.seq && isTie(row)).length;
  return ties <= automatic ? 2 ** ties : 0;
}

/** @param {number} x @param {number} cube */
export function tieText(x, cube) {
  if (!cube) return put(gettext("Opening roll: both rolled %(x)s. They roll again."), { x });
  return put(gettext("Opening roll: both rolled %(x)s. Automatic double: the cube is at %(n)s."), { x, n: cube });
}

/** Until each player has had a turn. @param {{ view: View, rows: Row[] }} table @returns {string} */
export function automaticDouble({ view, rows }) {
  const { automatic, value } = view.cube;
  if (!automatic || value !== 2 ** automatic) return "";
  const since = rows.slice(rows.findLastIndex((row) => row.kind === "opening_roll"));
  return since.filter((row) => row.kind === "play").length > 1 ? "" : put(gettext("Automatic double: the cube is at %(n)s."), { n: value });
}
