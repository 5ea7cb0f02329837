// @ts-check
// Bearing off by the handful: as many checkers as the dice allow, where there is nothing to choose.

import { count } from "../board/position.js";
import * as walker from "./walker.js";

/** @import { Position, Seat, Step } from "../types.js" */
/** @import { Walk } from "./walker.js" */

/**
 * The most checkers that can be borne off from here, if they lead to one position whatever the order.
 * @param {Walk} walk @returns {Step[]} empty when there is none, or a choice
 */
export function bearOffs(walk) {
  let best = [{ branch: walk, path: /** @type {Step[]} */ ([]) }];
  for (let front = best; front.length; ) {
    /** @type {Map<string, typeof front[0]>} */
    const next = new Map();
    for (const { branch, path } of front) {
      for (const step of walker.options(branch).filter(([, target]) => target === 0)) next.set(String(step[3]), { branch: walker.walkOn(branch, step), path: [...path, step] });
    }
    front = [...next.values()];
    if (front.length) best = front;
  }
  return best.length === 1 ? best[0].path : [];
}

/**
 * A whole play in which every number of the roll takes a checker off, once the two sides have passed each other for good:
 * then no other play is better, and nothing is left to choose.
 * @param {Walk} walk @param {Position} position @param {Seat} seat @returns {Step[]}
 */
export function plainBearOff(walk, position, seat) {
  if (!hasPassed(position, seat)) return [];
  const path = bearOffs(walk);
  return path.length && walker.isWhole(walker.walkOn(walk, ...path)) ? path : [];
}

/** Own checkers are all at home and none of the others stands on the way or on the bar. @param {Position} position @param {Seat} seat */
function hasPassed(position, seat) {
  const they = seat === "A" ? "B" : "A";
  let rear = 0;
  for (let place = 1; place <= 25; place += 1) if (count(position, seat, place)) rear = place;
  if (rear > 6 || count(position, they, 25)) return false;
  for (let place = 1; place < rear; place += 1) if (count(position, they, 25 - place)) return false;
  return true;
}
