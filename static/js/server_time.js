// @ts-check
// The time of the server. The clock of a device may be minutes wrong, so what runs out is counted by this one.

import { save, load } from "./storage.js";

const PLACE = "barpoint.server-time";
let offset = Number(load(PLACE)) || 0;

/** Milliseconds since 1970, as far as the last answer tells. */
export const serverNow = () => Date.now() + offset;

/** The way to the server is not counted, so that what is left is never shown as more than it is. @param {number} server @param {number} askedAt when the request was sent, by the clock of this device */
export function syncServerTime(server, askedAt) {
  if (!Number.isFinite(server) || server <= 0) return;
  offset = server - askedAt;
  save(PLACE, String(offset));
}

/** @param {string | null} at a date @returns {number} milliseconds left, never less than 0 */
export const leftUntil = (at) => Math.max(0, Date.parse(at ?? "") - serverNow() || 0);

/** @param {number} ms @returns {string} 9:05, or 1:00:00 from an hour on */
export function countdown(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (seconds < 3600) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Every time of the page that is counted down. */
export function countDown() {
  for (const place of document.querySelectorAll("time[data-until]")) {
    const text = countdown(leftUntil(place.getAttribute("datetime")));
    if (place.textContent !== text) place.textContent = text;
  }
}
