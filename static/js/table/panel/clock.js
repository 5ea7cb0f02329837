// @ts-check
// Two clocks, counted on from what the server said: first the delay as a ring, then the reserve, then the overtime where
// there is one. In correspondence the time of a turn, in days. The server decides.

import { gettext, ngettext, put } from "../../i18n.js";
import { find, say } from "../../dom.js";

/** @import { Clock, Seat } from "../types.js" */
/** @import { Store } from "../store.js" */

const STALE_MS = 5_000;
const LOW_MS = 60_000;
const TENTHS_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * What is left at a moment of the server's time; once the reserve is gone, of the overtime.
 * @param {Clock} clock @param {Seat} seat @param {number} now @returns {{ reserve: number, delay: number, overtime: boolean }}
 */
export function reading(clock, seat, now) {
  const counts = clock.running === seat && !clock.paused;
  const gone = counts ? Math.max(0, now - clock.at) : 0;
  const delay = clock.running === seat ? Math.max(0, clock.delay_left_ms - gone) : 0;
  const rest = clock.reserve_ms[seat] - (counts ? Math.max(0, gone - clock.delay_left_ms) : 0);
  const more = clock.overtime_ms?.[seat] ?? 0;
  const overtime = rest <= 0 && Boolean(clock.overtime_ms);
  return { reserve: Math.max(0, overtime ? more + rest : rest), delay, overtime };
}

/** Rounded up, so that 0:00 means that nothing is left; from a day on in days. @param {number} ms @returns {string} */
export function formatTime(ms) {
  if (ms >= DAY_MS) return formatDays(ms);
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** The last seconds of a reserve that runs, with tenths: 9.4. @param {number} ms @returns {string} */
export function formatTenths(ms) {
  const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return (Math.ceil(ms / 100) / 10).toLocaleString(globalThis.document?.documentElement.lang || undefined, tenths);
}

/** Days and hours, hours and minutes, and under an hour as on any clock. @param {number} ms @returns {string} */
export function formatDays(ms) {
  const n = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  if (n && hours) return put(ngettext("%(n)s day %(hours)s h", "%(n)s days %(hours)s h", n), { n, hours });
  if (n) return put(ngettext("%(n)s day", "%(n)s days", n), { n });
  if (ms < HOUR_MS) return formatTime(ms);
  return put(gettext("%(hours)s h %(minutes)s min"), { hours, minutes: Math.floor((ms % HOUR_MS) / 60_000) });
}

/** "On vacation until 3 Dec", or nothing. @param {Clock} clock @param {Seat} seat @param {number} now */
function vacation(clock, seat, now) {
  const until = clock.vacation_until?.[seat] ?? 0;
  if (until <= now) return "";
  const date = new Date(until).toLocaleDateString(document.documentElement.lang || undefined, { day: "numeric", month: "short" }).replaceAll(" ", "\u00a0");
  return put(gettext("On vacation until %(date)s"), { date });
}

export class ClockDisplay {
  /** @param {HTMLElement} root @param {Store} store @param {Seat} seat */
  constructor(root, store, seat) {
    this.root = root;
    this.store = store;
    this.seat = seat;
    this.left = find(".left", SVGElement, root);
    this.seconds = find("text", SVGElement, root);
    this.reserve = find("b", HTMLElement, root);
  }

  tick() {
    const { clock } = this.store.view;
    this.root.hidden = !clock;
    if (!clock) return;
    const { reserve, delay, overtime } = reading(clock, this.seat, this.store.now());
    const running = clock.running === this.seat && !clock.paused;
    const stale = this.store.connection !== "open" && Date.now() - this.store.heardAt > STALE_MS;
    this.#mark("running", running);
    const away = vacation(clock, this.seat, this.store.now());
    const time = clock.days ? formatDays(reserve) : formatTime(reserve);
    this.#mark("words", Boolean(away));
    this.#mark("days", Boolean(clock.days));
    this.#mark("low", (overtime || reserve < (clock.days ? HOUR_MS : LOW_MS)) && this.store.view.status === "playing");
    this.#mark("paused", clock.paused && this.store.view.status === "playing");
    this.#mark("stale", stale);
    this.left.setAttribute("stroke-dasharray", `${running && clock.delay_ms ? ((100 * delay) / clock.delay_ms).toFixed(1) : 0} 100`);
    say(this.seconds, running && clock.delay_ms ? String(Math.ceil(delay / 1000)) : "");
    const last = running && !delay && !overtime && reserve < TENTHS_MS;
    say(this.reserve, away || (last ? formatTenths(reserve) : time));
    const left = overtime ? gettext("%(name)s: %(time)s of overtime left.") : gettext("%(name)s: %(time)s left.");
    const label = put(left, { name: this.store.view.players[this.seat].name, time });
    if (!running && this.root.getAttribute("aria-label") !== label) this.root.setAttribute("aria-label", label);
  }

  /** @param {string} state @param {boolean} on */
  #mark(state, on) {
    this.root.classList.toggle(`clock--${state}`, on);
  }
}
