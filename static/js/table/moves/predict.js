// @ts-check
// What the table will look like when the server has taken a play, shown until it has answered. It decides nothing: the
// answer replaces it, and a refusal puts the old table back.

import { gettext, put } from "../../i18n.js";
import { playText } from "./notation.js";
import { move, other, pips } from "../board/position.js";

/** @import { LastPlay, Position, View } from "../types.js" */

/** @param {View} view the server's @param {Array<[number, number]>} moves single moves in the player's numbers @returns {View} */
export function afterPlay(view, moves) {
  const seat = /** @type {import("../types.js").Seat} */ (view.seat);
  const next = other(seat);
  /** @type {Position} */
  let position = { board: view.board, off: view.off };
  /** @type {LastPlay["moves"]} */
  const done = [];
  for (const [source, target] of moves) {
    const moved = move(position, seat, source, target);
    position = moved.position;
    done.push([source, target, moved.hit]);
  }
  const over = position.off[seat] === 15;
  const wait = put(gettext("%(name)s to roll."), { name: view.players[next].name });
  return {
    ...view,
    ...position,
    pips: { A: pips(position, "A"), B: pips(position, "B") },
    dice: null,
    steps: null,
    turn: next,
    to_act: over ? null : next,
    waiting_for: over ? null : "roll",
    may: Object.fromEntries(Object.keys(view.may).map((kind) => [kind, ["not_your_turn", wait]])),
    cube_note: null,
    last_play: { seat, dice: view.dice ?? [], moves: done, text: playText(done) },
  };
}
