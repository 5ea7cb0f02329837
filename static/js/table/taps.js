// @ts-check
// What fingers mean: two taps that are one gesture, and a tap that missed a narrow point by a little.

import { placeOf } from "./hits.js";

/** @import { Walk } from "./walker.js" */

const TWICE_MS = 350;
const FINGER = 44;

export class Taps {
  last = { place: -1, at: 0, /** @type {Walk | null} */ walk: null };

  /** Is this the second tap there? Then the walk as it was before the first. @param {number} place @param {Walk} walk @param {number} at @returns {Walk | null} */
  second(place, walk, at) {
    const { last } = this;
    const again = last.place === place && at - last.at < TWICE_MS;
    this.last = again ? { place: -1, at: 0, walk: null } : { place, at, walk };
    return again ? last.walk : null;
  }
}

/**
 * The place that is pressed: the one under the finger, or a live one that is nearer than a fingertip.
 * @param {Map<number, SVGElement>} strips @param {{ clientX: number, clientY: number, pointerType?: string }} event
 * @param {Element | null} under @param {(place: number) => boolean} live @returns {number | null}
 */
export function pressed(strips, event, under, live) {
  const place = under ? placeOf(under) : null;
  if (event.pointerType !== "touch" || (place !== null && live(place))) return place;
  let best = place;
  let least = Infinity;
  for (const [other, strip] of strips) {
    if (!live(other)) continue;
    const box = strip.getBoundingClientRect();
    const aside = Math.max(box.left - event.clientX, event.clientX - box.right, 0);
    const away = Math.max(box.top - event.clientY, event.clientY - box.bottom, 0);
    if (away > 0 || aside >= least || aside > Math.max(0, FINGER - box.width) / 2 + 2) continue;
    [best, least] = [other, aside];
  }
  return best;
}
