// @ts-check
// The line that is chosen: one among all that can be reached by keys, kept through what is laid over the desk.

import { laidListeners } from "./polling.js";

/** @type {{ key: string, list: number, index: number }} */
let chosen = { key: "", list: 0, index: 0 };

/** Lines by list: what needs somebody, and what stands beside it. @returns {HTMLElement[][]} */
function lists() {
  const sides = [document.querySelector(".desk-side"), document.querySelector(".desk-work")];
  return sides.map((side) => [...(side?.querySelectorAll("[data-rows] > [data-row]") ?? [])].filter((one) => one instanceof HTMLElement));
}

/** @returns {HTMLElement | null} */
export const current = () => document.querySelector("[data-row][aria-selected=true]");

/** @param {HTMLElement | undefined} row @param {boolean} [focus] */
export function choose(row, focus = true) {
  const before = current();
  if (before && before !== row) { before.removeAttribute("aria-selected"); before.tabIndex = -1; }
  if (!row) return;
  row.setAttribute("aria-selected", "true");
  row.tabIndex = 0;
  const found = lists();
  const list = Math.max(0, found.findIndex((rows) => rows.includes(row)));
  chosen = { key: row.dataset.key ?? "", list, index: (found[list] ?? []).indexOf(row) };
  if (focus) {
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }
}

/** @param {number} by */
export function step(by) {
  const found = lists();
  const now = current();
  const list = found[chosen.list]?.length ? chosen.list : found.findIndex((rows) => rows.length);
  const rows = found[list] ?? [];
  const at = now ? rows.indexOf(now) : -1;
  choose(rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + by))]);
}

/** To the other list. @param {number} list */
export function cross(list) {
  const rows = lists()[list] ?? [];
  if (rows.length) choose(rows[0]);
}

/** After the desk was laid anew: the same line, else the one that stands in its place. */
function again() {
  if (!chosen.key || current()) return;
  const rows = lists()[chosen.list] ?? [];
  const same = rows.find((row) => row.dataset.key === chosen.key);
  const lost = document.activeElement === document.body;
  choose(same ?? rows[Math.min(chosen.index, rows.length - 1)], lost && !document.querySelector("dialog[open]"));
}

export function watchRows() {
  laidListeners.push(again);
  document.addEventListener("focusin", (event) => {
    const row = event.target instanceof Element ? event.target.closest("[data-row]") : null;
    if (row instanceof HTMLElement && row !== current()) choose(row, false);
  });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest("[data-row]");
    if (row instanceof HTMLElement && !target?.closest("a, button, input, label")) choose(row);
  });
}
