// @ts-check
// The keys of the desk. A letter presses what carries it in the chosen line, else what carries it anywhere on the desk.

import { showTemplate } from "./dialog.js";
import { showPalette } from "./command_palette.js";
import { select, selectList, selectedRow, selectNext } from "./row_selection.js";
import { blocksLeaving } from "./unsaved_changes.js";

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") !== null;
}

/** @param {string} letter @returns {HTMLElement | null} */
function elementFor(letter) {
  const wanted = `[data-press="${CSS.escape(letter)}"]`;
  const row = selectedRow();
  const inside = row?.querySelector(wanted) ?? null;
  const first = document.querySelector(`#desk [data-row] ${wanted}:not([data-on-line])`); // what acts at once wants its line chosen
  const element = inside ?? [...document.querySelectorAll(`#desk ${wanted}`)].find((element) => !element.closest("[data-row]")) ?? (row ? null : first);
  return element instanceof HTMLElement ? element : null;
}

/** @param {string} letter */
function press(letter) {
  const element = elementFor(letter);
  if (!element) return false;
  if (blocksLeaving(element)) return true;
  const row = element.closest("[data-row]");
  if (row instanceof HTMLElement) select(row, false);
  if (element instanceof HTMLInputElement) { element.focus(); element.select(); } else element.click();
  return true;
}

function openLine() {
  const main = selectedRow()?.querySelector("[data-main]");
  if (!(main instanceof HTMLElement)) return false;
  main.click();
  return true;
}

/** @type {Record<string, () => unknown>} */
const MOVES = {
  j: () => selectNext(1), ArrowDown: () => selectNext(1), k: () => selectNext(-1), ArrowUp: () => selectNext(-1),
  h: () => selectList(0), ArrowLeft: () => selectList(0), l: () => selectList(1), ArrowRight: () => selectList(1),
  "?": () => showTemplate(/** @type {HTMLTemplateElement} */ (document.getElementById("desk-keys"))),
  "/": () => showPalette(),
};

/** @param {KeyboardEvent} event */
function pressed(event) {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    showPalette();
    return;
  }
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || document.querySelector("details[data-menu][open]")) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
    return;
  }
  const onControl = event.target instanceof Element && event.target.closest("a, button, summary") !== null;
  if (event.key === "Enter") {
    if (!onControl && openLine()) event.preventDefault();
    return;
  }
  if (event.key.startsWith("Arrow") && event.target instanceof Element && event.target.closest("summary")) return;
  const move = MOVES[event.key];
  if (move) { event.preventDefault(); move(); return; }
  if (/^[a-z0-9]$/.test(event.key) && press(event.key)) event.preventDefault();
}

export function watchShortcuts() {
  document.addEventListener("keydown", pressed);
}
