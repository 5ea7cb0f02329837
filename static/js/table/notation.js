// @ts-check
// Plays as text (24/18*/14, bar/22, 6/off, 13/11(2)) from single moves in the mover's numbers.

/** @typedef {[source: number, target: number, hit: number | boolean]} Moved */
/** @typedef {{ source: number, target: number, stops: number[], hit: boolean }} Chain stops: places on the way where a blot was hit */

/**
 * Joins the moves of one checker: 24/18 18/14 becomes one chain.
 * @param {Array<Moved>} moves @returns {Chain[]}
 */
export function chains(moves) {
  /** @type {Chain[]} */
  const found = [];
  for (const [source, target, hit] of moves) {
    const earlier = found.find((chain) => chain.target === source && source !== 0);
    if (earlier) {
      if (earlier.hit) earlier.stops.push(source);
      earlier.target = target;
      earlier.hit = Boolean(hit);
    } else {
      found.push({ source, target, stops: [], hit: Boolean(hit) });
    }
  }
  return found;
}

/** @param {number} place */
const name = (place) => (place === 25 ? "bar" : place === 0 ? "off" : String(place));

/** @param {Chain} chain */
const text = (chain) => [name(chain.source), ...chain.stops.map((place) => `${place}*`), name(chain.target) + (chain.hit ? "*" : "")].join("/");

/** @param {Array<Moved>} moves */
export function playText(moves) {
  /** @type {Map<string, number>} */
  const counted = new Map();
  const sorted = chains(moves).sort((a, b) => b.source - a.source || b.target - a.target);
  for (const chain of sorted) counted.set(text(chain), (counted.get(text(chain)) ?? 0) + 1);
  return [...counted].map(([move, times]) => (times > 1 ? `${move}(${times})` : move)).join(" ");
}
