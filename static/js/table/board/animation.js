// @ts-check
// Lets checkers travel to where they already are drawn, a checker that was hit to the bar, and dice fall. The only motion of
// the page; none when the reader wants none.

import { BAR, count, other } from "./position.js";

/** @import { Board, Scene } from "./board.js" */
/** @import { Spot } from "./geometry.js" */
/** @import { PendingAnimation } from "../store.js" */
/** @import { Seat } from "../types.js" */
/** @typedef {{ source: number, target: number, hits: number[] }} Way hits: places where a blot was met, in the mover's numbers */

const EASE = "cubic-bezier(.2, 0, 0, 1)";

/** @param {Board} board @param {Scene} scene @param {PendingAnimation} animation */
export function animateMoves(board, scene, animation) {
  const duration = pace(board);
  if (!duration) return;
  const { seat } = animation;
  const they = other(seat);
  /** @type {Map<string, number>} */
  const taken = new Map();
  /** The next checker that came to a place, the last one first. @param {Seat} whose @param {number} place */
  const arrived = (whose, place) => {
    const key = `${whose}${place}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    const there = board.layers.checkers.querySelectorAll(`[data-seat="${whose}"][data-place="${place}"]`);
    const i = Math.max(0, count(scene.position, whose, place) - 1 - before);
    return { node: there[Math.min(i, there.length - 1)], spot: scene.geometry.checker(whose, place, i) };
  };
  ways(animation.moves).forEach(({ source, target, hits }, nth) => {
    const delay = nth * duration * 0.6;
    const from = (nth === 0 && animation.from) || scene.geometry.checker(seat, source, count(scene.position, seat, source));
    const { node, spot } = arrived(seat, target);
    slide(node, from, spot, duration, delay);
    for (const place of hits) {
      const hit = arrived(they, BAR);
      slide(hit.node, scene.geometry.checker(they, 25 - place, 0), hit.spot, duration, delay + duration * 0.8);
    }
  });
}

/** New dice fall into their places. @param {Board} board */
export function animateDice(board) {
  const duration = pace(board);
  if (!duration) return;
  board.layers.dice.querySelectorAll(".die").forEach((die, nth) => {
    const turn = nth % 2 ? "rotate(80deg)" : "rotate(-80deg)";
    die.animate([{ transform: `translateY(-60px) ${turn} scale(.7)`, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: duration * 1.2, delay: nth * 40, easing: EASE, fill: "backwards" });
  });
}

/** One checker's moves in a row are one way. @param {PendingAnimation["moves"]} moves @returns {Way[]} */
function ways(moves) {
  /** @type {Way[]} */
  const paths = [];
  for (const [source, target, hit] of moves) {
    const earlier = paths.find((way) => way.target === source);
    if (earlier) earlier.target = target;
    const way = earlier ?? { source, target, hits: [] };
    if (!earlier) paths.push(way);
    if (hit) way.hits.push(target);
  }
  return paths;
}

/** @param {Element | undefined} node @param {Spot} from @param {Spot} to @param {number} duration @param {number} delay */
function slide(node, from, to, duration, delay) {
  if (!node) return;
  node.parentNode?.append(node);
  const frames = [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }];
  node.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
}

/** @param {Board} board @returns {number} milliseconds, 0 for no motion */
function pace(board) {
  if (document.hidden) return 0;
  const text = getComputedStyle(board.root).getPropertyValue("--move").trim();
  return (parseFloat(text) || 0) * (text.endsWith("ms") ? 1 : 1000);
}
