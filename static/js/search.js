// @ts-check
// The search of the top bar: suggestions while somebody types, chosen with the arrows; "/" goes to it. On a narrow screen the
// icon opens it. The form itself works without this.

import { h, s } from "./dom.js";

const WAIT_MS = 180;
const REMEMBERED = 50;

/** @typedef {{ name: string, note: string, url: string, avatar?: { pattern: number, colour: number } }} Hit */
/** @typedef {{ name: string, hits: Hit[] }} HitGroup */

const form = document.querySelector("[data-search]");
const input = document.getElementById("site-search");
const list = document.getElementById("site-search-list");
const status = document.querySelector("[data-search-status]");
const opener = document.querySelector("[data-search-open]");

/** @type {Map<string, HitGroup[]>} */
const remembered = new Map();
/** @type {number | undefined} */
let timer;
let chosen = -1;
/** What the list answers, or will. */
let asked = "";

/** @param {HTMLInputElement} field @param {HTMLElement} box */
function watch(field, box) {
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-controls", box.id);
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-expanded", "false");
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask(field, box), WAIT_MS);
  });
  field.addEventListener("focus", () => field.value.trim() && ask(field, box));
  field.addEventListener("keydown", (event) => pressed(event, field, box));
  form?.addEventListener("focusout", (event) => {
    if (event instanceof FocusEvent && event.relatedTarget instanceof Node && form.contains(event.relatedTarget)) return;
    hide(field, box);
    form.classList.remove("search-box--open");
  });
  box.addEventListener("pointerdown", (event) => event.preventDefault()); // the focus stays in the field
}

/** @param {HTMLInputElement} field @param {HTMLElement} box */
async function ask(field, box) {
  const text = field.value.trim();
  asked = text;
  if (!text) return hide(field, box);
  const groups = remembered.get(text) ?? (await fetched(text));
  if (groups && asked === text && document.activeElement === field) show(groups, field, box);
  return undefined;
}

/** @param {string} text @returns {Promise<HitGroup[] | null>} nothing when the server cannot be asked */
async function fetched(text) {
  try {
    const answer = await fetch(`${form?.getAttribute("data-search")}?${new URLSearchParams({ q: text })}`);
    if (!answer.ok) return null;
    const { groups } = await answer.json();
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(text, groups);
    return groups;
  } catch {
    return null;
  }
}

/** @param {HitGroup[]} groups @param {HTMLInputElement} field @param {HTMLElement} box */
function show(groups, field, box) {
  chosen = -1;
  let n = 0;
  box.replaceChildren(...groups.map((group) => h("div", { role: "group", "aria-label": group.name }, h("span", { class: "label", "aria-hidden": "true" }, group.name), ...group.hits.map((hit) => option(hit, n++)))));
  box.hidden = n === 0;
  field.setAttribute("aria-expanded", String(n > 0));
  field.removeAttribute("aria-activedescendant");
  if (status) status.textContent = n ? "" : status.getAttribute("data-none");
}

/** @param {Hit} hit @param {number} n */
function option(hit, n) {
  const picture = hit.avatar && s("svg", { class: `avatar avatar--xs avatar-c${hit.avatar.colour}`, viewBox: "0 0 40 40", "aria-hidden": "true" }, s("use", { href: `#avatar-${hit.avatar.pattern}` }));
  return h("a", { id: `site-search-${n}`, role: "option", href: hit.url, tabindex: "-1", "aria-selected": "false" }, picture, h("b", {}, hit.name), hit.note && h("span", { class: "small" }, hit.note));
}

/** @param {HTMLInputElement} field @param {HTMLElement} box */
function hide(field, box) {
  clearTimeout(timer);
  asked = "";
  box.hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

/** @param {KeyboardEvent} event @param {HTMLInputElement} field @param {HTMLElement} box */
function pressed(event, field, box) {
  const options = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[role=option]")]);
  if (event.key === "Escape") {
    if (box.hidden) field.blur();
    else hide(field, box);
    return;
  }
  if (box.hidden || !options.length) return;
  if (event.key === "Enter" && chosen >= 0) {
    event.preventDefault();
    options[chosen].click();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  chosen = chosen < 0 && step < 0 ? options.length - 1 : chosen + step;
  if (chosen >= options.length) chosen = -1; // back to what was typed
  options.forEach((each, n) => each.setAttribute("aria-selected", String(n === chosen)));
  if (chosen < 0) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", options[chosen].id);
  options[chosen].scrollIntoView({ block: "nearest" });
}

/** @param {HTMLInputElement} field */
function open(field) {
  form?.classList.add("search-box--open");
  field.focus();
  field.select();
}

/** The key of the page itself, such as the search of a bracket, comes first. @param {KeyboardEvent} event @param {HTMLInputElement} field */
function slash(event, field) {
  if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target;
  if (at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select"))) return;
  if (document.querySelector("dialog[open]")) return;
  event.preventDefault();
  open(field);
}

if (form && input instanceof HTMLInputElement && list) {
  watch(input, list);
  addEventListener("keydown", (event) => slash(event, input));
  opener?.addEventListener("click", (event) => {
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    open(input);
  });
}
