// @ts-check
// Plays as text (24/18*/14, bar/22, 6/off, 13/11(2)) from single moves in the mover's numbers.

/** @typedef {[source: number, target: number, hit: number | boolean]} PlayedMove */
/** @typedef {{ source: number, target: number, stops: number[], hit: boolean }} Chain stops: places on the way where a blot was hit */

/**
 * Joins the moves of one checker (24/18 18/14 becomes one way), from the rear to the front.
 * @param {Array<PlayedMove>} moves @returns {Chain[]}
 */
export function chains(moves) {
  /** @type {Chain[]} */
  const joined = [];
  const sorted = [...moves].sort((a, b) => b[0] - a[0] || Number(b[2]) - Number(a[2]) || a[1] - b[1]);
  for (const [source, target, hit] of sorted) {
    const earlier = joined.find((chain) => chain.target === source);
    if (earlier) {
      if (earlier.hit) earlier.stops.push(source);
      earlier.target = target;
      earlier.hit = Boolean(hit);
    } else {
      joined.push({ source, target, stops: [], hit: Boolean(hit) });
    }
  }
  return joined;
}

/** @param {number} place */
const name = (place) => (place === 25 ? "bar" : place === 0 ? "off" : String(place));

/** The same text as games/engine/notation.py writes. @param {Array<PlayedMove>} moves */
export function playText(moves) {
  /** @type {Map<string, { points: number[], times: number, hit: boolean }>} */
  const groups = new Map();
  for (const { source, stops, target, hit } of chains(moves)) {
    const points = [source, ...stops, target];
    const group = groups.get(points.join()) ?? { points, times: 0, hit: false };
    groups.set(points.join(), { points, times: group.times + 1, hit: group.hit || hit });
  }
  const sorted = [...groups.values()].sort((a, b) => compare(b.points, a.points));
  return sorted.map(({ points, times, hit }) => text(points) + (hit ? "*" : "") + (times > 1 ? `(${times})` : "")).join(" ");
}

/** A roll in words: the higher number first, however the dice fell. @param {number[]} dice */
export const rollText = (dice) => [...dice].sort((a, b) => b - a).join("");

/** @param {number[]} points */
const text = (points) => points.map((place, i) => name(place) + (i > 0 && i < points.length - 1 ? "*" : "")).join("/");

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
}
