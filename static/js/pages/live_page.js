// @ts-check
// Pages that ask the server again every few seconds (htmx, [data-poll]): not while hidden, and nothing jumps when they change.
// What comes is laid over what stands, so that focus, scrolling, open details and half-typed fields stay.
// Also: a phone opens the bracket at the round that counts, and times that run out are counted down.

import { morph } from "../dom_diff.js";
import { countDown } from "../server_time.js";

const { htmx } = /** @type {any} */ (globalThis);

/** @param {Event} event */
const polled = (event) => event.target instanceof Element && event.target.closest("[data-poll]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && polled(event)) event.preventDefault();
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
  const box = document.querySelector("[data-poll]");
  if (!document.hidden && box) box.dispatchEvent(new Event("look"));
});

const here = document.querySelector("[data-here]");
const box = here?.closest("[data-keep-scroll]");
if (here instanceof HTMLElement && box instanceof HTMLElement && box.scrollWidth > box.clientWidth + 8) {
  box.scrollLeft = here.offsetLeft - box.offsetLeft - 12;
}
countDown();
setInterval(countDown, 1000);
