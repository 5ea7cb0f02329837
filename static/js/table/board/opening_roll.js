// @ts-check
// The opening roll as it lies for a moment: each player's die on their own side, and who starts.

import { s } from "../../dom.js";
import { gettext, put } from "../../i18n.js";
import * as pieces from "./pieces.js";

/** @import { Seat } from "../types.js" */
/** @import { Store } from "../store.js" */
/** @import { Geometry } from "./geometry.js" */
/** @typedef {{ dice: Record<Seat, number>, starts: Seat, text: string }} Opening */

/** @param {Store} store @returns {Opening | null} while it is shown; a checker that is moved ends it */
export function opening({ rows, view, walk, openingUntil }) {
  const row = rows.at(-1);
  if (row?.kind !== "opening_roll" || performance.now() >= openingUntil || walk?.path.length) return null;
  const [a, b] = /** @type {[number, number]} */ (row.payload.dice);
  if (a === b) return null;
  const starts = a > b ? "A" : "B";
  const text = starts === view.seat ? gettext("You start") : put(gettext("%(name)s starts"), { name: view.players[starts].name });
  return { dice: { A: a, B: b }, starts, text };
}

/** @param {Opening} roll @param {Geometry} geometry @returns {SVGElement[]} */
export function openingDice({ dice, starts, text }, geometry) {
  const at = geometry.die(starts, 0, 1);
  const width = Math.min(400, 60 + 15 * text.length);
  return [
    pieces.die("A", dice.A, geometry.die("A", 0, 1), false),
    pieces.die("B", dice.B, geometry.die("B", 0, 1), false),
    s("circle", { class: "b-starts", cx: at.x, cy: at.y, r: 66 }),
    s("g", { class: "b-tag" }, s("rect", { x: at.x - width / 2, y: at.y + 74, width, height: 48, rx: 24 }), s("text", { x: at.x, y: at.y + 107 }, text)),
  ];
}
