// @ts-check
// Checkers on the board as plain counts. Moves them; does not know which moves are legal.

/** @import { Pair, Position, Seat } from "../types.js" */

export const BAR = 25;
export const OFF = 0;

/** @param {Seat} seat @returns {Seat} */
export const other = (seat) => (seat === "A" ? "B" : "A");

/** Place of a point in the array seen by A. @param {Seat} seat @param {number} place 1–25 in the seat's numbers */
const index = (seat, place) => (seat === "A" ? place : 25 - place);

/** @param {Position} position @param {Seat} seat @param {number} place @returns {number} the seat's own checkers there */
export function count(position, seat, place) {
  if (place === OFF) return position.off[seat];
  const here = position.board[index(seat, place)];
  return Math.max(0, seat === "A" ? here : -here);
}

/** @returns {Position} */
export function start() {
  const board = Array.from({ length: 26 }, () => 0);
  for (const [place, checkers] of [[24, 2], [13, 5], [8, 3], [6, 5]]) {
    board[place] += checkers;
    board[25 - place] -= checkers;
  }
  return { board, off: { A: 0, B: 0 } };
}

/**
 * One checker from source to target, a blot it meets goes to the bar.
 * @param {Position} position @param {Seat} seat @param {number} source @param {number} target
 * @returns {{ position: Position, hit: boolean }}
 */
export function move(position, seat, source, target) {
  const board = [...position.board];
  /** @type {Pair} */
  const off = { ...position.off };
  const sign = seat === "A" ? 1 : -1;
  let hit = false;
  board[index(seat, source)] -= sign;
  if (target === OFF) {
    off[seat] += 1;
  } else {
    const to = index(seat, target);
    hit = board[to] * sign === -1;
    if (hit) {
      board[to] = 0;
      board[index(other(seat), BAR)] -= sign;
    }
    board[to] += sign;
  }
  return { position: { board, off }, hit };
}

/** @param {Position} position @param {Seat} seat */
export function pips(position, seat) {
  let total = 0;
  for (let place = 1; place <= BAR; place += 1) total += place * count(position, seat, place);
  return total;
}
