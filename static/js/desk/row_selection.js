// @ts-check
// The line that is chosen: one among all that can be reached by keys, kept through what is laid over the desk.

import { afterRefresh } from "./polling.js";

/** @type {{ key: string, list: number, index: number }} */
let selection = { key: "", list: 0, index: 0 };

/** Lines by list: what needs somebody, and what stands beside it. @returns {HTMLElement[][]} */
function lists() {
  const sides = [document.querySelector(".desk-side"), document.querySelector(".desk-work")];
  return sides.map((side) => [...(side?.querySelectorAll("[data-rows] > [data-row]") ?? [])].filter((row) => row instanceof HTMLElement));
}

/** @returns {HTMLElement | null} */
export const selectedRow = () => document.querySelector("[data-row][aria-selected=true]");

/** @param {HTMLElement | undefined} row @param {boolean} [focus] */
export function select(row, focus = true) {
  const before = selectedRow();
  if (before && before !== row) { before.removeAttribute("aria-selected"); before.tabIndex = -1; }
  if (!row) return;
  row.setAttribute("aria-selected", "true");
  row.tabIndex = 0;
  const rowLists = lists();
  const list = Math.max(0, rowLists.findIndex((rows) => rows.includes(row)));
  selection = { key: row.dataset.key ?? "", list, index: (rowLists[list] ?? []).indexOf(row) };
  if (focus) {
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }
}

/** @param {number} by */
export function selectNext(by) {
  const rowLists = lists();
  const now = selectedRow();
  const list = rowLists[selection.list]?.length ? selection.list : rowLists.findIndex((rows) => rows.length);
  const rows = rowLists[list] ?? [];
  const at = now ? rows.indexOf(now) : -1;
  select(rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + by))]);
}

/** To the other list. @param {number} list */
export function selectList(list) {
  const rows = lists()[list] ?? [];
  if (rows.length) select(rows[0]);
}

/** After the desk was laid anew: the same line, else the one that stands in its place. */
function restoreSelection() {
  if (!selection.key || selectedRow()) return;
  const rows = lists()[selection.list] ?? [];
  const same = rows.find((row) => row.dataset.key === selection.key);
  const lost = document.activeElement === document.body;
  select(same ?? rows[Math.min(selection.index, rows.length - 1)], lost && !document.querySelector("dialog[open]"));
}

export function watchSelection() {
  afterRefresh.push(restoreSelection);
  document.addEventListener("focusin", (event) => {
    const row = event.target instanceof Element ? event.target.closest("[data-row]") : null;
    if (row instanceof HTMLElement && row !== selectedRow()) select(row, false);
  });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest("[data-row]");
    if (row instanceof HTMLElement && !target?.closest("a, button, input, label")) select(row);
  });
}
