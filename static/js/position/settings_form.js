// @ts-check
// The fields beside the board: who is on roll, the roll, the score, the cube and the rules. They follow the position and change it.

import { find } from "../dom.js";
import { fitsCrawford, withSettings } from "./setup.js";

/** @import { Seat } from "../table/types.js" */
/** @import { Setup } from "./setup.js" */

export class SettingsForm {
  /** @param {HTMLElement} root @param {() => Setup} current @param {(setup: Setup) => void} change */
  constructor(root, current, change) {
    this.root = root;
    root.addEventListener("change", (event) => {
      const field = event.target;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
      change(withSettings(current(), this.#changeOf(field, current())));
    });
  }

  /** @param {Setup} setup */
  draw(setup) {
    const { cube, owner, turn, roll, score, length } = setup;
    for (const radio of this.root.querySelectorAll("input[name=turn]")) if (radio instanceof HTMLInputElement) radio.checked = radio.value === turn;
    this.#choose("roll", sorted(roll));
    this.#choose("length", String(length));
    this.#choose("cube", String(cube));
    this.#choose("owner", owner ?? "");
    for (const seat of /** @type {Seat[]} */ (["A", "B"])) {
      const field = find(`[name=score_${seat}]`, HTMLInputElement, this.root);
      if (document.activeElement !== field || Number(field.value) !== score[seat]) field.value = String(score[seat]);
      field.max = length ? String(length - 1) : "32767";
    }
    for (const name of /** @type {const} */ (["crawford", "jacoby", "beavers"])) this.#check(name, setup[name]);
    this.#show("crawford", length > 1 && (fitsCrawford(setup) || setup.crawford));
    this.#show("jacoby", !length);
    this.#show("beavers", !length);
    const isCubeUsed = length !== 1;
    for (const name of ["cube", "owner"]) find(`[name=${name}]`, HTMLSelectElement, this.root).disabled = !isCubeUsed;
  }

  /** @param {HTMLInputElement | HTMLSelectElement} field @param {Setup} setup @returns {Partial<Setup>} */
  #changeOf(field, setup) {
    const { name, value } = field;
    if (name === "turn") return { turn: value === "B" ? "B" : "A" };
    if (name === "roll") return { roll: value };
    if (name === "length") return { length: Number(value), ...(value === "1" ? { cube: 1, owner: null } : {}) };
    if (name === "cube") return { cube: Number(value) };
    if (name === "owner") return { owner: value === "A" || value === "B" ? value : null };
    if (name === "score_A" || name === "score_B") return { score: { ...setup.score, [name.at(-1) ?? "A"]: scoreOf(field) } };
    return field instanceof HTMLInputElement ? { [name]: field.checked } : {};
  }

  /** A value that is not in the list, such as a length beyond it, gets an entry. @param {string} name @param {string} value */
  #choose(name, value) {
    const select = find(`[name=${name}]`, HTMLSelectElement, this.root);
    if (![...select.options].some((option) => option.value === value)) select.add(new Option(value, value));
    select.value = value;
  }

  /** @param {string} name @param {boolean} isOn */
  #check(name, isOn) {
    find(`[name=${name}]`, HTMLInputElement, this.root).checked = isOn;
  }

  /** @param {string} name @param {boolean} isShown */
  #show(name, isShown) {
    const label = find(`[name=${name}]`, HTMLInputElement, this.root).closest("label");
    if (label) label.hidden = !isShown;
  }
}

/** The higher die first, as the list has them. @param {string} roll */
const sorted = (roll) => (/^\d\d$/.test(roll) ? [...roll].sort().reverse().join("") : roll);

/** @param {HTMLInputElement | HTMLSelectElement} field a number from 0 to 32767 */
const scoreOf = ({ value }) => Math.min(32767, Math.max(0, Math.trunc(Number(value)) || 0));
