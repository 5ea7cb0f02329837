// @ts-check
// Nobody leaves the desk with something typed and not sent, unless they want to.

import { h } from "../dom.js";
import { gettext } from "../i18n.js";
import { unsavedFields } from "../dom_diff.js";
import { isSending } from "./typed_results.js";

/** The form that is being sent with the page: its own fields are not lost. @type {HTMLFormElement | null} */
let leaving = null;

const desk = () => document.getElementById("desk");

function fields() {
  const part = desk();
  return part ? unsavedFields(part) : [];
}

/** A key that leads to another page stops at what is typed and not sent, and says so. @param {HTMLElement} pressed */
export function blocksLeaving(pressed) {
  if (!(pressed instanceof HTMLAnchorElement) || pressed.hasAttribute("data-opens")) return false;
  const first = fields()[0];
  if (!first && !isSending()) return false;
  const text = first ? gettext("You have unsaved text. Save it or clear the field first.") : gettext("Typed results are still being sent.");
  const notice = h("div", { class: "notices" }, h("div", { class: "notice notice--warn", role: "alert" }, h("p", {}, text)));
  document.querySelector("[data-says]")?.replaceChildren(notice);
  first?.focus();
  return true;
}

export function watchUnsaved() {
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target instanceof HTMLFormElement) leaving = event.target;
  });
  document.addEventListener("input", () => { leaving = null; });
  addEventListener("beforeunload", (event) => {
    const own = leaving ? [...leaving.elements] : [];
    if (isSending() || fields().some((field) => !own.includes(field))) event.preventDefault();
  });
}
