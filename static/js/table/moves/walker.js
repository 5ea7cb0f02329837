// @ts-check
// Walks the single moves the server allowed (VIEW.steps) from the roll to a whole play. It knows no rule of play.

/** @import { Step, Steps } from "../types.js" */

/** @typedef {{ steps: Steps, path: Step[] }} Walk */
/** @typedef {{ target: number, path: Step[], hit: boolean }} Reach */

/** @param {Steps} steps @returns {Walk} */
export const begin = (steps) => ({ steps, path: [] });

/** @param {Walk} walk */
export function node(walk) {
  const last = walk.path.at(-1);
  return String(last ? last[3] : walk.steps.start);
}

/** @param {Walk} walk @returns {Step[]} what may be moved now */
export const options = (walk) => walk.steps.nodes[node(walk)] ?? [];

/** @param {Walk} walk a whole legal play has been walked */
export const isWhole = (walk) => walk.steps.ends.map(String).includes(node(walk));

/** @param {Walk} walk @param {Step[]} steps @returns {Walk} */
export const walkOn = (walk, ...steps) => ({ ...walk, path: [...walk.path, ...steps] });

/** @param {Walk} walk @returns {Set<number>} places from which a checker may move */
export const sources = (walk) => new Set(options(walk).map((step) => step[0]));

/**
 * The step of one tap on a checker: the die that is tried first, else the next one.
 * @param {Walk} walk @param {number} source @param {number[]} order dice in the order they are tried
 * @returns {Step | null}
 */
export function tap(walk, source, order) {
  const mine = options(walk).filter((step) => step[0] === source);
  return mine.sort((a, b) => rank(order, a[2]) - rank(order, b[2]))[0] ?? null;
}

/** @param {number[]} order @param {number} die */
function rank(order, die) {
  const at = order.indexOf(die);
  return at < 0 ? order.length : at;
}

/**
 * Every place one checker can reach from here, with one die or more; the dice tried first win between two ways.
 * @param {Walk} walk @param {number} source @param {number[]} order
 * @returns {Map<number, Reach>}
 */
export function reach(walk, source, order) {
  /** @type {Map<number, Reach>} */
  const reached = new Map();
  let front = [{ at: source, branch: walk, path: /** @type {Step[]} */ ([]) }];
  while (front.length) {
    /** @type {typeof front} */
    const next = [];
    for (const { at, branch, path } of front) {
      const mine = options(branch).filter((step) => step[0] === at && !(at === 0));
      mine.sort((a, b) => rank(order, a[2]) - rank(order, b[2]));
      for (const step of mine) {
        const longer = [...path, step];
        if (!reached.has(step[1])) reached.set(step[1], { target: step[1], path: longer, hit: Boolean(step[4]) });
        if (step[1] !== 0) next.push({ at: step[1], branch: walkOn(branch, step), path: longer });
      }
    }
    front = next;
  }
  return reached;
}

/**
 * The one play there is, or null when there is a choice. Two ways to one position are no choice: with one checker left,
 * either die takes it off.
 * @param {Steps} steps @returns {Step[] | null}
 */
export function forced(steps) {
  if (steps.ends.length > 4) return null;
  /** @type {Map<string, Step[]>} a way to each node */
  const ways = new Map([[String(steps.start), []]]);
  for (const [at, path] of ways) for (const step of steps.nodes[at] ?? []) if (!ways.has(String(step[3]))) ways.set(String(step[3]), [...path, step]);
  const whole = steps.ends.map((end) => ways.get(String(end)) ?? []);
  return new Set(whole.map(outcome)).size === 1 ? whole[0] : null;
}

/** What a play changes on the board. @param {Step[]} path */
function outcome(path) {
  /** @type {Record<string, number>} */
  const change = {};
  for (const [source, target, , , hit] of path) {
    change[source] = (change[source] ?? 0) - 1;
    change[target] = (change[target] ?? 0) + 1;
    if (hit) change[`hit ${target}`] = 1;
  }
  return JSON.stringify(Object.entries(change).filter(([, by]) => by).sort());
}

/**
 * Which of the dice shown are used up by the path.
 * @param {number[]} dice as shown, four for a double @param {Step[]} path @returns {boolean[]}
 */
export function used(dice, path) {
  const flags = dice.map(() => false);
  for (const step of path) {
    const at = dice.findIndex((die, i) => die === step[2] && !flags[i]);
    if (at >= 0) flags[at] = true;
  }
  return flags;
}
