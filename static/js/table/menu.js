// @ts-check
// The table's menu: how the board lies and how it is played. Kept in this browser.

/** @import { Prefs } from "./store.js" */
/** @import { Store } from "./store.js" */

/** @param {Store} store */
export function menu(store) {
  for (const box of document.querySelectorAll("input[data-pref]")) {
    if (!(box instanceof HTMLInputElement)) continue;
    const name = /** @type {keyof Prefs} */ (box.dataset.pref);
    box.checked = store.prefs[name];
    box.addEventListener("change", () => store.prefer({ [name]: box.checked }));
  }
  document.querySelector("[data-turn-board]")?.addEventListener("click", () => store.set({ turned: !store.turned }));
}
