// @ts-check
// Arrows of a play: from its text and the position before it to lines on the board. Pure numbers, in the units of the viewBox.

import { BAR, OFF, count, move } from "../../table/board/position.js";

/** @import { Geometry, Spot } from "../../table/board/geometry.js" */
/** @import { Position, Seat } from "../../table/types.js" */
/** @typedef {[source: number, target: number]} ArrowStep places in the mover's numbers */
/** @typedef {{ from: Spot, line: string, head: string }} Arrow `line` and `head` are paths */

const PART = /^(?:bar|\d{1,2})(?:\*?\/(?:bar|off|\d{1,2}))+\*?(?:\(([2-4])\))?$/i;
const GAP = 14;
/** From the tip to the barbs, and half the way between them. */
const HEAD = { length: 34, half: 17 };

/** @param {string} name @returns {number} */
const placeOf = (name) => (name === "bar" ? BAR : name === "off" ? OFF : Number(name));

/** The single ways of a play such as 24/18 6/4(2), in order; none when a part is not understood. @param {string} text @returns {ArrowStep[]} */
export function stepsOf(text) {
  /** @type {ArrowStep[]} */
  const steps = [];
  for (const part of text.trim().split(/\s+/)) {
    const match = PART.exec(part);
    if (!match) return [];
    const places = part.replace(/\(\d\)|\*/g, "").toLowerCase().split("/").map(placeOf);
    if (places.some((place) => place > BAR)) return [];
    for (let times = Number(match[1] ?? 1); times > 0; times -= 1) {
      for (let i = 1; i < places.length; i += 1) steps.push([places[i - 1], places[i]]);
    }
  }
  return steps;
}

/**
 * One arrow for each way: from the checker on top to where it will lie. Later ways begin where earlier ones end.
 * @param {ArrowStep[]} steps @param {Position} before @param {Seat} seat @param {Geometry} geometry @returns {Arrow[]}
 */
export function arrowsOf(steps, before, seat, geometry) {
  let position = before;
  return steps.map(([source, target]) => {
    const from = geometry.checker(seat, source, Math.max(0, count(position, seat, source) - 1));
    position = move(position, seat, source, target).position;
    return arrow(from, geometry.checker(seat, target, Math.max(0, count(position, seat, target) - 1)));
  });
}

/** Bent a little, so that arrows beside each other can be told apart. @param {Spot} from @param {Spot} to @returns {Arrow} */
export function arrow(from, to) {
  const away = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const bend = Math.min(60, away / 7);
  const aside = { x: (to.y - from.y) / away, y: (from.x - to.x) / away };
  const middle = { x: (from.x + to.x) / 2 + aside.x * bend, y: (from.y + to.y) / 2 + aside.y * bend };
  const length = Math.hypot(to.x - middle.x, to.y - middle.y) || 1;
  const way = { x: (to.x - middle.x) / length, y: (to.y - middle.y) / length };
  /** @param {number} along @param {number} across */
  const at = (along, across) => `${round(to.x - way.x * along - way.y * across)} ${round(to.y - way.y * along + way.x * across)}`;
  return {
    from,
    line: `M${round(from.x)} ${round(from.y)}Q${round(middle.x)} ${round(middle.y)} ${at(GAP + HEAD.length - 4, 0)}`,
    head: `M${at(GAP, 0)}L${at(GAP + HEAD.length, HEAD.half)}L${at(GAP + HEAD.length, -HEAD.half)}Z`,
  };
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
