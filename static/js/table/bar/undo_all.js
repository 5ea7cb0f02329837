// @ts-check
// Taking everything back at once: Shift and Z, or holding "Undo" for a moment.

import { lettersAreKeys } from "../settings/shortcuts_help.js";

/** @import { ActionBar } from "./action_bar.js" */

const HOLD_MS = 550;

/** @param {ActionBar} bar */
export function watchUndoAll(bar) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.key !== "Z" || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || typing || !lettersAreKeys()) return;
    event.preventDefault();
    bar.press("undo_all");
  }, { capture: true });

  let timer = 0;
  let undone = false;
  const root = bar.root;
  root.addEventListener("pointerdown", (event) => {
    undone = false;
    clearTimeout(timer);
    if (!(event.target instanceof Element && event.target.closest('[data-act="undo"]'))) return;
    timer = window.setTimeout(() => { undone = bar.press("undo_all"); }, HOLD_MS);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(kind, () => clearTimeout(timer));
  root.addEventListener("contextmenu", (event) => { if (timer) event.preventDefault(); });
  // The press that ends a long one is not a press of its own.
  root.addEventListener("click", (event) => {
    if (undone) event.stopImmediatePropagation();
    undone = false;
  }, { capture: true });
}
