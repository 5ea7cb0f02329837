// @ts-check
// The controls of the preferences, wherever they stand on the page, and the sheet that holds most of them. A change shows
// on the board at once.

import { ALLOWED } from "./prefs.js";

/** @import { SoundEffects } from "../announce/sound_effects.js" */
/** @import { Prefs } from "./prefs.js" */
/** @import { Store } from "../store.js" */

/** @param {Store} store @param {SoundEffects} soundEffects */
export function bindPrefs(store, soundEffects) {
  const controls = [...document.querySelectorAll("input[data-pref]")].filter((control) => control instanceof HTMLInputElement);
  for (const control of controls) {
    control.addEventListener("input", () => {
      const name = control.dataset.pref ?? "";
      const text = control.type === "checkbox" ? String(control.checked) : control.value;
      const value = ALLOWED[name].find((option) => String(option) === text);
      store.prefer(/** @type {Partial<Prefs>} */ ({ [name]: value }));
      if (name === "volume" || name === "sound") soundEffects.play("checker");
    });
  }
  const draw = () => {
    const { sound, volume } = store.prefs;
    document.documentElement.dataset.volume = String(sound ? volume : 0); // for what sounds outside the table: waiting.js
    controls.forEach((control) => show(control, store.prefs));
  };
  store.listeners.push(draw);
  draw();
  document.querySelector("[data-sound-try]")?.addEventListener("click", () => soundEffects.play("dice"));
}

/** @param {HTMLInputElement} control @param {Prefs} prefs */
function show(control, prefs) {
  const value = String(/** @type {Record<string, unknown>} */ (prefs)[control.dataset.pref ?? ""]);
  if (control.type === "checkbox") control.checked = value === "true";
  else if (control.type === "radio") control.checked = control.value === value;
  else if (control.value !== value) control.value = value;
}

/** Opens beside the board and closes with Escape; the match goes on meanwhile. @param {HTMLDialogElement} sheet */
export function watchSheet(sheet) {
  const back = document.querySelector(".table-head details[data-menu]:not(.waiting) summary");
  const close = () => {
    sheet.close();
    if (back instanceof HTMLElement) back.focus();
  };
  sheet.querySelector("[data-prefs-close]")?.addEventListener("click", close);
  sheet.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the keys of the match rest while one chooses here
    if (event.key === "Escape") close();
  });
  document.querySelector("[data-prefs-open]")?.addEventListener("click", () => {
    back?.closest("details")?.removeAttribute("open");
    sheet.show();
    const title = sheet.querySelector("h2");
    title?.focus();
  });
}
