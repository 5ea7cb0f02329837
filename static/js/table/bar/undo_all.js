// @ts-check
// Taking everything back at once: Shift and Z, or holding "Undo" for a moment.

import { lettersAreKeys } from "../settings/shortcuts_help.js";

/** @import { Bar } from "./action_bar.js" */

const HOLD_MS = 550;

/** @param {Bar} bar */
export function undoing(bar) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.key !== "Z" || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || typing || !lettersAreKeys()) return;
    event.preventDefault();
    bar.press("undo_all");
  }, { capture: true });

  let timer = 0;
  let held = false;
  const root = bar.root;
  root.addEventListener("pointerdown", (event) => {
    held = false;
    clearTimeout(timer);
    if (!(event.target instanceof Element && event.target.closest('[data-act="undo"]'))) return;
    timer = window.setTimeout(() => { held = bar.press("undo_all"); }, HOLD_MS);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(kind, () => clearTimeout(timer));
  root.addEventListener("contextmenu", (event) => { if (timer) event.preventDefault(); });
  // The press that ends a long one is not a press of its own.
  root.addEventListener("click", (event) => {
    if (held) event.stopImmediatePropagation();
    held = false;
  }, { capture: true });
}
