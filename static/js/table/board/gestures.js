// @ts-check
// What fingers mean: two taps that are one gesture, and a tap that missed a narrow point by a little.

import { bearOffs } from "../moves/bearoff.js";
import { placeOf } from "./hit_areas.js";
import { OFF } from "./position.js";
import * as walker from "../moves/walker.js";

/** @import { BoardInput } from "./board_input.js" */
/** @import { Store } from "../store.js" */
/** @import { Walk } from "../moves/walker.js" */

const TWICE_MS = 350;
const FINGER = 44;
const HOME = 6;

export class TapGestures {
  /** @type {{ place: number, at: number, walk: Walk | null }} */
  last = { place: -1, at: 0, walk: null };

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** Twice on the tray, or at home where nothing may move, bears off all the dice allow. @param {number} place @param {number} at @returns {boolean} */
  twice(place, at) {
    const { walk } = this.store;
    const before = walk && this.#second(place, walk, at);
    if (!before || place > HOME || walker.sources(before).has(place)) return false;
    const path = bearOffs(before);
    if (!path.length) return false;
    this.store.walk = before;
    this.store.step(...path);
    return true;
  }

  /** Is this the second tap there? Then the walk as it was before the first. @param {number} place @param {Walk} walk @param {number} at @returns {Walk | null} */
  #second(place, walk, at) {
    const { last } = this;
    const again = last.place === place && at - last.at < TWICE_MS;
    this.last = again ? { place: -1, at: 0, walk: null } : { place, at, walk };
    return again ? last.walk : null;
  }
}

/** Where the tray is cut off, the own strip is pressed instead. @param {BoardInput} input @param {PointerEvent} event */
export function pressPlayerStrip(input, event) {
  const tray = input.hitAreas.get(OFF)?.getBoundingClientRect();
  const board = input.board.root.getBoundingClientRect();
  const shown = tray && tray.right <= board.right + 1 && tray.left >= board.left - 1;
  const aside = event.target instanceof Element && event.target.closest("a, button, .clock");
  if (shown || aside || event.button !== 0 || input.store.sending) return;
  if (!input.taps.twice(OFF, event.timeStamp)) input.tapTarget(OFF);
}

/**
 * The place that is pressed: the one under the finger, or a live one that is nearer than a fingertip.
 * @param {Map<number, SVGElement>} strips @param {{ clientX: number, clientY: number, pointerType?: string }} event
 * @param {Element | null} under @param {(place: number) => boolean} live @returns {number | null}
 */
export function pressedPlace(strips, event, under, live) {
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
