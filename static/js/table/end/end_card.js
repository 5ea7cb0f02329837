// @ts-check
// The card over the board when a match is over: the result, its figures, and what comes next. It is a dialog that leaves the
// page usable: Escape and its button close it, and the action bar says the result all the same.

import { find, h, icon, s, say } from "../../dom.js";
import { gettext, pgettext } from "../../i18n.js";
import { formatTime } from "../panel/clock.js";
import { endButtons } from "./end_buttons.js";
import { columnName, figuresFrom, hasResult, headline, howItEnded, nextText, scoreTells, scoreText } from "./end_words.js";
import { NextMatch } from "./next_match.js";
import { other } from "../board/position.js";

/** @import { Announcer } from "../announce/announcer.js" */
/** @import { ActionBar } from "../bar/action_bar.js" */
/** @import { Button } from "../bar/choices.js" */
/** @import { Seat } from "../types.js" */
/** @import { Store } from "../store.js" */
/** @import { EndLinks } from "./end_buttons.js" */
/** @import { AfterMatch } from "./end_words.js" */
/** @typedef {{ store: Store, bar: ActionBar, announcer: Announcer, links: EndLinks & { summary: string } }} Parts */

/** The last move is seen before the card lies over it. */
const PAUSE_MS = 700;
/** A press so soon after the card has appeared was meant for the board. */
const REFLEX_MS = 600;
const TICK_MS = 250;
const RATING_ASKS = 5;
const RATING_ASK_MS = 3_000;
const CONTROL = "button, a, summary, input, select, textarea, label, [role=tab], .b-hit";

export class EndCard {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    const { store, links } = parts;
    this.root = h("section", { class: "end-card", role: "dialog", "aria-labelledby": "end-title", tabindex: -1, hidden: true });
    find(".board-box", HTMLElement).after(this.root);
    this.drawn = "";
    this.openedAt = 0;
    this.isDone = false;
    /** @type {HTMLElement | SVGElement | null} where the reader was before */
    this.before = null;
    /** @type {Array<[string, string, string]>} */
    this.figures = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.opening = undefined;
    this.heard = "";
    this.isPeakDrawn = false;
    this.next = new NextMatch(links.next, () => store.now(), (after) => this.#hear(after));
    this.root.addEventListener("click", (event) => this.#click(event), true);
    document.addEventListener("keydown", (event) => this.#key(event), true);
    store.listeners.push(() => this.draw());
    if (!hasResult(store.view)) return;
    if (store.view.seat) this.#open();
    else this.isDone = true;
  }

  draw() {
    const { view } = this.parts.store;
    if (!hasResult(view)) return this.#withdraw();
    if (!this.isDone && this.root.hidden) this.opening ??= setTimeout(() => this.#open(performance.now()), PAUSE_MS);
    if (!this.root.hidden) this.#render();
  }

  /** @param {number} [at] when it appeared under the reader's hand; 0 with the page */
  #open(at = 0) {
    if (this.isDone || !hasResult(this.parts.store.view)) return;
    this.isDone = true;
    this.openedAt = at;
    this.root.hidden = false;
    this.parts.bar.draw();
    this.#render();
    this.next.start();
    void this.#load();
    this.ticking = setInterval(() => this.#tick(), TICK_MS);
    const active = document.activeElement;
    if (active instanceof Element && active.matches("input, textarea, select")) return;
    this.before = active instanceof HTMLElement || active instanceof SVGElement ? active : null;
    this.#main()?.focus({ preventScroll: true });
  }

  close() {
    const hadFocus = this.root.contains(document.activeElement);
    this.#hide();
    if (!hadFocus) return;
    const back = this.before?.isConnected && this.before !== document.body ? this.before : document.querySelector("[data-act-bar] .btn--primary");
    if (back instanceof HTMLElement || back instanceof SVGElement) back.focus({ preventScroll: true });
  }

  #hide() {
    this.root.hidden = true;
    clearInterval(this.ticking);
  }

  /** A ruling has taken the result back: there may be another end. */
  #withdraw() {
    clearTimeout(this.opening);
    this.opening = undefined;
    if (!this.isDone) return;
    this.isDone = false;
    this.#hide();
  }

  #main() {
    const main = this.root.querySelector(".btn--primary");
    return main instanceof HTMLElement ? main : null;
  }

  /** @param {AfterMatch} after */
  #hear(after) {
    if (after.headline && after.headline !== this.heard) this.parts.announcer.say(`${after.headline}.`);
    this.heard = after.headline;
    this.draw();
  }

  /** The rating comes a few seconds after the end, so it is asked for again. @param {number} [asked] so many times */
  async #load(asked = 0) {
    const answer = await fetch(this.parts.links.summary, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const { rows, awaits_rating: awaits } = await answer.json();
    this.figures = rows;
    this.draw();
    if (awaits && asked < RATING_ASKS && !this.root.hidden) setTimeout(() => void this.#load(asked + 1), RATING_ASK_MS);
  }

  /** @returns {string} */
  get #left() {
    return this.next.left === null ? "" : formatTime(this.next.left);
  }

  #tick() {
    for (const place of this.root.querySelectorAll("[data-end-next]")) say(place, this.#nextText());
    for (const place of this.root.querySelectorAll("[data-end-left]")) say(place, this.#left);
  }

  #nextText() {
    return this.next.answer ? nextText(this.next.answer, this.#left) : gettext("The result goes into the bracket now.");
  }

  /** Redrawn only when it says something else; the focus stays. */
  #render() {
    const { store, bar, links } = this.parts;
    const { view } = store;
    const choices = bar.model ?? { ask: null, main: [], minor: [] };
    const buttons = endButtons(choices, view, links, this.next.answer);
    const drawn = JSON.stringify([view.seq, buttons, choices.ask, this.next.answer, this.figures, store.refusal]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.root.contains(active) ? active.dataset.end : undefined;
    const wasMain = active === this.#main();
    const parts = [this.#top(), this.#score(), this.#path(), this.#comesNext(), this.#question(choices.ask), this.#facts(), this.#refusal(), this.#buttons(buttons), this.#close()];
    this.root.classList.toggle("end-card--won", Boolean(view.seat) && view.outcome?.winner === view.seat);
    this.root.classList.toggle("end-card--tournament", Boolean(links.next));
    this.root.replaceChildren(...parts.filter((part) => part !== null));
    if (focused === undefined) return;
    const same = wasMain ? this.#main() : this.root.querySelector(`[data-end="${focused}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
    else this.root.focus({ preventScroll: true });
  }

  #top() {
    const { store } = this.parts;
    const { view } = store;
    const title = this.next.answer?.headline || headline(view);
    const score = scoreText(store);
    return h("div", { class: "end-top" }, this.#peak(), h("h2", { id: "end-title" }, title), h("p", { class: "quiet end-how" }, score ? h("b", { class: "num end-brief" }, score, " ") : null, howItEnded(store)));
  }

  /** The mark of the winner, drawn once: it stands still when the card is redrawn. */
  #peak() {
    const { view } = this.parts.store;
    if (!view.seat || view.outcome?.winner !== view.seat) return null;
    const kind = this.isPeakDrawn ? "end-peak" : "end-peak end-peak--new";
    this.isPeakDrawn ||= !this.root.hidden;
    return s("svg", { class: kind, viewBox: "0 0 48 32", "aria-hidden": "true" }, s("path", { pathLength: 1, d: "M3 29 16 5l8 15 8-15 13 24" }));
  }

  #score() {
    const { store } = this.parts;
    const seats = /** @type {Seat[]} */ ([store.own, other(store.own)]);
    const [mine, theirs] = seats.map((seat) => h("span", { class: "end-player" }, h("i", { class: `disc disc--${seat.toLowerCase()}` }), h("b", {}, store.view.players[seat].name)));
    if (!scoreTells(store.view)) return null;
    const tabs = seats.map((seat) => h("span", { class: `tab tab--xl tab--${seat.toLowerCase()}` }, String(store.view.score[seat])));
    return h("div", { class: "end-score num" }, mine, h("span", { class: "end-points" }, ...tabs), theirs);
  }

  #path() {
    const steps = this.next.answer?.steps ?? [];
    if (!steps.length) return null;
    const items = steps.map(({ short, text, state, score }) => h("li", { class: state || null, "aria-current": state === "now" ? "step" : null }, h("b", {}, short), h("span", {}, text, score ? h("span", { class: "num" }, ` ${score}`) : null)));
    return h("ol", { class: "end-path", "aria-label": gettext("Your path in this tournament") }, ...items);
  }

  #comesNext() {
    const { answer } = this.next;
    if (!this.parts.links.next || answer?.state === "over") return null;
    const clock = this.#left ? h("b", { class: "num end-left", "data-end-left": true, "aria-hidden": "true" }, this.#left) : null;
    const next = answer?.next;
    return h(
      "div",
      { class: `end-next${answer?.state === "ready" ? " end-next--ready" : ""}` },
      next ? h("p", { class: "small quiet" }, next.where) : null,
      next?.opponent ? h("p", { class: "end-opponent" }, h("b", {}, next.opponent), clock) : null,
      h("p", { class: "small", "data-end-next": true }, this.#nextText()),
    );
  }

  /** The other player wants a rematch. @param {import("../bar/choices.js").Ask | null} ask */
  #question(ask) {
    return ask && h("div", { class: "end-next end-next--ready" }, h("p", {}, h("b", {}, ask.title)), h("p", { class: "small" }, ask.text));
  }

  #facts() {
    const { view, own } = this.parts.store;
    if (!this.figures.length) return null;
    const heads = [own, other(own)].map((seat) => h("th", { scope: "col" }, columnName(view, seat)));
    const rows = figuresFrom(this.figures, own).map(({ label, mine, theirs }) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, mine), h("td", {}, theirs)));
    const empty = h("td", {}, h("span", { class: "vh" }, pgettext("statistics", "Figure")));
    return h("table", { class: "end-facts num" }, h("thead", {}, h("tr", {}, empty, ...heads)), h("tbody", {}, ...rows));
  }

  #refusal() {
    const { refusal } = this.parts.store;
    return refusal ? h("p", { class: "small end-refusal" }, refusal) : null;
  }

  #close() {
    const label = gettext("Close and look at the board");
    return h("button", { class: "btn btn--quiet btn--icon end-close", type: "button", "data-end": "close", "aria-label": label, title: label, "aria-keyshortcuts": "Escape" }, icon("close"));
  }

  /** @param {Button[]} buttons */
  #buttons(buttons) {
    return h("div", { class: "end-acts" }, ...buttons.map((button) => this.#button(button)));
  }

  /** @param {Button} button */
  #button({ act, label, icon: picture, href, primary, closed }) {
    const kind = primary ? "btn btn--primary btn--large" : "btn";
    const inside = [picture ? icon(picture) : null, label, primary ? h("kbd", { "aria-hidden": "true" }, pgettext("key", "Space")) : null];
    const shared = { class: kind, "data-end": act, "aria-keyshortcuts": primary ? "Space" : null };
    if (href) return h("a", { ...shared, href }, ...inside);
    return h("button", { ...shared, type: "button", "aria-disabled": closed ? "true" : null, title: closed ?? null }, ...inside);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.openedAt && performance.now() - this.openedAt < REFLEX_MS) {
      event.preventDefault();
      return event.stopPropagation();
    }
    const button = event.target instanceof Element ? event.target.closest("[data-end]") : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.end === "close") this.close();
    else if (!button.hasAttribute("href")) this.parts.bar.press(button.dataset.end ?? "");
  }

  /** Before the keys of the table: Escape closes the card, Space and Enter press its main button. @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    if (this.root.hidden || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open], details.menu[open]")) return;
    if (!(target instanceof Element) || target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    if (key === "Escape") this.close();
    else if (key === " " || key === "Enter") this.#press(event, target);
    else return;
    if (key === "Escape") event.preventDefault();
  }

  /** A button presses itself, a link only with Enter. @param {KeyboardEvent} event @param {Element} target */
  #press(event, target) {
    const control = target.closest(CONTROL);
    const isLink = control instanceof HTMLAnchorElement && this.root.contains(control);
    if (control && !(isLink && event.key === " ") && !event.repeat) return;
    if (control && !this.root.contains(control)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (isLink) control.click();
    else this.#main()?.click();
  }
}
