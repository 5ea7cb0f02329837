// @ts-check
// The table's menu: preferences, sound, and the board turned round.

import { watchSheet, bindPrefs } from "./prefs_form.js";

/** @import { SoundEffects } from "../announce/sound_effects.js" */
/** @import { Store } from "../store.js" */

/** @param {Store} store @param {SoundEffects} soundEffects */
export function watchMenu(store, soundEffects) {
  bindPrefs(store, soundEffects);
  const sheet = document.querySelector("dialog[data-prefs]");
  if (sheet instanceof HTMLDialogElement) watchSheet(sheet);
  // For a player it is how they like to sit and is kept; a spectator only looks from there.
  document.querySelector("[data-turn-board]")?.addEventListener("click", () => {
    if (store.view.seat) store.prefer({ flip: !store.prefs.flip });
    else store.set({ turned: !store.turned });
  });
}
