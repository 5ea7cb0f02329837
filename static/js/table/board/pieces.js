// @ts-check
// Single pieces as SVG: checker, die, cube, trace of a play, marks. Sizes are those of the board's viewBox.

import { s } from "../../dom.js";

/** @import { Seat } from "../types.js" */
/** @import { Spot } from "./geometry.js" */

/** @type {Record<number, Array<[number, number]>>} */
const PIPS = {
  0: [],
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** @param {Seat} seat @param {Spot} at @param {number} [heap] the whole stack, when more lie there than are shown */
export function checker(seat, at, heap = 0) {
  const kind = seat.toLowerCase();
  return s(
    "g",
    {},
    s("use", { href: `#ck-${kind}`, x: at.x, y: at.y }),
    heap > 0 && s("text", { class: `ck-n ck-n-${kind}`, x: at.x, y: at.y + 13 }, String(heap)),
  );
}

/** @param {Seat} seat @param {Spot} at */
export const slab = (seat, at) => s("rect", { class: `slab-${seat.toLowerCase()}`, x: at.x - 39, y: at.y - 13, width: 78, height: 26, rx: 5 });

/** @param {Seat} seat @param {number} value @param {Spot} at @param {boolean} used */
export function die(seat, value, at, used) {
  const kind = seat.toLowerCase();
  return s(
    "g",
    { class: used ? "die die--used" : "die" },
    s("rect", { class: "die-shadow", x: at.x - 43, y: at.y - 37, width: 86, height: 86, rx: 18 }),
    s("rect", { class: `die-${kind}`, x: at.x - 42, y: at.y - 42, width: 84, height: 84, rx: 16 }),
    ...PIPS[value].map(([dx, dy]) => s("circle", { class: `pip-${kind}`, cx: at.x + 22 * dx, cy: at.y + 22 * dy, r: 8.5 })),
  );
}

/** A cube that was never turned shows 64. @param {number} value @param {Spot} at @param {string} kind "" | "dead" | "live" @param {string} [title] */
export function cube(value, at, kind, title) {
  const face = value === 1 ? "64" : String(value);
  const size = face.length > 3 ? "cube-n cube-n--long" : "cube-n";
  return s(
    "g",
    { class: kind ? `cube--${kind}` : null },
    title && s("title", {}, title),
    s("rect", { class: "cube", x: at.x - 36, y: at.y - 36, width: 72, height: 72, rx: 10 }),
    s("text", { class: size, x: at.x, y: at.y + (face.length > 3 ? 10 : 14) }, face),
  );
}

/** Where a checker came from and went in the last play. @param {Spot} from @param {Spot} to */
export function trace(from, to) {
  const away = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const unit = { x: (to.x - from.x) / away, y: (to.y - from.y) / away };
  const bend = Math.min(60, away / 6);
  const middle = { x: (from.x + to.x) / 2 + unit.y * bend, y: (from.y + to.y) / 2 - unit.x * bend };
  const length = Math.hypot(to.x - middle.x, to.y - middle.y) || 1;
  const way = { x: (to.x - middle.x) / length, y: (to.y - middle.y) / length };
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${round(to.x - way.x * along - way.y * aside)} ${round(to.y - way.y * along + way.x * aside)}`;
  const line = `M${from.x} ${from.y}Q${round(middle.x)} ${round(middle.y)} ${at(66, 0)}`;
  return s(
    "g",
    {},
    s("path", { class: "b-trace-edge", d: line }),
    s("path", { class: "b-trace", d: line }),
    s("circle", { class: "b-trace-head", cx: from.x, cy: from.y, r: 9 }),
    s("path", { class: "b-trace-head", d: `M${at(40, 0)}L${at(72, 17)}L${at(72, -17)}Z` }),
  );
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** @param {Spot} at */
export const ghost = (at) => s("circle", { class: "b-ghost", cx: at.x, cy: at.y, r: 41 });

/** @param {Spot} at @param {boolean} maybe */
export const pickedRing = (at, maybe) => s("circle", { class: maybe ? "b-from b-from--maybe" : "b-from", cx: at.x, cy: at.y, r: 46 });

/** @param {Spot} at @param {boolean} onBlot */
export const target = (at, onBlot) =>
  s("g", {}, s("circle", { class: "b-to-ring", cx: at.x, cy: at.y, r: onBlot ? 46 : 41 }), s("circle", { class: "b-to", cx: at.x, cy: at.y, r: 13 }));

/** A borne-off checker will lie here. @param {Spot} at */
export const targetOff = (at) => s("rect", { class: "b-to-ring", x: at.x - 39, y: at.y - 13, width: 78, height: 26, rx: 5 });
