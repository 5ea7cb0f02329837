// @ts-check
// The keyboard beside the board: R, D, T, X, B, C, Z, S, Space and Escape, never while something is typed.

/** @import { Bar } from "./bar.js" */
/** @import { Store } from "./store.js" */

/** @param {Bar} bar @param {Store} store */
export function keys(bar, store) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
    if (event.key === " ") space(event, bar);
    else if (event.key === "Escape") store.asking ? store.set({ asking: null }) : store.set({ refusal: null });
    else if (event.key.toLowerCase() === "s") store.swapDice();
    else if (event.key.length === 1) {
      const act = bar.byKey(event.key.toLowerCase());
      if (act && !event.repeat) bar.press(act);
    }
  });
}

/** Space presses the filled button, unless another button has the focus. @param {KeyboardEvent} event @param {Bar} bar */
function space(event, bar) {
  const onControl = event.target instanceof Element && event.target.closest("button, a, summary, [role=tab]");
  const act = bar.primary();
  if (onControl || !act || event.repeat) return;
  event.preventDefault();
  bar.press(act);
}

/** @param {EventTarget | null} target */
const typing = (target) => target instanceof Element && Boolean(target.closest("input:not([type=checkbox]), textarea, select"));
