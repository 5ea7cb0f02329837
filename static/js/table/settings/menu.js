// @ts-check
// The table's menu: preferences, sound, and the board turned round.

import { openable, settings } from "./prefs_form.js";

/** @import { Hearing } from "../announce/sound_effects.js" */
/** @import { Store } from "../store.js" */

/** @param {Store} store @param {Hearing} hearing */
export function menu(store, hearing) {
  settings(store, hearing);
  const sheet = document.querySelector("dialog[data-prefs]");
  if (sheet instanceof HTMLDialogElement) openable(sheet);
  // For a player it is how he likes to sit and is kept; a spectator only looks from there.
  document.querySelector("[data-turn-board]")?.addEventListener("click", () => {
    if (store.view.seat) store.prefer({ flip: !store.prefs.flip });
    else store.set({ turned: !store.turned });
  });
}
