// @ts-check
// The keys of the desk. A letter presses what carries it in the chosen line, else what carries it anywhere on the desk.

import { showTemplate } from "./dialog.js";
import { showPalette } from "./command_palette.js";
import { choose, cross, current, step } from "./row_selection.js";
import { holdsBack } from "./unsaved_changes.js";

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") !== null;
}

/** @param {string} letter @returns {HTMLElement | null} */
function carrier(letter) {
  const wanted = `[data-press="${CSS.escape(letter)}"]`;
  const row = current();
  const inside = row?.querySelector(wanted) ?? null;
  const first = document.querySelector(`#desk [data-row] ${wanted}:not([data-on-line])`); // what acts at once wants its line chosen
  const found = inside ?? [...document.querySelectorAll(`#desk ${wanted}`)].find((one) => !one.closest("[data-row]")) ?? (row ? null : first);
  return found instanceof HTMLElement ? found : null;
}

/** @param {string} letter */
function press(letter) {
  const found = carrier(letter);
  if (!found) return false;
  if (holdsBack(found)) return true;
  const row = found.closest("[data-row]");
  if (row instanceof HTMLElement) choose(row, false);
  if (found instanceof HTMLInputElement) { found.focus(); found.select(); } else found.click();
  return true;
}

function openLine() {
  const main = current()?.querySelector("[data-main]");
  if (!(main instanceof HTMLElement)) return false;
  main.click();
  return true;
}

/** @type {Record<string, () => unknown>} */
const MOVES = {
  j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1),
  h: () => cross(0), ArrowLeft: () => cross(0), l: () => cross(1), ArrowRight: () => cross(1),
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

export function watchKeys() {
  document.addEventListener("keydown", pressed);
}
