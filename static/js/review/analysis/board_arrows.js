// @ts-check
// Draws the best and the played play as arrows over the board of the review, or those of the candidate that is pointed at.
// They are decoration: the list of plays says the same. The switch is remembered in this browser.

import { s } from "../../dom.js";
import { load, save } from "../../storage.js";
import { arrowsOf, stepsOf } from "./arrows.js";
import { decisionAt } from "./levels.js";

/** @import { Scene } from "../../table/board/board.js" */
/** @import { Position } from "../../table/types.js" */
/** @import { ReplayCursor } from "../cursor.js" */
/** @import { Candidate, Decision } from "./types.js" */
/** @import { Arrow } from "./arrows.js" */

const KEPT = "review-arrows";

export class BoardArrows {
  /** @param {SVGSVGElement} root of the board @param {ReplayCursor} cursor */
  constructor(root, cursor) {
    this.cursor = cursor;
    this.layer = s("g", { class: "b-arrows", "aria-hidden": "true" });
    root.append(this.layer);
    this.isOn = load(KEPT) !== "off";
    /** @type {Decision[]} */
    this.decisions = [];
    /** @type {Candidate | null} */
    this.pointedAt = null;
    /** @type {() => void} draws the page again */
    this.changed = () => {};
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    save(KEPT, isOn ? "on" : "off");
    this.changed();
  }

  /** @param {Candidate | null} candidate null: the best and the played one again */
  point(candidate) {
    if (candidate === this.pointedAt) return;
    this.pointedAt = candidate;
    this.changed();
  }

  /** The scene without the trace of the play, since arrows show it; the checkers that moved leave their outlines. @param {Scene} scene @returns {Scene} */
  adorned(scene) {
    if (!scene.last || !this.#plays().length) return scene;
    return { ...scene, last: null, ghosts: { seat: scene.last.seat, origins: scene.last.moves.map(([source]) => source) } };
  }

  /** @param {Scene} scene */
  draw({ geometry }) {
    const decision = this.#decision();
    if (!decision) return this.layer.replaceChildren();
    const before = this.#before(decision);
    const drawn = this.#plays().map(([kind, play]) => arrowsOf(stepsOf(play.play), before, decision.seat, geometry).map((arrow) => pathOf(arrow, kind)));
    this.layer.replaceChildren(...drawn.flat());
  }

  /** What is drawn, the last on top. @returns {Array<[kind: string, play: Candidate]>} */
  #plays() {
    const decision = this.#decision();
    if (!decision) return [];
    const [best] = decision.candidates;
    const played = decision.candidates.find((row) => row.played);
    /** @param {Candidate} row @returns {[string, Candidate]} */
    const styled = (row) => [row === best ? "best" : row === played ? "played" : "other", row];
    if (this.pointedAt && decision.candidates.includes(this.pointedAt)) return [styled(this.pointedAt)];
    return [played, best].flatMap((row, i) => (row && (i || row !== best) ? [styled(row)] : []));
  }

  #decision() {
    if (!this.isOn) return null;
    const { seq, kind } = this.cursor.frame;
    const decision = decisionAt(this.decisions, seq, kind);
    return decision?.kind === "play" && decision.candidates.length ? decision : null;
  }

  /** @param {Decision} decision @returns {Position} */
  #before({ seq }) {
    const { frames } = this.cursor.review;
    const frame = frames.findLast((step) => step.seq < seq) ?? frames[0];
    return { board: frame.board, off: { A: frame.off[0], B: frame.off[1] } };
  }
}

/** @param {Arrow} arrow @param {string} kind */
export function pathOf({ from, line, head }, kind) {
  return s(
    "g",
    { class: `b-arrow b-arrow--${kind}` },
    s("path", { class: "b-arrow-edge", d: line }),
    s("path", { class: "b-arrow-line", d: line }),
    s("circle", { class: "b-arrow-head", cx: from.x, cy: from.y, r: 8 }),
    s("path", { class: "b-arrow-head", d: head }),
  );
}
