// @ts-check
// From a step to what the board should show.

import { gettext } from "../i18n.js";
import { geometry } from "../table/board/geometry.js";
import { chains } from "../table/moves/notation.js";

/** @import { Scene } from "../table/board/board.js" */
/** @import { Seat } from "../table/types.js" */
/** @import { Frame } from "./types.js" */

/** @param {Frame} frame @param {Seat} bottom @param {boolean} mirror @returns {Scene} */
export function sceneOf(frame, bottom, mirror) {
  const [value, owner, offered, inUse] = frame.cube;
  const dead = frame.crawford === "now";
  return {
    geometry: geometry(bottom, mirror),
    own: bottom,
    position: { board: frame.board, off: { A: frame.off[0], B: frame.off[1] } },
    dice: dice(frame),
    cube: { value, owner, offered, in_use: inUse },
    cubeLook: { kind: dead ? "dead" : "", askedOf: frame.asked, title: dead ? gettext("No doubling in the Crawford game.") : "" },
    last: last(frame),
    ghosts: null,
    picked: null,
  };
}

/** @param {Frame} frame @returns {Scene["last"]} */
function last({ moves, seat }) {
  if (!moves?.length || !seat) return null;
  return { seat, moves: chains(moves).map(({ source, target }) => [source, target]) };
}

/** A roll that was played stands there faded; a tie for the start is nobody's. @param {Frame} frame @returns {Scene["dice"]} */
function dice({ dice: roll, kind, seat, turn }) {
  const whose = kind === "play" ? seat : turn;
  if (!roll || !whose) return null;
  const faces = roll[0] === roll[1] ? [...roll, ...roll] : roll;
  return { seat: whose, faces: faces.map((value) => ({ value, used: kind === "play" })), live: false };
}
