// @ts-check
// The curve under the board: seat A's chance to win each game, or its equity, step by step, with a dot for each error that is
// chosen. A click goes to the step.

import { h, s } from "../../dom.js";
import { gettext, put } from "../../i18n.js";
import { levelOf, worstError } from "./levels.js";

/** @import { ReplayCursor } from "../cursor.js" */
/** @import { Decision } from "./types.js" */

const WIDTH = 1000;
const HEIGHT = 120;

/** Equities beyond it are drawn at the edge: a gammon. */
const HIGHEST = 2;

/** @typedef {"win" | "equity"} Measure */

/** Seat A's equity before a step, when whoever decides does what is best. @param {Decision} decision @returns {number} */
export function equityOfA({ seat, kind, cube, candidates }) {
  if (kind === "play") {
    const equity = candidates[0]?.equity ?? 0;
    return seat === "A" ? equity : -equity;
  }
  if (!cube) return 0;
  const taken = Math.min(cube.double_take, cube.double_drop);
  const ofDoubler = kind === "double" ? Math.max(cube.no_double, taken) : taken;
  return (kind === "double") === (seat === "A") ? ofDoubler : -ofDoubler;
}

/** How high a step stands, from 0 to 1. @param {Decision} decision @param {Measure} measure @returns {number} */
export function heightOf(decision, measure) {
  if (measure === "win") return decision.win_a;
  return (1 + Math.max(-HIGHEST, Math.min(HIGHEST, equityOfA(decision))) / HIGHEST) / 2;
}

export class Curve {
  /** @param {ReplayCursor} cursor @param {Decision[]} decisions @param {Measure} measure @param {(decision: Decision) => number} errorOf */
  constructor(cursor, decisions, measure = "win", errorOf = worstError) {
    this.cursor = cursor;
    this.decisions = decisions;
    this.measure = measure;
    this.errorOf = errorOf;
    this.line = s("line", { class: "curve-here", y1: 0, y2: HEIGHT });
    const [a, b] = cursor.review.names;
    const svg = s("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": put(measure === "win" ? gettext("Chance of %(name)s to win the game, move by move") : gettext("Equity of %(name)s, move by move"), { name: a }) }, ...this.#areas(), s("line", { class: "curve-half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), ...this.#games(), this.line);
    this.root = h("figure", { class: "analysis-curve" }, svg, ...this.#dots(), h("span", { class: "curve-name curve-name--top" }, b), h("span", { class: "curve-name curve-name--bottom" }, a));
    svg.addEventListener("click", (event) => this.#press(event, svg));
  }

  /** Seat A's share of each game, from below. */
  #areas() {
    return this.#runs().map((run) => {
      const points = run.map(([x, decision]) => `${x},${HEIGHT * (1 - heightOf(decision, this.measure))}`);
      return s("polygon", { class: "curve-area", points: `${run[0][0]},${HEIGHT} ${points.join(" ")} ${run[run.length - 1][0]},${HEIGHT}` });
    });
  }

  /** @returns {Array<Array<[number, Decision]>>} the decisions of each game with their places */
  #runs() {
    /** @type {Map<number, Array<[number, Decision]>>} */
    const runs = new Map();
    this.decisions.forEach((decision, i) => {
      const run = runs.get(decision.game) ?? [];
      run.push([this.#x(i), decision]);
      runs.set(decision.game, run);
    });
    return [...runs.values()];
  }

  #games() {
    return this.decisions.flatMap((decision, i) => (i && decision.game !== this.decisions[i - 1].game ? [s("line", { class: "curve-game", x1: this.#x(i), x2: this.#x(i), y1: 0, y2: HEIGHT })] : []));
  }

  /** Dots are laid over the drawing, which is stretched. */
  #dots() {
    return this.decisions.flatMap((decision, i) => {
      const level = levelOf(this.errorOf(decision));
      if (!level) return [];
      const dot = s("svg", { class: `curve-dot curve-dot--${level.name}`, viewBox: "0 0 10 10", "aria-hidden": "true", x: 0 }, s("circle", { cx: 5, cy: 5, r: 4 }));
      dot.style.insetInlineStart = `${this.#x(i) / WIDTH * 100}%`;
      dot.style.insetBlockStart = `${(1 - heightOf(decision, this.measure)) * 100}%`;
      return [dot];
    });
  }

  /** @param {number} i */
  #x(i) {
    return (i + 0.5) * (WIDTH / this.decisions.length);
  }

  draw() {
    const { seq } = this.cursor.frame;
    const last = this.decisions.findLastIndex((decision) => decision.seq <= seq);
    const x = String(this.#x(Math.max(0, last)));
    this.line.setAttribute("x1", x);
    this.line.setAttribute("x2", x);
  }

  /** @param {MouseEvent} event @param {Element} svg */
  #press(event, svg) {
    const box = svg.getBoundingClientRect();
    const i = Math.floor(((event.clientX - box.left) / box.width) * this.decisions.length);
    const decision = this.decisions[Math.min(Math.max(i, 0), this.decisions.length - 1)];
    this.cursor.go(decision.seq);
  }
}
