// @ts-check
// Beside the board: tabs with the moves, the rules in force, what is known of the dice (dice_proof.js), the table in text
// (text_board.js) and what others add.

import { find, h } from "../../dom.js";
import { gettext, pgettext } from "../../i18n.js";
import { wonHow } from "../words/endings.js";
import { sheets } from "../words/match_sheet.js";
import { other } from "../board/position.js";

/** @import { Line } from "../words/match_sheet.js" */
/** @import { Seat } from "../types.js" */
/** @import { Store } from "../store.js" */

export class Panel {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.root = find(".panel", HTMLElement);
    this.body = find("[data-moves]", HTMLElement, this.root);
    this.drawn = "";
    this.showsTerms = false;
    /** @type {HTMLElement[]} */
    this.tabs = [...this.root.querySelectorAll("[role=tab]")].filter((tab) => tab instanceof HTMLElement);
    this.root.addEventListener("click", (event) => {
      const tab = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
      if (tab instanceof HTMLElement) this.#open(tab);
    });
    this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whoever is to say whether they are ready reads what will be played; the moves come back with the first roll. */
  #terms() {
    const { status, context, seat } = this.store.view;
    const joining = status === "joining" && Boolean(seat) && !context.starts_at_once;
    if (joining === this.showsTerms) return;
    this.showsTerms = joining;
    const open = this.tabs.find((tab) => tab.getAttribute("aria-selected") === "true")?.id;
    if (open !== (joining ? "tab-moves" : "tab-rules")) return;
    const wide = this.root.classList.contains("panel--open");
    this.show(joining ? "rules" : "moves");
    this.root.classList.toggle("panel--open", wide); // where there is little room, the list opens by hand only
  }

  draw() {
    this.#terms();
    const { rows, bottom, view } = this.store;
    const drawn = JSON.stringify([rows.length, bottom, view.results.length, view.status, view.cube.automatic]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const all = sheets(rows, view.cube.automatic);
    const sheet = all.at(-1);
    this.body.replaceChildren(this.#results(), ...(sheet ? [this.#table(sheet.lines)] : [h("p", { class: "quiet small proof" }, gettext("No moves yet."))]));
    this.body.parentElement?.scrollTo(0, this.body.parentElement.scrollHeight);
  }

  #results() {
    const { view } = this.store;
    const list = h("ol", { class: "games num", "aria-label": gettext("Games played") });
    for (const result of view.results) {
      const name = view.players[result.winner].name;
      if (!result.points && wonHow(view)) {
        list.append(h("li", {}, h("span", {}, String(result.game)), h("span", {}, `${name}: `, h("b", {}, wonHow(view))), h("span")));
        continue;
      }
      const more = [/** @type {Record<string, string>} */ ({ gammon: pgettext("result", "gammon"), backgammon: pgettext("result", "backgammon"), drop: pgettext("result", "drop"), resignation: pgettext("result", "resignation"), time: pgettext("result", "time forfeit") })[result.kind], result.crawford ? gettext("Crawford") : ""].filter(Boolean);
      list.append(h("li", {}, h("span", {}, String(result.game)), h("span", {}, `${name} `, h("b", {}, `+${result.points}`), more.length ? `, ${more.join(", ")}` : ""), h("span", {}, `${result.score[this.store.bottom]}–${result.score[other(this.store.bottom)]}`)));
    }
    return list;
  }

  /** @param {Line[]} lines */
  #table(lines) {
    const seats = /** @type {Seat[]} */ (["A", "B"]);
    const head = seats.map((seat) => h("th", { scope: "col" }, h("i", { class: `disc disc--${seat.toLowerCase()}` }), this.store.view.players[seat].name));
    const latest = this.store.rows.findLast((row) => row.kind === "play")?.seq;
    const body = lines.map((line) => this.#line(line, seats, latest));
    const number = h("th", { scope: "col" }, h("span", { class: "vh" }, pgettext("move list", "Number")));
    return h("table", { class: "moves num" }, h("thead", {}, h("tr", {}, number, ...head)), h("tbody", {}, ...body));
  }

  /** @param {Line} line @param {Seat[]} seats @param {number | undefined} latest */
  #line(line, seats, latest) {
    if (line.note) return h("tr", { class: "note" }, h("td", { colspan: 3 }, line.note));
    const cells = seats.map((seat) => {
      const cell = line.cells[seat];
      if (!cell) return h("td");
      const cube = cell.cube ? h("span", { class: "cube-face", "aria-hidden": "true" }, String(cell.cube)) : null;
      return h("td", { class: cell.kind === "play" ? null : cell.kind, "aria-current": cell.seq === latest ? "true" : null }, cube, cell.dice ? h("i", {}, cell.dice) : null, cell.text);
    });
    return h("tr", {}, h("th", { scope: "row" }, String(line.number)), ...cells);
  }

  /** Opens a tab by its name. @param {string} name @returns {HTMLElement | null} its page */
  show(name) {
    const tab = this.tabs.find((candidate) => candidate.id === `tab-${name}`);
    if (!tab) return null;
    this.#open(tab, true);
    return document.getElementById(tab.getAttribute("aria-controls") ?? "");
  }

  /** To the line where one writes to the other player, when this table has one. */
  write() {
    const field = this.show("chat")?.querySelector("input:not([type=hidden], [type=checkbox]), textarea");
    if (field instanceof HTMLElement) field.focus();
  }

  /** A second press on the open tab closes the list where there is little room. @param {HTMLElement} tab @param {boolean} [stays] */
  #open(tab, stays = false) {
    const again = !stays && tab.getAttribute("aria-selected") === "true" && this.root.classList.contains("panel--open");
    this.root.classList.toggle("panel--open", !again);
    for (const each of this.tabs) {
      each.setAttribute("aria-selected", String(each === tab));
      each.tabIndex = each === tab ? 0 : -1;
      const page = document.getElementById(each.getAttribute("aria-controls") ?? "");
      if (page) page.hidden = each !== tab;
    }
    tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.tabs.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || to === undefined) return;
    const next = this.tabs.at(to % this.tabs.length) ?? this.tabs[0];
    event.preventDefault();
    this.#open(next, true);
    next.focus();
  }
}
