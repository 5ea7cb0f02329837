// @ts-check
// The command palette: what fits is asked of the server while somebody types; arrows choose, Enter goes.

import { open } from "./dialog.js";

const WAIT_MS = 120;
const box = /** @type {HTMLDialogElement} */ (document.getElementById("palette"));
const field = /** @type {HTMLInputElement} */ (box.querySelector("input"));
const list = /** @type {HTMLElement} */ (box.querySelector("[role=listbox]"));
let timer = 0;
let latest = 0;
/** The last question, until it is answered. @type {Promise<unknown>} */
let answered = Promise.resolve();

/** @returns {HTMLAnchorElement[]} */
const options = () => [...list.querySelectorAll("[role=option]")].filter((option) => option instanceof HTMLAnchorElement);

/** @param {number} index */
function mark(index) {
  const all = options();
  all.forEach((option, n) => {
    option.id = `pal-${n}`;
    option.setAttribute("aria-selected", String(n === index));
  });
  const chosen = all[index];
  if (chosen) field.setAttribute("aria-activedescendant", chosen.id);
  else field.removeAttribute("aria-activedescendant");
  chosen?.scrollIntoView({ block: "nearest" });
}

const at = () => options().findIndex((option) => option.getAttribute("aria-selected") === "true");

async function ask() {
  const mine = ++latest;
  try {
    const answer = await fetch(`${box.dataset.find}?q=${encodeURIComponent(field.value.trim())}`, { headers: { Accept: "text/html" } });
    if (mine !== latest || !answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    list.replaceChildren(...page.body.childNodes);
    mark(0);
  } catch {
    // the list stays as it is
  }
}

/** @param {HTMLAnchorElement | undefined} option */
function go(option) {
  if (!option) return;
  box.close();
  if (option.hasAttribute("data-opens")) { open(option.href); return; }
  location.assign(option.href);
}

export function showPalette() {
  if (box.open) return;
  for (const other of document.querySelectorAll("dialog[open]")) if (other instanceof HTMLDialogElement && other !== box) return;
  field.value = "";
  list.replaceChildren();
  box.showModal();
  field.focus();
  answered = ask();
}

export function watchPalette() {
  for (const button of document.querySelectorAll("[data-palette]")) {
    if (button instanceof HTMLElement) button.hidden = false;
    button.addEventListener("click", showPalette);
  }
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => { timer = 0; answered = ask(); }, WAIT_MS);
  });
  field.addEventListener("keydown", (event) => {
    const count = options().length;
    if (event.key === "ArrowDown") mark(Math.min(count - 1, at() + 1));
    else if (event.key === "ArrowUp") mark(Math.max(0, at() - 1));
    else if (event.key === "Home" && event.ctrlKey) mark(0);
    else if (event.key === "Enter") enter();
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (!(option instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(option);
  });
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
}

/** Somebody who types fast and presses Enter means what they typed, not what was listed before. */
async function enter() {
  if (timer) {
    clearTimeout(timer);
    timer = 0;
    answered = ask();
  }
  await answered;
  go(options()[Math.max(0, at())]);
}
