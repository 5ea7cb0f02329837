// @ts-check
// Asks the tournament what comes next for the player, until the next match or the place is known. A hidden page waits.

import { nextAsk } from "./end_words.js";

/** @import { AfterMatch } from "./end_words.js" */

/** After the time to join has ended the server needs a moment to say what came of it. */
const AFTER_DEADLINE_MS = 3_000;

export class NextMatch {
  /** @type {AfterMatch | null} */
  answer = null;
  /** How many answers have come or failed to come. */
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #isDue = false;

  /** @param {string} url @param {() => number} now milliseconds of the server @param {(answer: AfterMatch) => void} changed */
  constructor(url, now, changed) {
    this.url = url;
    this.now = now;
    this.changed = changed;
    document.addEventListener("visibilitychange", () => !document.hidden && this.#isDue && void this.ask());
  }

  start() {
    if (this.url) void this.ask();
  }

  /** @returns {number | null} milliseconds left to join the next match */
  get left() {
    const deadline = this.answer?.next?.deadline ?? null;
    return deadline === null ? null : Math.max(0, deadline - this.now());
  }

  async ask() {
    clearTimeout(this.#timer);
    this.#isDue = false;
    const answer = await this.#fetch();
    if (answer === "refused") return;
    if (answer && JSON.stringify(answer) !== JSON.stringify(this.answer)) {
      this.answer = answer;
      this.changed(answer);
    }
    const left = this.left;
    const wait = answer && left !== null ? left + AFTER_DEADLINE_MS : nextAsk(this.#asked, answer);
    this.#asked += 1;
    if (wait !== null) this.#timer = setTimeout(() => this.#due(), wait);
  }

  #due() {
    if (document.hidden) this.#isDue = true;
    else void this.ask();
  }

  /** @returns {Promise<AfterMatch | "refused" | null>} null when the server cannot be reached */
  async #fetch() {
    try {
      const answer = await fetch(this.url, { headers: { Accept: "application/json" }, cache: "no-store" });
      if ([403, 404].includes(answer.status)) return "refused";
      if (!answer.ok) return null;
      const { now: _now, ...rest } = await answer.json();
      return rest;
    } catch {
      return null;
    }
  }
}
