// @ts-check
// The shapes the server sends. No code: only names for the editor and the checker.

/** @typedef {"A" | "B"} Seat */
/** @typedef {[source: number, target: number, die: number, next: string | number, hit: number]} Step mover's numbers, bar 25, off 0 */
/** @typedef {{ start: string | number, nodes: Record<string, Step[]>, ends: Array<string | number> }} Steps */
/** @typedef {Record<Seat, number>} Pair */
/** @typedef {{ board: number[], off: Pair }} Position board: 26 counts seen by A; A's are positive; [25] A's bar, [0] minus B's bar */
/** @typedef {{ id: number, name: string, country: string, is_bot: boolean, is_house_bot: boolean, url?: string, people?: Array<{ id: number, name: string }> }} Person */
/** @typedef {{ value: number, owner: Seat | null, offered: number | null, in_use: boolean, automatic?: number }} Cube */
/** @typedef {{ kind: string, delay_ms: number, running: Seat | null, at: number, reserve_ms: Pair, delay_left_ms: number, paused: boolean, lag_left_ms?: Pair, overtime_ms?: Pair, days?: number, vacation_until?: Record<Seat, number | null> }} Clock of correspondence: `days` of a turn */
/** @typedef {{ seat: Seat, dice: number[], moves: Array<[number, number, number | boolean]>, text: string }} LastPlay */
/** @typedef {{ game: number, winner: Seat, kind: string, level: number, points: number, score: Pair, crawford: boolean }} GameResult */
/** @typedef {null | [code: string, sentence: string]} Permission null means allowed */
/**
 * @typedef {Object} View
 * @property {string} match
 * @property {number} seq
 * @property {number} now
 * @property {Seat | null} seat
 * @property {string} status
 * @property {boolean} paused
 * @property {number | null} length
 * @property {number | null} games
 * @property {Record<Seat, Person>} players
 * @property {Pair} score
 * @property {Pair | null} away
 * @property {string} crawford
 * @property {number} game
 * @property {number[]} board
 * @property {Pair} off
 * @property {Pair} pips
 * @property {Cube} cube
 * @property {number[] | null} dice
 * @property {Seat | null} turn
 * @property {Seat | null} to_act
 * @property {string | null} waiting_for
 * @property {Record<Seat, boolean>} ready
 * @property {boolean} last_game the open-ended session ends after this game
 * @property {Record<Seat, boolean>} end_asked who asks to end the open-ended session now
 * @property {Record<string, Permission>} may
 * @property {Permission} cube_note why a double that is allowed would be pointless
 * @property {Steps | null} steps
 * @property {LastPlay | null} last_play
 * @property {{ by: Seat, level: string, points: number } | null} resign
 * @property {number | null} drop_costs
 * @property {number[]} resign_costs of a single game, a gammon and a backgammon, as points count now
 * @property {number} resign_declined how many of these levels were refused in this position
 * @property {GameResult[]} results
 * @property {{ winner: Seat | null, reason: string } | null} outcome
 * @property {Clock | null} clock
 * @property {number | null} next_at
 * @property {Record<string, any>} dice_proof
 * @property {{ id: string, game: number, roll: number, waits: boolean } | null} [shared_dice] the next roll of dice that other tables share
 * @property {Record<string, any>} context
 * @property {string[]} rules_card
 */
/** @typedef {{ from: number, now: number, seq: number } & Partial<View>} Changes what differs from the view at `from` */
/** @typedef {{ seq: number, game: number, seat: Seat | "", kind: string, payload: Record<string, any>, at: string }} Row one line of the log */
/** @typedef {{ A: boolean, B: boolean, spectators: number }} Presence */

export {};
