// @ts-check
// Pages that ask the server again every few seconds (htmx, [data-poll]): not while hidden, every [data-idle] seconds where nobody
// has touched the page for two minutes, and nothing jumps when they change.
// What comes is laid over what stands, so that focus, scrolling, open details and half-typed fields stay.
// Also: a phone opens the bracket at the round that counts, and times that run out are counted down.

import { morph } from "../dom_diff.js";
import { countDown } from "../server_time.js";

const { htmx } = /** @type {any} */ (globalThis);

/** @param {Event} event */
const polled = (event) => (event.target instanceof Element ? event.target.closest("[data-poll]") : null);

const IDLE_MS = 120_000;
let touchedAt = Date.now();
let askedAt = 0;

/** Is this page open, but nobody at it? Then what has just come is kept for a while. @param {Element} part @param {number} now */
function rests(part, now) {
  const seconds = Number(part.getAttribute("data-idle"));
  return seconds > 0 && now - touchedAt > IDLE_MS && now - askedAt < seconds * 1000;
}

function look() {
  document.querySelector("[data-poll]")?.dispatchEvent(new Event("look"));
}

function touch() {
  const rested = Date.now() - touchedAt > IDLE_MS;
  touchedAt = Date.now();
  if (rested) look();
}
for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "scroll"]) addEventListener(name, touch, { passive: true });

document.addEventListener("htmx:beforeRequest", (event) => {
  const part = polled(event);
  if (!part) return;
  const now = Date.now();
  if (document.hidden || rests(part, now)) event.preventDefault();
  else askedAt = now;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const part = detail.target;
  if (!detail.shouldSwap || !(part instanceof Element) || !part.matches("[data-poll]")) return;
  const fresh = new DOMParser().parseFromString(detail.serverResponse, "text/html").getElementById(part.id);
  if (!fresh) return;
  detail.shouldSwap = false;
  morph(part, fresh);
  htmx.process(part); // its address, and with it the key of what is shown, has changed
  countDown();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  touchedAt = Date.now();
  look();
});

const here = document.querySelector("[data-here]");
const box = here?.closest("[data-keep-scroll]");
if (here instanceof HTMLElement && box instanceof HTMLElement && box.scrollWidth > box.clientWidth + 8) {
  box.scrollLeft = here.offsetLeft - box.offsetLeft - 12;
}
countDown();
setInterval(countDown, 1000);
