// @ts-check
// The shapes that review.json has. No code: only names for the editor and the checker.

/** @import { Seat } from "../table/types.js" */
/**
 * One step. Pairs are [A's, B's].
 * @typedef {Object} Frame
 * @property {number} seq number in the log; 0 before anything was rolled
 * @property {string} kind of the action, or "start"
 * @property {Seat | ""} seat
 * @property {string} say the step as a sentence
 * @property {number} chapter place of its game in `chapters`
 * @property {number[]} board 26 counts as A sees them
 * @property {[number, number]} off
 * @property {[number, number]} pips
 * @property {Seat | null} turn
 * @property {[number, number] | null} dice rolled here, or just played
 * @property {Array<[number, number, number]>} [moves] of a play
 * @property {[value: number, owner: Seat | null, offered: number | null, inUse: boolean]} cube
 * @property {Seat | null} asked who must answer a double
 * @property {[number, number]} score
 * @property {[number, number] | null} away
 * @property {string} crawford "", "now" or "after"
 * @property {[number, number] | null} clock
 * @property {number | null} spent milliseconds used for it, the roll included
 * @property {[position: string, gnubg: string | null, xgid: string]} ids
 */
/** @typedef {{ game: number, first: number, last: number }} Chapter */
/** @typedef {{ names: [string, string], frames: Frame[], chapters: Chapter[], marks: Record<string, string> }} Review */

export {};
