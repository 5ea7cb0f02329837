// @ts-check
// Lets checkers travel to where they already are drawn. The only motion of the page; none when the reader wants none.

import { BAR, count } from "./position.js";
import { chains } from "./notation.js";

/** @import { Board, Scene } from "./board.js" */
/** @import { Travel } from "./store.js" */

/** @param {Board} board @param {Scene} scene @param {Travel} travel */
export function animate(board, scene, travel) {
  const duration = parseFloat(getComputedStyle(board.root).getPropertyValue("--move")) || 0;
  if (!duration || document.hidden) return;
  /** @type {Map<number, number>} */
  const taken = new Map();
  for (const { source, target } of chains(travel.moves.map(([a, b]) => [a, b, 0]))) {
    const here = count(scene.position, travel.seat, target);
    const i = Math.max(0, here - 1 - (taken.get(target) ?? 0));
    taken.set(target, (taken.get(target) ?? 0) + 1);
    const node = arrived(board, travel.seat, target, i);
    if (!node) continue;
    const to = scene.geometry.checker(travel.seat, target, i);
    const from = scene.geometry.checker(travel.seat, source, count(scene.position, travel.seat, source === BAR ? BAR : source));
    node.parentNode?.append(node);
    node.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration, easing: "cubic-bezier(.2, 0, 0, 1)" });
  }
}

/** @param {Board} board @param {string} seat @param {number} place @param {number} i */
function arrived(board, seat, place, i) {
  const there = board.layers.checkers.querySelectorAll(`[data-seat="${seat}"][data-place="${place}"]`);
  return there[Math.min(i, there.length - 1)];
}
