// @ts-check
// The table in text: what is waited for, the position as a list of points, and what may be played, each as a button.
// Written in place, so that who reads it with a screen reader is not thrown out.

import { find, h, say } from "../../dom.js";
import { gettext, put, pgettext } from "../../i18n.js";
import { playText } from "../moves/notation.js";
import { BAR, OFF, count, other, pips } from "./position.js";
import { whose } from "./scene.js";
import { MOST_PLAYS, howMany, playedMoves, stateWords } from "../words/spoken.js";
import { wholePlays } from "../moves/play_parser.js";
import * as walker from "../moves/walker.js";

/** @import { Step } from "../types.js" */
/** @import { Store } from "../store.js" */

const PLACES = Array.from({ length: 26 }, (_, i) => BAR - i);

export class TextBoard {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.page = find("#page-text", HTMLElement);
    this.state = find("[data-text-state]", HTMLElement);
    this.plays = find("[data-text-plays]", HTMLElement);
    this.title = find("[data-text-plays-title]", HTMLElement);
    this.frame = "";
    this.drawn = "";
    /** @type {Map<number, HTMLElement>} */
    this.cells = new Map();
    this.plays.addEventListener("click", (event) => this.#play(event));
    store.listeners.push(() => this.draw());
    new MutationObserver(() => this.draw()).observe(this.page, { attributeFilter: ["hidden"] });
    this.draw();
  }

  /** Nothing is written while the page is not shown. */
  draw() {
    if (this.page.hidden) return;
    say(this.state, stateWords(this.store));
    this.#board();
    this.#list();
  }

  #board() {
    const { own, view, position } = this.store;
    const frame = JSON.stringify([own, view.players]);
    if (frame !== this.frame) find("[data-text-board]", HTMLElement).replaceChildren(this.#table());
    this.frame = frame;
    const they = other(own);
    for (const [place, cell] of this.cells) {
      const facing = place === BAR ? BAR : place === OFF ? OFF : 25 - place;
      say(cell, whose(this.store, count(position, own, place), count(position, they, facing)));
    }
    say(find("[data-text-pips]", HTMLElement), put(gettext("Pips: %(a)s %(x)s, %(b)s %(y)s"), { a: view.players[own].name, x: pips(position, own), b: view.players[they].name, y: pips(position, they) }));
  }

  #table() {
    const { own, view } = this.store;
    const they = view.players[other(own)].name;
    const mine = view.seat ? gettext("Your point") : put(gettext("%(name)s: point"), { name: view.players[own].name });
    const head = [mine, put(gettext("%(name)s: point"), { name: they }), gettext("Checkers")].map((title) => h("th", { scope: "col" }, title));
    this.cells.clear();
    const rows = PLACES.map((place) => {
      const cell = h("td");
      this.cells.set(place, cell);
      const name = place === BAR ? pgettext("backgammon board", "Bar") : place === OFF ? gettext("Borne off") : String(place);
      return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, place === BAR || place === OFF ? "" : String(25 - place)), cell);
    });
    return h("table", { class: "text-board num" }, h("caption", {}, gettext("Position"), " ", h("span", { class: "quiet", "data-text-pips": true })), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
  }

  /** Whole plays when they are few, else the first moves. A press plays it on the board. */
  #list() {
    const { walk } = this.store;
    const drawn = JSON.stringify([walk?.path, walk?.steps]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    /** @type {Step[][]} */
    this.ways = [];
    if (walk && !walker.isWhole(walk)) {
      const whole = walk.path.length ? null : wholePlays(walk.steps, MOST_PLAYS);
      this.ways = whole ?? different(walker.options(walk));
      say(this.title, whole ? howMany(whole.length) : `${walk.path.length ? "" : howMany(walk.steps.ends.length)} ${gettext("Possible moves:")}`.trim());
    } else {
      say(this.title, walk ? gettext("The roll is played. Confirm or undo.") : "");
    }
    this.title.hidden = !walk;
    const had = this.plays.contains(document.activeElement);
    this.plays.replaceChildren(...this.ways.map((path, i) => h("li", {}, h("button", { class: "btn btn--small", type: "button", "data-way": i }, playText(playedMoves(path))))));
    if (had) (this.plays.querySelector("button") ?? this.page).focus();
  }

  /** @param {Event} event */
  #play(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-way]") : null;
    const way = button instanceof HTMLElement ? this.ways?.[Number(button.dataset.way)] : null;
    if (way && !this.store.sending) this.store.step(...way);
  }
}

/** Two ways of one die to the same place are one. @param {Step[]} steps @returns {Step[][]} */
function different(steps) {
  return [...new Map(steps.map((step) => [`${step[0]}/${step[1]}`, [step]])).values()];
}
