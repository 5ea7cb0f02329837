// @ts-check
// How the reader likes the table. Kept in this browser and, with a login, with the account (accounts/table_prefs.py holds
// the same list). What is stored but no longer known, or damaged, counts as not stored.

import { save, load } from "../../storage.js";

/**
 * @typedef {{ board: string, colours: "seat" | "light" | "dark", mirror: boolean, flip: boolean, trace: boolean, pips: boolean,
 *   motion: boolean, tapPlays: boolean, confirm: boolean, confirmDouble: boolean, forced: boolean, bearOff: boolean, roll: "ask" | "safe" | "always",
 *   sound: boolean, volume: number }} Prefs
 */
/** @typedef {{ id: number, prefs: Record<string, unknown>, url: string, csrf: string }} Account */

/** Every preference with what it may be, the default first. @type {Record<string, Array<string | number | boolean>>} */
export const ALLOWED = {
  "board": ["club", "slate", "walnut", "berry", "sea", "contrast"],
  "colours": ["seat", "light", "dark"],
  "mirror": [false, true],
  "flip": [false, true],
  "trace": [true, false],
  "pips": [true, false],
  "motion": [true, false],
  "tapPlays": [true, false],
  "confirm": [true, false],
  "confirmDouble": [true, false],
  "forced": [false, true],
  "bearOff": [false, true],
  "roll": ["safe", "ask", "always"],
  "sound": [true, false],
  "volume": [60, 0, 20, 40, 80, 100],
};

const DEFAULTS = /** @type {Prefs} */ (/** @type {unknown} */ (Object.fromEntries(Object.entries(ALLOWED).map(([name, [first]]) => [name, first]))));

const PLACE = "barpoint.table";
const SOON_MS = 500;

/** @param {unknown} raw @returns {Partial<Prefs>} what can be used of it */
export function clean(raw) {
  if (typeof raw !== "object" || raw === null) return {};
  return Object.fromEntries(Object.entries(raw).filter(([name, value]) => Object.hasOwn(ALLOWED, name) && ALLOWED[name].includes(value)));
}

/** Reads and keeps the preferences; `changed` is called when another tab has changed them. */
export class PrefsStore {
  /** @param {Account | null} [account] */
  constructor(account = null) {
    this.account = account;
    this.place = account ? `${PLACE}.${account.id}` : PLACE;
    this.changed = () => {};
    const local = stored(this.place);
    // What did not reach the account yet is newer than what came with the page.
    const ofAccount = local?.unsent ? {} : clean(account?.prefs);
    this.values = { ...DEFAULTS, ...clean(local ?? stored(PLACE)), ...ofAccount };
    if (account && local?.unsent) this.#soon();
    window.addEventListener("storage", (event) => {
      if (event.key !== this.place || !event.newValue) return;
      this.values = { ...DEFAULTS, ...clean(stored(this.place)) };
      this.changed();
    });
    window.addEventListener("pagehide", () => { if (this.timer) this.#send(); });
  }

  /** @param {Partial<Prefs>} values @returns {Prefs} */
  keep(values) {
    this.values = { ...this.values, ...clean(values) };
    this.#write(Boolean(this.account));
    if (this.account) this.#soon();
    return this.values;
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#send(), SOON_MS);
  }

  /** Without an answer it stays marked as unsent and goes out with the next page. */
  async #send() {
    const { account } = this;
    clearTimeout(this.timer);
    this.timer = 0;
    if (!account) return;
    const body = JSON.stringify(this.values);
    const headers = { "Content-Type": "application/json", "X-CSRFToken": account.csrf };
    const answer = await fetch(account.url, { method: "PUT", headers, body, keepalive: true }).catch(() => null);
    // A refusal (an old page, a new list) would be the same the next time.
    if (answer && (answer.ok || answer.status === 400) && body === JSON.stringify(this.values)) this.#write(false);
  }

  /** @param {boolean} unsent */
  #write(unsent) {
    save(this.place, JSON.stringify(unsent ? { ...this.values, unsent } : this.values));
  }
}

/** @param {string} place @returns {any} */
function stored(place) {
  try {
    const values = JSON.parse(load(place) ?? "null");
    return typeof values === "object" ? values : null;
  } catch {
    return null;
  }
}
