// @ts-check
// The board under finger, mouse and keys while a position is set up: taps, holds, drags and the keys of a point.

import { s } from "../dom.js";
import { gettext, pgettext, put } from "../i18n.js";
import { neighbour, placeOf } from "../table/board/hit_areas.js";
import * as pieces from "../table/board/pieces.js";
import { BAR, OFF } from "../table/board/position.js";
import { OFF_A, OFF_B, seatAt } from "./setup.js";

/** @import { Board, Scene } from "../table/board/board.js" */
/** @import { Geometry } from "../table/board/geometry.js" */
/** @import { Setup } from "./setup.js" */
/**
 * @typedef {Object} BoardActs
 * @property {(place: number) => void} tap
 * @property {(place: number) => void} add
 * @property {(place: number) => void} remove
 * @property {(place: number) => void} clear
 * @property {(source: number, target: number) => void} move
 * @property {(lifted: number | null) => void} lift a checker is in the hand, or no longer
 */

const DRAG_FROM = 8;
const HOLD_MS = 450;
const PLACES = Array.from({ length: 26 }, (_, i) => 25 - i);
/** @type {Record<string, "add" | "remove" | "clear" | "tap">} */
const KEYS = { "+": "add", "=": "add", "-": "remove", "−": "remove", Delete: "clear", Backspace: "clear", Enter: "tap", " ": "tap" };

export class BoardEditor {
  /** @param {Board} board @param {BoardActs} acts @param {Record<import("../table/types.js").Seat, string>} names of the players */
  constructor(board, acts, names) {
    this.board = board;
    this.acts = acts;
    this.names = names;
    this.focused = 6;
    this.pointer = "mouse";
    /** @type {Map<number, SVGElement>} */
    this.strips = new Map();
    /** @type {{ place: number, x: number, y: number, id: number, hold: number, isDrag: boolean } | null} */
    this.press = null;
    const { root } = board;
    root.setAttribute("aria-label", gettext("Board: choose a point with the arrow keys, add a checker with plus, take one off with minus"));
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", (event) => { if (event.pointerId === this.press?.id) this.#drop(); });
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("contextmenu", (event) => {
      const place = placeOf(/** @type {Element} */ (event.target));
      if (place === null) return;
      event.preventDefault(); // a hold by touch has a timer of its own
      if (event.button !== 2 && !event.ctrlKey) return; // the key that opens a menu
      this.#drop();
      if (this.pointer === "mouse" && place < OFF_A) this.acts.remove(place);
    });
  }

  /** @param {Scene} scene @param {Setup} setup */
  draw({ geometry }, setup) {
    this.setup = setup;
    if (!this.strips.size) this.#build(geometry);
    for (const [place, strip] of this.strips) {
      if (place >= OFF_A) continue;
      strip.setAttribute("aria-label", this.#label(setup, place));
      strip.setAttribute("tabindex", place === this.focused ? "0" : "-1");
    }
  }

  /** @param {Geometry} geometry */
  #build(geometry) {
    this.isMirrored = geometry.mirror;
    for (const place of PLACES) {
      const strip = s("rect", { class: "b-hit b-hit--live", role: "button", "data-point": place, ...boxOf(geometry, place) });
      strip.addEventListener("focus", () => { this.focused = place; });
      this.strips.set(place, strip);
    }
    for (const place of [OFF_A, OFF_B]) this.strips.set(place, s("rect", { class: "b-hit", "aria-hidden": "true", "data-point": place, ...boxOf(geometry, place) }));
    this.board.layers.hits.replaceChildren(...this.strips.values());
  }

  /** What a screen reader hears of a place. @param {Setup} setup @param {number} place */
  #label(setup, place) {
    const count = Math.abs(setup.points[place]);
    const seat = seatAt(setup, place);
    const here = place === BAR ? put(gettext("Bar of %(name)s"), { name: this.names.A }) : place === OFF ? put(gettext("Bar of %(name)s"), { name: this.names.B }) : put(pgettext("backgammon board", "Point %(n)s"), { n: place });
    return `${here}, ${seat ? put(gettext("%(name)s: %(n)s"), { name: this.names[seat], n: count }) : pgettext("point", "empty")}`;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const place = placeOf(/** @type {Element} */ (event.target));
    this.pointer = event.pointerType;
    if (place === null || event.button !== 0 || this.press) return;
    event.preventDefault();
    if (place < OFF_A) this.strips.get(place)?.focus({ preventScroll: true });
    const hold = event.pointerType === "mouse" ? 0 : window.setTimeout(() => this.#held(), HOLD_MS);
    this.press = { place, x: event.clientX, y: event.clientY, id: event.pointerId, hold, isDrag: false };
  }

  #held() {
    const { press } = this;
    if (!press || press.isDrag) return;
    this.press = null;
    if (press.place < OFF_A) this.acts.remove(press.place);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    if (event.pointerType === "mouse" && !event.buttons) return this.#drop(); // released elsewhere
    if (!press.isDrag) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_FROM) return;
      clearTimeout(press.hold);
      if (!this.setup || seatAt(this.setup, press.place) === null) return void (this.press = null);
      press.isDrag = true;
      this.board.root.setPointerCapture(event.pointerId);
      this.acts.lift(press.place);
    }
    this.#hand(event);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    this.#drop();
    if (!press.isDrag) return press.place < OFF_A ? this.acts.tap(press.place) : undefined;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = under && this.board.root.contains(under) ? placeOf(under) : null;
    if (target !== null) this.acts.move(press.place, target);
  }

  #drop() {
    const { press } = this;
    this.press = null;
    if (!press) return;
    clearTimeout(press.hold);
    this.board.layers.hand.replaceChildren();
    if (press.isDrag) this.acts.lift(null);
  }

  /** @param {PointerEvent} event */
  #hand(event) {
    const seat = this.setup && this.press && seatAt(this.setup, this.press.place);
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.root.getScreenCTM()?.inverse());
    if (seat) this.board.layers.hand.replaceChildren(pieces.checker(seat, at), pieces.pickedRing(at, false));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const place = placeOf(/** @type {Element} */ (event.target));
    if (place === null || place >= OFF_A || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    const next = act ? null : this.#beside(place, event.key);
    if (!act && next === null) return;
    event.preventDefault();
    if (act) this.acts[act](place);
    else if (next !== null) this.strips.get(next)?.focus();
  }

  /** Up and down lead from one bar to the other, too. @param {number} place @param {string} key */
  #beside(place, key) {
    if ((key === "ArrowUp" || key === "ArrowDown") && (place === BAR || place === OFF)) return BAR - place;
    return neighbour(place, key, !this.isMirrored);
  }
}

/** @param {Geometry} geometry @param {number} place */
function boxOf(geometry, place) {
  if (place === OFF_A || place === OFF_B) return geometry.strip(place === OFF_A ? "A" : "B", OFF);
  return place === OFF ? geometry.strip("B", BAR) : geometry.strip("A", place);
}
