// @ts-check
// How large an error is: its name, its mark, and the errors of a match in order. The limits are those of analysis/summary.py.

import { pgettext } from "../../i18n.js";

/** @import { Decision } from "./types.js" */
/** @typedef {{ limit: number, name: string, mark: string, label: () => string }} Level */

/** @type {Level[]} the largest first */
const LEVELS = [
  { limit: 0.08, name: "blunder", mark: "??", label: () => pgettext("analysis", "Blunder") },
  { limit: 0.04, name: "mistake", mark: "?", label: () => pgettext("analysis", "Mistake") },
  { limit: 0.02, name: "inaccuracy", mark: "?!", label: () => pgettext("analysis", "Inaccuracy") },
];

/** @param {number} error equity lost @returns {Level | null} */
export const levelOf = (error) => LEVELS.find(({ limit }) => error >= limit) ?? null;

/** What a step has cost: its play or answer, and the double missed before it. @param {Decision} decision @returns {number} */
export const worstError = (decision) => Math.max(decision.error, decision.kind === "play" ? (decision.cube?.error ?? 0) : 0);

/**
 * The number of the nearest error after (1) or before (-1) a step; null where there is none.
 * @param {Decision[]} decisions @param {number} seq @param {1 | -1} way @param {(decision: Decision) => number} errorOf what a step has cost
 * @returns {number | null}
 */
export function nextError(decisions, seq, way, errorOf = worstError) {
  const seqs = decisions.filter((decision) => levelOf(errorOf(decision))).map((decision) => decision.seq);
  return (way > 0 ? seqs.find((at) => at > seq) : seqs.findLast((at) => at < seq)) ?? null;
}

/** The decision that a step shows: its own, or before a play the one that its roll leads to. @param {Decision[]} decisions @param {number} seq @param {string} kind @returns {Decision | null} */
export function decisionAt(decisions, seq, kind) {
  const own = decisions.find((decision) => decision.seq === seq);
  if (own) return own;
  return kind.endsWith("roll") ? (decisions.find((decision) => decision.seq > seq && decision.kind === "play") ?? null) : null;
}

/** What there is to solve at an error, as `ask` of analysis/quiz.py; a double comes before its roll. @param {Decision | null} decision @returns {"play" | "double" | "answer" | null} */
export function questionAt(decision) {
  if (!decision || !levelOf(worstError(decision))) return null;
  if (decision.kind === "play") return levelOf(decision.cube?.error ?? 0) ? "double" : "play";
  if (!decision.cube) return null;
  return decision.kind === "double" ? "double" : "answer";
}

/** With a sign and three decimals, in the reader's language. @param {number} value */
export const signed = (value) => new Intl.NumberFormat(globalThis.document?.documentElement?.lang || undefined, { signDisplay: "exceptZero", minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(value).replace("-", "−");

/** A chance in a hundred, with one decimal. @param {number} value 0 to 1 */
export const percent = (value) => new Intl.NumberFormat(globalThis.document?.documentElement?.lang || undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(100 * value);
