// @ts-check
// Draws a scene on the board's SVG. One group a layer, drawn anew only when it shows something else: so a checker that
// travels is not torn away by the next message.

import { s } from "../../dom.js";
import { gettext } from "../../i18n.js";
import { openingDice } from "./opening_roll.js";
import * as pieces from "./pieces.js";
import { BAR, OFF, count } from "./position.js";

/** @import { Cube, Position, Seat } from "../types.js" */
/** @import { Geometry, Spot } from "./geometry.js" */
/** @typedef {{ place: number, hit: boolean }} Target */
/**
 * @typedef {Object} Scene
 * @property {Geometry} geometry
 * @property {Seat} own whose numbers stand at the rims
 * @property {Position} position
 * @property {{ seat: Seat, faces: Array<{ value: number, used: boolean }>, live: boolean, rolling?: boolean } | null} dice a value of 0 is not known yet
 * @property {import("./opening_roll.js").Opening | null} [opening]
 * @property {boolean} [rollable] a tap on the board rolls
 * @property {Cube} cube
 * @property {{ kind: string, askedOf: Seat | null, title: string }} cubeLook
 * @property {{ seat: Seat, moves: Array<[number, number]> } | null} last
 * @property {{ seat: Seat, origins: number[] } | null} ghosts
 * @property {{ seat: Seat, place: number, maybe: boolean, inHand: boolean, targets: Target[] } | null} picked
 */

const LAYERS = ["surface", "numbers", "lanes", "checkers", "ghosts", "traces", "marks", "dice", "cube", "hits", "hand"];

export class Board {
  /** @param {SVGSVGElement} root */
  constructor(root) {
    this.root = root;
    root.replaceChildren();
    root.setAttribute("role", "application");
    root.setAttribute("aria-label", gettext("Board: choose a point with the arrow keys, move a checker with Enter"));
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    for (const name of LAYERS) root.append((this.layers[name] = s("g", { class: `b-${name}` })));
    /** @type {Record<string, string>} what each layer shows */
    this.shown = {};
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { cube, cubeLook, dice: roll, geometry, picked, position, own } = scene;
    const lies = [geometry.bottom, geometry.mirror, own];
    const selection = picked && [picked.place, picked.inHand, picked.maybe, picked.targets];
    this.#set("surface", lies, () => surface(scene));
    this.#set("numbers", lies, () => numbers(scene));
    this.root.classList.toggle("table-board--rollable", Boolean(scene.rollable));
    this.root.setAttribute("viewBox", geometry.viewBox);
    this.root.setAttribute("preserveAspectRatio", geometry.mirror ? "xMaxYMid slice" : "xMinYMid slice");
    this.#set("checkers", [lies, position, picked?.inHand && picked.place], () => checkers(scene));
    this.#set("lanes", [lies, selection], () => (picked?.targets ?? []).filter((t) => t.place !== OFF).map((t) => lane(scene, t)));
    this.#set("ghosts", [lies, position, scene.ghosts], () => ghosts(scene));
    this.#set("traces", [lies, position, scene.last], () => (scene.last ? scene.last.moves.map((move) => trace(scene, move)) : []));
    this.#set("marks", [lies, position, selection], () => marks(scene));
    this.#set("dice", [lies, roll, scene.opening], () => (scene.opening ? openingDice(scene.opening, geometry) : dice(scene)));
    this.layers.dice.classList.toggle("dice--live", Boolean(roll?.live));
    this.layers.dice.classList.toggle("dice--rolling", Boolean(roll?.rolling));
    this.#set("cube", [lies, cube, cubeLook], () => {
      if (!cube.in_use && cubeLook.kind !== "dead") return [];
      const value = cubeLook.askedOf && cube.offered ? cube.offered : cube.value;
      return [pieces.cube(value, geometry.cube(cube.owner, cubeLook.askedOf), cubeLook.kind, cubeLook.title)];
    });
  }

  /** @param {string} name @param {unknown} key what it depends on @param {() => Node[]} nodes */
  #set(name, key, nodes) {
    const shown = JSON.stringify(key);
    if (shown === this.shown[name]) return;
    this.shown[name] = shown;
    this.layers[name].replaceChildren(...nodes());
  }
}

/** @param {Scene} scene */
function surface({ geometry }) {
  return [s("g", { transform: geometry.mirror ? "matrix(-1 0 0 1 1354 0)" : null }, s("use", { href: "#surface" }))];
}

/** @param {Scene} scene */
function numbers({ geometry, own }) {
  return Array.from({ length: 24 }, (_, i) => i + 1).map((p) => {
    const at = geometry.number(p);
    return s("text", { class: "b-num", x: at.x, y: at.y }, String(own === geometry.bottom ? p : 25 - p));
  });
}

/** @param {Scene} scene */
function checkers({ geometry, position, picked }) {
  const drawn = [];
  for (const seat of /** @type {Seat[]} */ (["A", "B"])) {
    for (let i = 0; i < position.off[seat]; i += 1) drawn.push(named(pieces.slab(seat, geometry.checker(seat, OFF, i)), seat, OFF));
    for (let place = 1; place <= BAR; place += 1) {
      let here = count(position, seat, place);
      if (picked?.inHand && picked.seat === seat && picked.place === place) here -= 1;
      for (let i = 0; i < Math.min(here, 5); i += 1) {
        drawn.push(named(pieces.checker(seat, geometry.checker(seat, place, i), i === 4 && here > 5 ? here : 0), seat, place));
      }
    }
  }
  return drawn;
}

/** Found again when it travels. @param {SVGElement} node @param {Seat} seat @param {number} place */
function named(node, seat, place) {
  node.dataset.seat = seat;
  node.dataset.place = String(place);
  return node;
}

/** The checker on top of a stack. @param {Scene} scene @param {Seat} seat @param {number} place @returns {Spot} */
export function top({ geometry, position }, seat, place) {
  return geometry.checker(seat, place, Math.max(0, count(position, seat, place) - 1));
}

/** @param {Scene} scene @param {Target} target */
function lane({ geometry, picked }, target) {
  return s("path", { class: "b-lane", d: geometry.lane(/** @type {Seat} */ (picked?.seat), target.place) });
}

/** @param {Scene} scene */
function ghosts({ geometry, ghosts: moved, position }) {
  if (!moved) return [];
  /** @type {Map<number, number>} */
  const ghostCounts = new Map();
  return moved.origins.map((place) => {
    const above = count(position, moved.seat, place) + (ghostCounts.get(place) ?? 0);
    ghostCounts.set(place, (ghostCounts.get(place) ?? 0) + 1);
    return pieces.ghost(geometry.checker(moved.seat, place, above));
  });
}

/** @param {Scene} scene @param {[number, number]} move */
function trace(scene, [source, to]) {
  const seat = /** @type {NonNullable<Scene["last"]>} */ (scene.last).seat;
  const from = scene.geometry.checker(seat, source, count(scene.position, seat, source));
  return pieces.trace(from, top(scene, seat, to));
}

/** @param {Scene} scene */
function marks(scene) {
  const { geometry, picked, position } = scene;
  if (!picked) return [];
  const drawn = picked.targets.map((target) => {
    if (target.place === OFF) return pieces.targetOff(geometry.checker(picked.seat, OFF, position.off[picked.seat]));
    const above = count(position, picked.seat, target.place);
    return pieces.target(geometry.checker(picked.seat, target.place, target.hit ? 0 : above), target.hit || above > 4);
  });
  if (!picked.inHand) drawn.push(pieces.pickedRing(top(scene, picked.seat, picked.place), picked.maybe));
  return drawn;
}

/** @param {Scene} scene */
function dice({ dice: roll, geometry }) {
  if (!roll) return [];
  return roll.faces.map((face, k) => pieces.die(roll.seat, face.value, geometry.die(roll.seat, k, roll.faces.length), face.used));
}

