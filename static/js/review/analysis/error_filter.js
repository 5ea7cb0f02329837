// @ts-check
// Which errors the reader goes through: of whom, of which kind and how large. Applies to the buttons, the curve and the list.

import { h } from "../../dom.js";
import { gettext, pgettext } from "../../i18n.js";
import { levelOf } from "./levels.js";

/** @import { Decision } from "./types.js" */
/** @typedef {{ seat: string, kind: string, level: string }} Choice empty texts: all */

/** Each level with those above it. @type {Record<string, string[]>} */
const AT_LEAST = { inaccuracy: ["inaccuracy", "mistake", "blunder"], mistake: ["mistake", "blunder"], blunder: ["blunder"] };

/** The errors of a step: its play or answer, and the double missed before it. @param {Decision} decision @returns {Array<[kind: string, error: number]>} */
export function errorsOf(decision) {
  const isPlay = decision.kind === "play";
  /** @type {Array<[string, number]>} */
  const own = [[isPlay ? "play" : "cube", decision.error]];
  return isPlay && decision.cube ? [...own, ["cube", decision.cube.error]] : own;
}

/** @param {Choice} choice @param {string} seat @param {string} kind @param {string} level @returns {boolean} */
export const isChosen = (choice, seat, kind, level) =>
  (!choice.seat || choice.seat === seat) && (!choice.kind || choice.kind === kind) && (AT_LEAST[choice.level] ?? AT_LEAST.inaccuracy).includes(level);

/** The largest error of a step that is chosen; 0 where there is none. @param {Choice} choice @param {Decision} decision @returns {number} */
export function chosenError(choice, decision) {
  const errors = errorsOf(decision).filter(([kind, error]) => isChosen(choice, decision.seat, kind, levelOf(error)?.name ?? ""));
  return Math.max(0, ...errors.map(([, error]) => error));
}

/** Three lists to choose from; `changed` is called after each choice. @param {Choice} choice @param {[string, string]} names of A and B @param {() => void} changed */
export function filterFields(choice, names, changed) {
  /** @param {keyof Choice} name @param {string} label @param {Array<[value: string, text: string]>} options */
  const field = (name, label, options) => {
    const list = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": label, "data-filter": name }, ...options.map(([value, text]) => h("option", { value, selected: choice[name] === value }, text))));
    list.addEventListener("change", () => {
      choice[name] = list.value;
      changed();
    });
    return h("span", { class: "field" }, list);
  };
  return h(
    "p",
    { class: "analysis-filter small" },
    field("seat", gettext("Whose errors"), [["", gettext("Both players")], ["A", names[0]], ["B", names[1]]]),
    field("kind", gettext("Kind of error"), [["", gettext("Plays and cube")], ["play", pgettext("analysis", "Plays")], ["cube", pgettext("analysis", "Cube actions")]]),
    field("level", gettext("Size of error"), [["", gettext("All errors")], ["mistake", gettext("Mistakes and blunders")], ["blunder", pgettext("analysis", "Blunders")]]),
  );
}

/** Hides the rows of the list without a script that are not chosen. @param {Choice} choice @param {Element} root */
export function filterList(choice, root) {
  for (const row of root.querySelectorAll("[data-error]")) {
    const [seat, kind, level] = (row instanceof HTMLElement ? row.dataset.error ?? "" : "").split(" ");
    if (row instanceof HTMLElement) row.hidden = !isChosen(choice, seat, kind, level);
  }
}
