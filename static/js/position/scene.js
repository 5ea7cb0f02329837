// @ts-check
// From the position that is set up to what the board should show.

import { gettext } from "../i18n.js";
import { geometry } from "../table/board/geometry.js";
import { other } from "../table/board/position.js";
import { faces } from "../table/board/scene.js";
import { OFF_A, positionOf, seatAt } from "./setup.js";

/** @import { Scene } from "../table/board/board.js" */
/** @import { Seat } from "../table/types.js" */
/** @import { Setup } from "./setup.js" */

/** @param {Setup} position @param {boolean} isMirrored the tray lies on the left @param {number | null} lifted the place whose checker is in the hand @returns {Scene} */
export function sceneOf(position, isMirrored, lifted) {
  const { cube, owner, turn, roll, crawford, length } = position;
  const isOffered = "DBR".includes(roll);
  const isRolled = !isOffered && roll !== "00";
  const seat = lifted === null ? null : seatAt(position, lifted);
  return {
    geometry: geometry("A", isMirrored),
    own: "A",
    position: positionOf(position),
    dice: isRolled ? { seat: turn, faces: faces([...roll].map(Number).sort((a, b) => b - a)).map((value) => ({ value, used: false })), live: false } : null,
    cube: { value: cube, owner, offered: isOffered ? 2 * cube : null, in_use: length !== 1 },
    cubeLook: { kind: crawford ? "dead" : "", askedOf: isOffered ? other(turn) : null, title: crawford ? gettext("No doubling in the Crawford game.") : "" },
    last: null,
    ghosts: null,
    picked: seat && lifted !== null ? { seat, place: inHand(seat, lifted), maybe: false, inHand: true, targets: [] } : null,
  };
}

/** The place in the seat's own numbers, as the board counts. @param {Seat} seat @param {number} place */
const inHand = (seat, place) => (place >= OFF_A ? 0 : seat === "A" ? place : 25 - place);
