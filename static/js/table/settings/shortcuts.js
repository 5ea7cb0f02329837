// @ts-check
// The keyboard beside the board (shortcuts_help.js lists it); never while something is typed, and single keys can be switched off.

import { shortcutsHelp, lettersAreKeys } from "./shortcuts_help.js";
import { boardWords, clockWords, legalWords, stateWords } from "../words/spoken.js";

/** @import { Announcer } from "../announce/announcer.js" */
/** @import { ActionBar } from "../bar/action_bar.js" */
/** @import { Panel } from "../panel/panel.js" */
/** @import { Store } from "../store.js" */
/** @import { PlayField } from "../moves/play_field.js" */
/** @typedef {{ bar: ActionBar, store: Store, panel: Panel, announcer: Announcer, typed: PlayField }} Parts */

/** @param {Parts} parts */
export function watchShortcuts(parts) {
  const { bar, store } = parts;
  const help = shortcutsHelp();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (typing(event.target)) return void (event.key === "Escape" && event.target instanceof HTMLElement && toBoard());
    if (event.key === " ") return space(event, bar);
    if (event.key === "Escape") return store.set(store.asking ? { asking: null } : { refusal: null });
    if (event.key.length !== 1 || event.repeat || !lettersAreKeys()) return;
    const key = event.key.toLowerCase();
    const act = bar.byKey(key);
    const other = act ? null : OTHERS[key];
    if (act) bar.press(act);
    else if (other) other(parts, event);
    else if (key === "?") help.open();
    else if (/[1-6]/.test(key)) first(store, Number(key));
    else return;
    event.preventDefault();
  });
  document.querySelector("[data-keys]")?.addEventListener("click", () => help.open());
}

/** @type {Record<string, (parts: Parts, event: KeyboardEvent) => void>} */
const OTHERS = {
  s: ({ store }) => store.swapDice(),
  g: () => toBoard(),
  n: (_, event) => toNext(event.shiftKey ? -1 : 1),
  p: ({ announcer, store }) => announcer.say(boardWords(store)),
  l: ({ announcer, store }) => announcer.say(legalWords(store)),
  i: ({ announcer, store }) => announcer.say(stateWords(store)),
  k: ({ announcer, store }) => announcer.say(clockWords(store)),
  w: ({ panel }) => panel.write(),
  m: () => toMenu(),
  "/": ({ typed }) => typed.focus(),
};

/** The number that a tap plays first. @param {Store} store @param {number} die */
function first(store, die) {
  if (store.order.includes(die) && store.order[0] !== die) store.swapDice();
}

function toBoard() {
  const strip = document.querySelector('.b-hit[tabindex="0"]');
  if (strip instanceof SVGElement) strip.focus();
}

/** The next checker that may move, or the next place where the one in hand may go. @param {number} by */
function toNext(by) {
  const live = [...document.querySelectorAll(".b-hit--live[data-point]")].filter((strip) => strip instanceof SVGElement);
  const at = live.indexOf(/** @type {SVGElement} */ (document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : live.length - 1) : (at + by + live.length) % live.length;
  live[next]?.focus();
}

function toMenu() {
  const menu = document.querySelector(".table-head details[data-menu]:not(.waiting)");
  if (!(menu instanceof HTMLDetailsElement)) return;
  menu.open = true;
  const first = menu.querySelector("input, button, a");
  if (first instanceof HTMLElement) first.focus();
}

/** Space presses the filled button, unless another button has the focus. @param {KeyboardEvent} event @param {ActionBar} bar */
function space(event, bar) {
  const onControl = event.target instanceof Element && event.target.closest("button, a, summary, input, label, [role=tab]");
  const act = bar.primary();
  if (onControl || !act || event.repeat) return;
  event.preventDefault();
  bar.press(act);
}

/** @param {EventTarget | null} target */
const typing = (target) => target instanceof Element && Boolean(target.closest("input:not([type=checkbox], [type=radio]), textarea, select"));
