// @ts-check
// XGID and GNU Backgammon ID (Position ID:Match ID) in and out, as games/engine/xgid.py and ids.py have them. Whether the position
// can be judged is for the server.

import { CHECKERS, USUAL_MAX_CUBE } from "./setup.js";

/** @import { Seat } from "../table/types.js" */
/** @import { Setup } from "./setup.js" */

const XGID = /^([-A-Oa-o]{26}):(\d\d?):([01]|-1):(1|-1):(00|[1-6]{2}|[DBR]):(\d{1,5}):(\d{1,5}):([0-3]):(\d{1,5}):(\d\d?)$/;
const XGID_IN_TEXT = /xgid=(\S+)/i;
const GNUBG_IN_TEXT = /Position ID\s*:\s*(\S{14})\s+Match ID\s*:\s*(\S{12})/i;
const WIDTHS = [4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1];
const CENTRE = 3;
const PLAYING = 1;
const MOST_POWER = 15;
const HIGHEST_SCORE = 2 ** 15 - 1;

/** The position of an ID, also inside the text that other programs copy; null for anything else. @param {string} text @returns {Setup | null} */
export function readId(text) {
  const inside = XGID_IN_TEXT.exec(text);
  if (inside) return readXgid(inside[1]);
  const both = GNUBG_IN_TEXT.exec(text);
  const alone = (both ? `${both[1]}:${both[2]}` : text.trim()).replaceAll(" ", "+"); // what becomes of a plus in an address
  if (alone.split(":").length > 2) return readXgid(alone);
  const [position, match] = alone.split(":");
  return readGnubg(position, match);
}

/** @param {Setup} setup */
export function xgidOf({ points, cube, owner, turn, roll, score, crawford, jacoby, beavers, length, maxCube }) {
  const rules = length ? Number(crawford) : Number(jacoby) + 2 * Number(beavers);
  const rest = [Math.log2(cube), side(owner), side(turn), roll, score.A, score.B, rules, length, maxCube];
  return `XGID=${points.map(letter).join("")}:${rest.join(":")}`;
}

/** `Position ID:Match ID`; null where it would lose something. @param {Setup} setup */
export function gnubgIdOf(setup) {
  const { points, cube, owner, turn, roll, score, crawford, jacoby, beavers, length } = setup;
  if (beavers || "BR".includes(roll) || Math.max(score.A, score.B, length) > HIGHEST_SCORE) return null;
  const [mover, waiting] = turn === "A" ? [points, turnedPoints(points)] : [turnedPoints(points), points];
  const isDoubled = roll === "D";
  const onRoll = player(turn);
  const dice = isDoubled ? [0, 0] : [...roll].map(Number).sort((a, b) => b - a);
  const fields = [
    Math.log2(cube), owner ? player(owner) : CENTRE, onRoll, Number(length > 0 && crawford), PLAYING, isDoubled ? 1 - onRoll : onRoll,
    Number(isDoubled), 0, dice[0], dice[1], length, score.B, score.A, Number(length > 0 || !jacoby),
  ];
  return `${positionIdOf(mover, waiting)}:${packed(fields.map((value, i) => digits(value, WIDTHS[i])).join(""), 72).slice(0, 12)}`;
}

/** @param {string} text @returns {Setup | null} */
function readXgid(text) {
  const fields = XGID.exec(text.trim());
  if (!fields || Number(fields[2]) > MOST_POWER) return null;
  const [, squares, power, owner, turn, roll, bottom, top, rules, length, maxCube] = fields;
  const points = [...squares].map(countOf);
  if (!isBoard(points)) return null;
  return {
    points,
    cube: 2 ** Number(power),
    owner: owner === "1" ? "A" : owner === "-1" ? "B" : null,
    turn: turn === "1" ? "A" : "B",
    roll,
    score: { A: Number(bottom), B: Number(top) },
    crawford: Number(length) > 0 && rules === "1",
    jacoby: length === "0" && (Number(rules) & 1) > 0,
    beavers: length === "0" && (Number(rules) & 2) > 0,
    length: Number(length),
    maxCube: Number(maxCube),
  };
}

/** @param {string} position @param {string} [match] a money session before the roll without it @returns {Setup | null} */
function readGnubg(position, match) {
  const mover = pointsOf(position);
  const fields = match === undefined ? [0, CENTRE, 1, 0, PLAYING, 1, 0, 0, 0, 0, 0, 0, 0, 1] : matchFields(match);
  if (!mover || !fields) return null;
  const [power, owner, onRoll, crawford, , , doubled, resigned, high, low, length, top, bottom, noJacoby] = fields;
  if (owner === 2 || resigned || !high !== !low || high > 6 || low > 6) return null;
  return {
    points: onRoll ? mover : turnedPoints(mover),
    cube: 2 ** power,
    owner: owner === CENTRE ? null : owner ? "A" : "B",
    turn: onRoll ? "A" : "B",
    roll: doubled ? "D" : `${high}${low}`,
    score: { A: bottom, B: top },
    crawford: length > 0 && crawford > 0,
    jacoby: length === 0 && !noJacoby,
    beavers: false,
    length,
    maxCube: USUAL_MAX_CUBE,
  };
}

/** The checkers of both sides as runs of ones, the side that waits first. @param {number[]} mover @param {number[]} waiting each seen by that side */
function positionIdOf(mover, waiting) {
  const runs = [waiting, mover].flatMap((points) => points.slice(1).map((count) => `${"1".repeat(Math.max(0, count))}0`));
  return packed(runs.join(""), 80).slice(0, 14);
}

/** The points seen by the side on roll. @param {string} text @returns {number[] | null} */
function pointsOf(text) {
  const bits = text.length === 14 ? unpacked(`${text}==`) : null;
  const runs = bits?.split("0").map((run) => run.length);
  if (!runs || runs.length < 50 || runs.slice(50).some(Boolean)) return null;
  const [waiting, mover] = [runs.slice(0, 25), runs.slice(25, 50)];
  const points = [0 - waiting[24], ...mover];
  for (let place = 1; place <= 24; place += 1) {
    const theirs = waiting[24 - place];
    if (theirs && points[place]) return null;
    points[place] -= theirs;
  }
  return isBoard(points) ? points : null;
}

/** @param {string} text @returns {number[] | null} */
function matchFields(text) {
  const bits = text.length === 12 ? unpacked(text) : null;
  if (!bits) return null;
  let at = 0;
  return WIDTHS.map((width) => parseInt([...bits.slice(at, (at += width))].reverse().join(""), 2));
}

/** @param {number[]} points */
const turnedPoints = (points) => points.map((_, i) => 0 - points[25 - i]);

/** @param {number[]} points */
function isBoard(points) {
  const sums = [1, -1].map((way) => points.reduce((sum, count) => sum + Math.max(0, count * way), 0));
  return points[25] >= 0 && points[0] <= 0 && Math.max(...sums) <= CHECKERS;
}

/** A number as bits, the lowest first. @param {number} value @param {number} width */
const digits = (value, width) => [...value.toString(2).padStart(width, "0")].reverse().join("");

/** Base64 of bits, the lowest of each byte first. @param {string} bits @param {number} size */
function packed(bits, size) {
  const bytes = (bits.padEnd(size, "0").match(/.{8}/g) ?? []).map((byte) => parseInt([...byte].reverse().join(""), 2));
  return btoa(String.fromCharCode(...bytes));
}

/** @param {string} text @returns {string | null} */
function unpacked(text) {
  try {
    return [...atob(text)].map((char) => digits(char.charCodeAt(0), 8)).join("");
  } catch {
    return null;
  }
}

/** @param {number} count */
const letter = (count) => (count ? String.fromCharCode((count > 0 ? 64 : 96) + Math.abs(count)) : "-");

/** @param {string} char */
function countOf(char) {
  if (char === "-") return 0;
  return char < "a" ? char.charCodeAt(0) - 64 : 96 - char.charCodeAt(0);
}

/** @param {Seat | null} seat */
const side = (seat) => (seat === "A" ? 1 : seat === "B" ? -1 : 0);

/** @param {Seat} seat */
const player = (seat) => (seat === "A" ? 1 : 0);
