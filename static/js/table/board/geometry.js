// @ts-check
// Where things lie on the board: pure numbers in the units of the viewBox. `bottom` is the seat drawn below.

import { BAR, OFF } from "./position.js";

/** @import { Seat } from "../types.js" */
/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const MIDDLE = 570;
const BAR_X = 677;
const TRAY_X = 1391;
const SHOWN = 5;

/** x of the middle of a point on an unmirrored board. @param {number} point 1–24, counted from the bottom seat */
function pointX(point) {
  if (point <= 6) return 772 + 100 * (6 - point);
  if (point <= 12) return 82 + 100 * (12 - point);
  if (point <= 18) return 82 + 100 * (point - 13);
  return 772 + 100 * (point - 19);
}

/** @param {Seat} bottom @param {boolean} mirror tray on the left */
export function geometry(bottom, mirror) {
  /** @param {number} x */
  const across = (x) => (mirror ? 2 * BAR_X - x : x);
  /** @param {Seat} seat @param {number} place 1–24 */
  const point = (seat, place) => (seat === bottom ? place : 25 - place);

  /** Middle of the checker number i (from the rim). @param {Seat} seat @param {number} place @param {number} i @returns {Spot} */
  function checker(seat, place, i) {
    const below = seat === bottom;
    if (place === OFF) return { x: across(TRAY_X), y: below ? 1083 - 29 * i : 57 + 29 * i };
    const step = Math.min(i, SHOWN - 1);
    if (place === BAR) return { x: across(BAR_X), y: below ? MIDDLE - 110 - 92 * step : MIDDLE + 110 + 92 * step };
    const p = point(seat, place);
    return { x: across(pointX(p)), y: p <= 12 ? 1052 - 92 * step : 88 + 92 * step };
  }

  /** The area that is pressed. @param {Seat} seat @param {number} place @returns {Box} */
  function strip(seat, place) {
    const below = seat === bottom;
    if (place === OFF) return { x: across(TRAY_X) - 45, y: below ? 624 : 40, width: 90, height: 476 };
    if (place === BAR) return { x: across(BAR_X) - 45, y: below ? 40 : MIDDLE, width: 90, height: 530 };
    const p = point(seat, place);
    return { x: across(pointX(p)) - 50, y: p <= 12 ? MIDDLE : 40, width: 100, height: 530 };
  }

  /** The point as a triangle. @param {Seat} seat @param {number} place */
  function lane(seat, place) {
    const p = point(seat, place);
    const x = across(pointX(p));
    return p <= 12 ? `M${x - 46} 1100h92L${x} 670Z` : `M${x - 46} 40h92L${x} 470Z`;
  }

  /** Left upper corner of the dice lie in the right half of their player. @param {Seat} seat @param {number} k @param {number} of @returns {Spot} */
  function die(seat, k, of) {
    const middle = seat === bottom ? 1022 : 332;
    return { x: across(middle) + 104 * (k - (of - 1) / 2), y: MIDDLE };
  }

  /** @param {Seat | null} owner @param {Seat | null} askedOf who must answer a double @returns {Spot} */
  function cube(owner, askedOf) {
    if (askedOf) return { x: across(askedOf === bottom ? 1022 : 332), y: MIDDLE };
    if (!owner) return { x: across(BAR_X), y: MIDDLE };
    return { x: across(BAR_X), y: owner === bottom ? 1052 : 88 };
  }

  /** @param {number} p as counted by the bottom seat @returns {Spot} where its number stands */
  const number = (p) => ({ x: across(pointX(p)), y: p <= 12 ? 1128 : 29 });

  return { bottom, mirror, viewBox: mirror ? "-106 0 1460 1140" : "0 0 1460 1140", checker, strip, lane, die, cube, number };
}

/** @typedef {ReturnType<typeof geometry>} Geometry */
