// @ts-check
// The list of keys, called by "?" or from the menu. Single letters can be switched off there, for who dictates or whose
// hand slips (WCAG 2.1.4).

import { h, icon } from "../../dom.js";
import { gettext, pgettext } from "../../i18n.js";
import { save, load } from "../../storage.js";

const PLACE = "barpoint.letters";

/** @returns {boolean} */
export const lettersAreKeys = () => load(PLACE) !== "off";

/** @returns {Array<[title: string, keys: Array<[key: string, does: string]>]>} */
const groups = () => [
  [pgettext("noun", "Match"), [
    [pgettext("key", "Space"), gettext("Main button: Ready, Roll or Confirm")],
    ["R", pgettext("button", "Roll")],
    ["D", pgettext("cube", "Double")],
    ["T  X", gettext("Take or drop; accept or decline")],
    ["B  C", gettext("Beaver, raccoon")],
    ["Z", gettext("Undo")],
    ["Shift Z", gettext("Undo all")],
    ["S", gettext("Swap dice")],
    ["1 – 6", gettext("Play this number first")],
    ["Esc", gettext("Put the checker back, or cancel a question")],
  ]],
  [pgettext("backgammon board", "Board"), [
    ["G", gettext("Go to the board")],
    ["← → ↑ ↓", gettext("Go from point to point")],
    ["Home  End", gettext("Point 24, point 1")],
    ["PgUp  PgDn", gettext("Bar, borne off")],
    ["N", gettext("Next checker that can move; with Shift, the previous one")],
    ["Enter", gettext("Move the checker, or pick it up and put it down")],
  ]],
  [gettext("Text and speech"), [
    ["/", gettext("Type a play: 24/18 13/11")],
    ["P", gettext("Say the position")],
    ["L", gettext("Say the legal plays")],
    ["I", gettext("Say the score, cube and clocks")],
    ["K", gettext("Say the clocks")],
    ["W", gettext("Write in the chat")],
    ["M", gettext("Menu")],
    ["?", gettext("This list")],
  ]],
];

export function shortcutsHelp() {
  /** @type {HTMLDialogElement | null} */
  let dialog = null;

  function build() {
    const close = h("button", { class: "btn btn--quiet btn--icon", type: "button", "aria-label": pgettext("button", "Close") }, icon("close"));
    const letters = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: lettersAreKeys() }));
    letters.addEventListener("change", () => save(PLACE, letters.checked ? "on" : "off"));
    const lists = groups().map(([title, keys]) => h("section", {}, h("h3", {}, title), h("dl", {}, ...keys.map(([key, meaning]) => h("div", {}, h("dt", {}, ...key.split("  ").flatMap((shortcut) => [h("kbd", {}, shortcut), " "])), h("dd", {}, meaning))))));
    const built = /** @type {HTMLDialogElement} */ (h(
      "dialog",
      { class: "keys", "aria-labelledby": "keys-title" },
      h("header", {}, h("h2", { id: "keys-title" }, gettext("Keyboard shortcuts")), close),
      h("div", { class: "keys-lists" }, ...lists),
      h("label", { class: "check" }, letters, h("span", {}, gettext("Use single letters and digits as shortcuts"))),
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
