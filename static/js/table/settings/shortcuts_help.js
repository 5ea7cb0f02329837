// @ts-check
// The list of keys, called by "?" or from the menu. Single letters can be switched off there, for who dictates or whose
// hand slips (WCAG 2.1.4).

import { h, icon } from "../../dom.js";
import { gettext } from "../../i18n.js";
import { save, load } from "../../storage.js";

const PLACE = "barpoint.letters";

/** @returns {boolean} */
export const lettersAreKeys = () => load(PLACE) !== "off";

/** @returns {Array<[title: string, keys: Array<[key: string, does: string]>]>} */
const groups = () => [
  [gettext("Match"), [
    [gettext("Space"), gettext("the filled button: Ready, Roll, Confirm")],
    ["R", gettext("roll")],
    ["D", gettext("double")],
    ["T  X", gettext("take, drop; agree, refuse")],
    ["B  C", gettext("beaver, raccoon")],
    ["Z", gettext("undo")],
    ["Shift Z", gettext("undo all moves of this roll")],
    ["S", gettext("swap the dice")],
    ["1 – 6", gettext("play this number first")],
    ["Esc", gettext("put back, play on")],
  ]],
  [gettext("Board"), [
    ["G", gettext("go to the board")],
    ["← → ↑ ↓", gettext("from point to point")],
    ["Home  End", gettext("point 24, point 1")],
    ["PgUp  PgDn", gettext("bar, borne off")],
    ["N", gettext("next checker that may move; back with Shift")],
    ["Enter", gettext("move it, or pick it up and set it down")],
  ]],
  [gettext("In words"), [
    ["/", gettext("type a play: 24/18 13/11")],
    ["P", gettext("say the position")],
    ["L", gettext("say the legal plays")],
    ["I", gettext("say how things stand")],
    ["K", gettext("say the clocks")],
    ["W", gettext("write to the other player")],
    ["M", gettext("menu")],
    ["?", gettext("this list")],
  ]],
];

export function shortcutsHelp() {
  /** @type {HTMLDialogElement | null} */
  let dialog = null;

  function build() {
    const close = h("button", { class: "btn btn--quiet btn--icon", type: "button", "aria-label": gettext("Close") }, icon("close"));
    const letters = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: lettersAreKeys() }));
    letters.addEventListener("change", () => save(PLACE, letters.checked ? "on" : "off"));
    const lists = groups().map(([title, keys]) => h("section", {}, h("h3", {}, title), h("dl", {}, ...keys.map(([key, meaning]) => h("div", {}, h("dt", {}, ...key.split("  ").flatMap((shortcut) => [h("kbd", {}, shortcut), " "])), h("dd", {}, meaning))))));
    const built = /** @type {HTMLDialogElement} */ (h(
      "dialog",
      { class: "keys", "aria-labelledby": "keys-title" },
      h("header", {}, h("h2", { id: "keys-title" }, gettext("Keys")), close),
      h("div", { class: "keys-lists" }, ...lists),
      h("label", { class: "check" }, letters, h("span", {}, gettext("Single letters and digits act as keys"))),
    ));
    close.addEventListener("click", () => built.close());
    built.addEventListener("click", (event) => event.target === built && built.close());
    document.body.append(built);
    return built;
  }

  return {
    open() {
      dialog ??= build();
      if (!dialog.open) dialog.showModal();
    },
  };
}
