// @ts-check
// The shapes of analysis.json (analysis/engine/compact.py). No code: only names for the editor and the checker.

/** @typedef {{ play: string, equity: number, win: number, gammon: number, played?: true }} Candidate `played` is there where it is true */
/** @typedef {{ no_double: number, double_take: number, double_drop: number, best: string, error: number, counts: boolean }} CubeDecision */
/**
 * @typedef {Object} Decision
 * @property {number} seq of the entry in the log
 * @property {number} game
 * @property {"A" | "B"} seat
 * @property {"play" | "double" | "take" | "drop"} kind
 * @property {[number, number]} [dice]
 * @property {number} error equity lost, at least 0
 * @property {boolean} counts for the PR
 * @property {number | null} luck
 * @property {number} win_a chance of seat A to win the game
 * @property {Candidate[]} candidates the best first; the played one is always among them
 * @property {CubeDecision | null} cube of a play: the double that was not made
 */

export {};
