// @ts-check
// A play written as text (24/18 13/11, bar/22, 8/5*, 13/11(2)) found again among the steps that the server sent.
// It knows how plays are written, not which are legal.

import { gettext, listed, put } from "../../i18n.js";
import { count } from "../board/position.js";
import { playText } from "./notation.js";
import * as walker from "./walker.js";

/** @import { Position, Seat, Step, Steps } from "../types.js" */
/** @import { Walk } from "./walker.js" */
/** @typedef {{ at: number, to: number, star: boolean, word: string }} Leg one checker from a place to the next that is named */
/** @typedef {(step: Step) => boolean} Allows */
/** @typedef {{ path: Step[] | null, whole: boolean, why: string }} ParsedPlay */

const ITEM = /^(bar|b|\d{1,2})((?:\*?[/-](?:off|o|\d{1,2}))+)(\*?)(?:\((\d)\))?(\*?)$/;
const MOST_CHECKERS = 4;

/** @param {string} text @returns {Leg[] | string} the legs in the order written, or the word that cannot be read */
function legs(text) {
  /** @type {Leg[]} */
  const written = [];
  for (const word of text.toLowerCase().replace(/[–—−]/g, "-").split(/[\s,;]+/).filter(Boolean)) {
    const parts = ITEM.exec(word);
    const names = parts ? [parts[1], ...`${parts[2]}${parts[3] || parts[5]}`.split(/[/-]/).slice(1)] : [];
    const places = names.map((name) => place(name.replace("*", "")));
    const times = Number(parts?.[4] ?? 1);
    const falls = places.every((here, i) => here <= 25 && (i === 0 || here < places[i - 1]));
    if (!parts || !falls || times < 1 || times > MOST_CHECKERS) return word;
    for (let n = 0; n < times; n += 1) places.slice(1).forEach((to, i) => written.push({ at: places[i], to, star: names[i + 1].endsWith("*"), word }));
  }
  return written;
}

/** @param {string} name */
const place = (name) => (name.startsWith("b") ? 25 : name.startsWith("o") ? 0 : Number(name));

/**
 * The way through the steps that plays what is written; a way that begins so, when something is left to play.
 * @param {Steps} steps @param {string} text @param {{ position: Position, seat: Seat }} table
 * @returns {ParsedPlay}
 */
export function findPlay(steps, text, { position, seat }) {
  const wanted = legs(text);
  if (typeof wanted === "string") return failure(put(gettext("“%(word)s” is not a move. Write moves like 24/18 13/11, bar/22 or 6/off."), { word: wanted }));
  if (!wanted.length) return failure(gettext("Write moves like 24/18 13/11, bar/22 or 6/off."));
  const walk = walker.begin(steps);
  const starred = new Set(wanted.filter((leg) => leg.star).map((leg) => leg.to));
  const asWritten = (/** @type {Step} */ step) => !step[4] || starred.has(step[1]);
  const whole = search(walk, wanted, { whole: true, allows: asWritten }) ?? search(walk, wanted, { whole: true });
  if (whole) return { path: whole, whole: true, why: "" };
  const part = search(walk, wanted, { whole: false });
  if (part) return { path: part, whole: false, why: remaining(walker.walkOn(walk, ...part)) };
  return failure(explain(walk, wanted, position, seat));
}

/** @param {string} why @returns {ParsedPlay} */
const failure = (why) => ({ path: null, whole: false, why });

/**
 * Depth first; what was tried in vain is not tried again.
 * @param {Walk} walk @param {Leg[]} wanted @param {{ whole: boolean, allows?: Allows, tried?: Set<string> }} how whole: to the end of the roll
 * @returns {Step[] | null}
 */
function search(walk, wanted, { whole, allows = () => true, tried = new Set() }) {
  if (!wanted.length) return whole && !walker.isWhole(walk) ? null : walk.path;
  const key = `${walker.node(walk)} ${wanted.map(({ at, to }) => `${at}/${to}`).sort().join(" ")}`;
  if (tried.has(key)) return null;
  tried.add(key);
  for (const step of walker.options(walk).filter(allows)) {
    for (const [k, leg] of wanted.entries()) {
      if (leg.at !== step[0] || step[1] < leg.to) continue;
      const rest = step[1] === leg.to ? [] : [{ ...leg, at: step[1] }];
      const path = search(walker.walkOn(walk, step), [...wanted.filter((_, n) => n !== k), ...rest], { whole, allows, tried });
      if (path) return path;
    }
  }
  return null;
}

/** @param {Walk} walk @returns {string} what is still to be played, with an example */
export function remaining(walk) {
  const dice = new Set(walker.options(walk).map((step) => step[2]));
  const [source, target, die, , hit] = walker.options(walk)[0] ?? [0, 0, 0, "", 0];
  const values = { die: listed([...dice], "disjunction"), example: playText([[source, target, hit]]) };
  return die ? put(gettext("Next: %(die)s, for example %(example)s."), values) : "";
}

/** @param {Walk} walk @param {Leg[]} wanted @param {Position} position @param {Seat} seat */
function explain(walk, wanted, position, seat) {
  for (const { at, word } of wanted) {
    const arrives = wanted.some((leg) => leg.to === at) || at === 0;
    if (!arrives && !count(position, seat, at)) return put(at === 25 ? gettext("%(word)s: you have no checker on the bar.") : gettext("%(word)s: you have no checker on point %(place)s."), { word, place: at });
  }
  const alone = wanted.find((leg) => !search(walk, [leg], { whole: false }) && !wanted.some((other) => other.to === leg.at));
  const numbers = [...new Set(Object.values(walk.steps.nodes).flat().map((step) => step[2]))].sort((a, b) => b - a);
  const dice = listed(numbers, "conjunction");
  if (alone) return put(gettext("%(word)s is not legal here with %(dice)s."), { word: alone.word, dice });
  return put(gettext("These moves cannot be played together with %(dice)s."), { dice });
}

/**
 * One way to each whole play, when there are not too many.
 * @param {Steps} steps @param {number} most @returns {Step[][] | null}
 */
export function wholePlays(steps, most) {
  if (steps.ends.length > most) return null;
  const first = walker.begin(steps);
  /** @type {Map<string, Walk>} */
  const ways = new Map([[walker.node(first), first]]);
  for (const walk of ways.values()) {
    for (const step of walker.options(walk)) {
      const next = walker.walkOn(walk, step);
      if (!ways.has(walker.node(next))) ways.set(walker.node(next), next);
    }
  }
  return steps.ends.map((end) => ways.get(String(end))?.path ?? []);
}
