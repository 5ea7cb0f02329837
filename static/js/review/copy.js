// @ts-check
// Copies the address or a name of the shown position, and says so on the button and to a screen reader.

import { find, say } from "../dom.js";
import { gettext } from "../i18n.js";

/** @import { ReplayCursor } from "./cursor.js" */

const SHOWN_MS = 1600;

/** @param {ReplayCursor} reader */
export function watchCopyButtons(reader) {
  for (const button of document.querySelectorAll("button[data-copy-text]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => void copy(reader, button));
  }
}

/** @param {ReplayCursor} reader */
export function disableMissingIds(reader) {
  const button = document.querySelector('button[data-copy-text="gnubg"]');
  const closed = reader.frame.ids[1] === null;
  button?.setAttribute("aria-disabled", String(closed));
  button?.setAttribute("title", closed ? gettext("Not available with a beaver.") : "");
}

/** @param {ReplayCursor} reader @param {HTMLButtonElement} button */
async function copy(reader, button) {
  const text = textOf(reader, button.dataset.copyText ?? "");
  if (!text) return;
  const done = await write(text);
  say(find("[data-copied]", HTMLElement), done ? gettext("Copied.") : gettext("Your browser did not allow copying."));
  if (!done) return;
  button.setAttribute("aria-pressed", "true");
  setTimeout(() => {
    button.removeAttribute("aria-pressed");
    say(find("[data-copied]", HTMLElement), "");
  }, SHOWN_MS);
}

/** @param {ReplayCursor} reader @param {string} kind */
function textOf({ frame }, kind) {
  const [position, gnubg, xgid] = frame.ids;
  if (kind === "link") return new URL(`?at=${frame.seq}`, location.href).href;
  return { position, gnubg, xgid }[kind];
}

/** @param {string} text @returns {Promise<boolean>} */
async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
