// @ts-check
// Sends what the player does, once: the same key goes again until the server has answered, over a lost line and a reload.

import { gettext } from "../i18n.js";
import { TicketRefused } from "./live/ticket.js";

/** @import { Changes, Row, View } from "./types.js" */
/** @import { Store } from "./store.js" */
/** @import { Tickets } from "./live/ticket.js" */
/** @typedef {{ kind: string, payload: Record<string, any>, expected_seq: number | null, key: string }} Body */

const SLOW_MS = 300;
const LONGEST_MS = 4_000;
const NEWS_MS = 8_000;
/** So many answers are remembered for how long the way takes; the quickest of them waited for nothing else. */
const MEASURED = 8;
/** What does not depend on what the other player does meanwhile. */
const ANY_TIME = new Set(["ready", "nonce", "concede", "last_game"]);
/** Answers that mean "not now": the action is kept and sent again. */
const AGAIN = new Set([401, 429, 502, 503, 504]);

export class Actions {
  /** @param {string} url of the match on the live side @param {Tickets} tickets @param {Store} store */
  constructor(url, tickets, store) {
    this.url = url;
    this.tickets = tickets;
    this.store = store;
    this.storageKey = `barpoint.sending.${store.view.match}`;
    this.wake = () => {};
    /** @type {number[]} milliseconds from sending to answer, of the last actions */
    this.roundTrips = [];
    window.addEventListener("online", () => this.wake());
  }

  /** @param {string} kind @param {Record<string, any>} [payload] @param {boolean} [byItself] nobody pressed: a preference did it */
  async send(kind, payload = {}, byItself = false) {
    if (this.store.sending) return;
    const expected = ANY_TIME.has(kind) ? null : this.store.truth.seq;
    await this.#deliver({ kind, payload, expected_seq: expected, key: newKey() }, byItself);
  }

  /** What a reload interrupted goes out with its old key; if it had arrived, the old answer comes back. */
  async resume() {
    const body = this.#unsent();
    if (body) await this.#deliver(body, false);
  }

  /** What the server has now: for a page that has slept or was shown from memory. */
  async refresh() {
    const view = await this.#view();
    if (view) this.store.setView(view);
  }

  /** @param {Body} body @param {boolean} byItself */
  async #deliver(body, byItself) {
    this.#remember(body);
    this.store.set({ sending: { kind: body.kind, slow: false }, refusal: null, news: null });
    if (body.kind === "play" && body.expected_seq === this.store.truth.seq) this.store.foresee(body.payload.moves);
    const slow = setTimeout(() => this.store.set({ sending: { kind: body.kind, slow: true } }), SLOW_MS);
    const answer = await this.#answer(body);
    clearTimeout(slow);
    this.#remember(null);
    this.store.set({ sending: null });
    if (answer.ok) this.#accept(answer.data);
    else await this.#refuse(answer.data, byItself);
  }

  /** @param {{ actions?: Row[], changes?: Changes, view?: View }} data */
  #accept(data) {
    if (data.actions) this.store.addRows(data.actions);
    if (data.view) this.store.setView(data.view);
    if (data.changes && !this.store.applyChanges(data.changes)) this.refresh();
  }

  /** The board is put back to what the server holds. @param {{ detail?: string, code?: string }} data @param {boolean} byItself */
  async #refuse(data, byItself) {
    await this.refresh();
    this.store.restore();
    if (data.code !== "stale") this.store.set({ refusal: data.detail ?? gettext("The server did not accept this. Reload the page and try again.") });
    else if (!byItself) this.#showNews(gettext("Perhaps you played in another window. The board is now up to date."));
  }

  /** Stands for a while in the place of the sentence. @param {string} news */
  #showNews(news) {
    this.store.set({ news });
    setTimeout(() => this.store.news === news && this.store.set({ news: null }), NEWS_MS);
  }

  /** @param {Body} body @returns {Promise<{ ok: boolean, data: any }>} */
  async #answer(body) {
    const pressed = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      const sent = performance.now();
      try {
        const answer = await this.#post(this.#timed(body, sent - pressed));
        if (answer.ok) this.roundTrips = [...this.roundTrips, performance.now() - sent].slice(-MEASURED);
        if (answer.status === 401) this.tickets.drop();
        if (!AGAIN.has(answer.status) || (answer.status === 401 && attempt > 2)) return { ok: answer.ok, data: await answer.json().catch(() => ({})) };
      } catch (error) {
        if (error instanceof TicketRefused) return { ok: false, data: { detail: error.message } };
        // No answer: it may have arrived or not. The key makes repeating safe.
      }
      await this.#pause(Math.min(LONGEST_MS, 250 * 2 ** attempt));
    }
  }

  /** Where the clock gives back what the way takes: how long that is, and how long this one has waited for a line.
   * @param {Body} body @param {number} waited */
  #timed(body, waited) {
    if (!this.store.view.clock?.lag_left_ms) return body;
    return { ...body, lag_ms: Math.round(waited + (this.roundTrips.length ? Math.min(...this.roundTrips) : 0)) };
  }

  /** @param {Body} body */
  async #post(body) {
    const headers = { Authorization: await this.tickets.header(), "Content-Type": "application/json" };
    return fetch(`${this.url}/actions?changes=1`, { method: "POST", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) });
  }

  /** @returns {Promise<View | null>} */
  async #view() {
    try {
      const headers = { Authorization: await this.tickets.header() };
      const answer = await fetch(`${this.url}/view`, { headers, cache: "no-store", signal: AbortSignal.timeout(5_000) });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  /** @param {Body | null} body */
  #remember(body) {
    try {
      if (body) sessionStorage.setItem(this.storageKey, JSON.stringify(body));
      else sessionStorage.removeItem(this.storageKey);
    } catch {
      // A browser that keeps nothing sends it all the same, only not after a reload.
    }
  }

  /** @returns {Body | null} */
  #unsent() {
    try {
      return JSON.parse(sessionStorage.getItem(this.storageKey) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {number} ms */
  #pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}

/** Random text; crypto.randomUUID is missing on plain http, so it is made by hand. @param {number} [bytes] */
export function newKey(bytes = 16) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
