// @ts-check
// Pages that ask the server again every few seconds (htmx, [data-poll]): not while hidden, and nothing jumps when they change.
// Also: a phone opens the bracket at the round that counts, and times that run out are counted down.

import { countDown } from "../server-time.js";

/** @type {Map<string, number>} */
const scrolled = new Map();

/** @param {Event} event */
const polled = (event) => event.target instanceof Element && event.target.closest("[data-poll]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && polled(event)) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", () => {
  for (const box of document.querySelectorAll("[data-keep-scroll]")) scrolled.set(box.id, box.scrollLeft);
});
document.addEventListener("htmx:afterSettle", () => {
  for (const [id, left] of scrolled) {
    const box = document.getElementById(id);
    if (box) box.scrollLeft = left;
  }
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
