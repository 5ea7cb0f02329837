// @ts-check
// The board under finger, mouse and keys: strips that are pressed, checkers that are dragged.

import { top } from "./board.js";
import { buildHitAreas, neighbour, drawControlAreas, placeOf } from "./hit_areas.js";
import * as pieces from "./pieces.js";
import { OFF } from "./position.js";
import { placeLabel } from "./scene.js";
import { TapGestures, pressedPlace } from "./gestures.js";
import * as walker from "../moves/walker.js";

/** @import { Board, Scene } from "./board.js" */
/** @import { Store } from "../store.js" */

const DRAG_FROM = 8;
/** A tap so soon after the turn came belongs to what was there before. */
const SETTLED_MS = 300;

export class BoardInput {
  /** @param {Board} board @param {Store} store @param {{ double: () => void, roll: () => void }} acts */
  constructor(board, store, acts) {
    this.board = board;
    this.store = store;
    this.acts = acts;
    /** @type {Map<number, SVGElement>} */
    this.hitAreas = new Map();
    this.taps = new TapGestures(store);
    this.frame = "";
    this.focused = 24;
    /** @type {{ place: number, x: number, y: number, id: number, wasPicked: boolean } | null} */
    this.press = null;
    /** @type {{ x: number, y: number, id: number } | null} a tap that rolls, if it stays in its place */
    this.rollTap = null;
    const root = board.root;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#drop());
    root.addEventListener("pointerleave", () => this.#hover(null));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("contextmenu", (event) => {
      if (!store.walk) return;
      event.preventDefault(); // the other mouse button swaps the dice, as players expect
      store.swapDice();
    });
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.scene = scene;
    const frame = `${scene.geometry.bottom}${scene.geometry.mirror}${scene.own}`;
    if (frame !== this.frame) this.hitAreas = buildHitAreas(this.board, scene, (place) => { this.focused = place; });
    this.frame = frame;
    const live = this.store.walk ? walker.sources(this.store.walk) : new Set();
    for (const [place, strip] of this.hitAreas) {
      strip.setAttribute("aria-label", placeLabel(this.store, place));
      strip.setAttribute("tabindex", place === this.focused ? "0" : "-1");
      strip.toggleAttribute("aria-pressed", false);
      if (scene.picked && !scene.picked.maybe && scene.picked.place === place) strip.setAttribute("aria-pressed", "true");
      strip.classList.toggle("b-hit--live", live.has(place) || Boolean(scene.picked?.targets.some((t) => t.place === place)));
    }
    drawControlAreas(this.board, scene);
    this.board.layers.hand.replaceChildren();
    if (scene.picked?.inHand) this.#hand();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const target = /** @type {Element} */ (event.target);
    const control = target.getAttribute("data-what");
    if (event.button !== 0 || this.store.sending) return;
    if (control) return control === "dice" ? this.store.swapDice() : this.acts.double();
    if (this.scene?.rollable) return void (this.rollTap = { x: event.clientX, y: event.clientY, id: event.pointerId });
    const { walk, picked } = this.store;
    const sources = walk ? walker.sources(walk) : new Set();
    const selected = picked && !picked.maybe ? picked : null;
    const goals = selected ? this.#goals(selected.place) : new Map();
    const place = pressedPlace(this.hitAreas, event, target, (area) => sources.has(area) || goals.has(area));
    if (place === null || this.taps.twice(place, event.timeStamp)) return;
    if (selected && this.#go(selected.place, place)) return;
    if (!sources.has(place)) return this.tapTarget(place);
    event.preventDefault();
    this.hitAreas.get(place)?.focus({ preventScroll: true });
    this.press = { place, x: event.clientX, y: event.clientY, id: event.pointerId, wasPicked: selected?.place === place };
    this.store.pick({ place, maybe: false, inHand: false });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.press) return event.pointerType === "mouse" ? this.#hover(placeOf(/** @type {Element} */ (event.target))) : undefined;
    if (event.pointerId !== this.press.id) return;
    this.at = this.#point(event);
    if (this.store.picked?.inHand) return this.#hand();
    if (Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y) < DRAG_FROM) return;
    this.board.root.setPointerCapture(event.pointerId);
    this.store.pick({ place: this.press.place, maybe: false, inHand: true });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (this.rollTap?.id === event.pointerId) return this.#rollAt(event);
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    this.press = null;
    if (this.store.picked?.inHand) {
      const goals = this.#goals(press.place);
      const under = document.elementFromPoint(event.clientX, event.clientY);
      // On a phone the tray is cut off: the own strip stands for it.
      const place = under?.closest(`[data-strip="${this.store.own}"]`) ? OFF : pressedPlace(this.hitAreas, event, under, (area) => goals.has(area));
      if (place === null || !this.#go(press.place, place, this.#point(event))) this.store.pick(null);
    } else if (this.store.prefs.tapPlays || press.wasPicked) {
      this.#tap(press.place);
    }
  }

  /** @param {PointerEvent} event */
  #rollAt(event) {
    const { x, y } = /** @type {{ x: number, y: number }} */ (this.rollTap);
    this.rollTap = null;
    const isTap = Math.hypot(event.clientX - x, event.clientY - y) < DRAG_FROM;
    if (isTap && this.scene?.rollable && performance.now() - this.store.turnSince > SETTLED_MS) this.acts.roll();
  }

  #drop() {
    this.press = this.rollTap = null;
    this.store.pick(null);
  }

  /** @param {number | null} place */
  #hover(place) {
    const { walk, picked, sending } = this.store;
    if (picked && !picked.maybe) return;
    const may = place !== null && walk && !sending && walker.sources(walk).has(place);
    this.store.pick(may ? { place: /** @type {number} */ (place), maybe: true, inHand: false } : null);
  }

  /** @param {number} place */
  #tap(place) {
    const { walk, order } = this.store;
    const step = walk ? walker.tap(walk, place, order) : null;
    if (step) this.store.step(step);
  }

  /** A tap on an empty target plays there when only one checker can. @param {number} place */
  tapTarget(place) {
    const { walk, order } = this.store;
    this.store.pick(null);
    if (!walk) return;
    const ways = walker.options(walk).filter((step) => step[1] === place);
    const best = ways.find((step) => step[2] === order[0]) ?? ways[0];
    if (best && new Set(ways.map((step) => step[0])).size === 1) this.store.step(best);
  }

  /** @param {number} source @param {number} place @param {import("./geometry.js").Spot} [from] where a hand let go @returns {boolean} */
  #go(source, place, from) {
    const way = this.#goals(source).get(place);
    if (way) this.store.step(...way.path);
    if (from && this.store.pendingAnimation) this.store.pendingAnimation.from = from;
    return Boolean(way);
  }

  /** Where a checker from there may go. @param {number} source */
  #goals(source) {
    const { walk, order } = this.store;
    return walk ? walker.reach(walk, source, order) : new Map();
  }

  #hand() {
    const { scene } = this;
    if (!scene?.picked) return;
    const at = this.at ?? top(scene, scene.picked.seat, scene.picked.place);
    this.board.layers.hand.replaceChildren(pieces.checker(scene.picked.seat, at), pieces.pickedRing(at, false));
  }

  /** @param {PointerEvent} event */
  #point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.root.getScreenCTM()?.inverse());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const place = placeOf(/** @type {Element} */ (event.target));
    if (place === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(place, event.key, this.store.bottom === this.store.own !== this.store.prefs.mirror);
    if (next !== null) {
      event.preventDefault();
      this.hitAreas.get(next)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      const { walk, picked } = this.store;
      if (!walk || (event.key === " " && walker.isWhole(walk) && !walker.options(walk).length)) return;
      event.preventDefault();
      event.stopPropagation();
      if (picked && !picked.maybe && picked.place !== place && this.#go(picked.place, place)) return;
      if (!walker.sources(walk).has(place)) return this.tapTarget(place);
      const again = picked && !picked.maybe && picked.place === place;
      if (this.store.prefs.tapPlays || again) this.#tap(place);
      else this.store.pick({ place, maybe: false, inHand: false });
    } else if (event.key === "Escape") {
      this.store.pick(null);
    }
  }
}
