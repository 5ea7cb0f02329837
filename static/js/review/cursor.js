// @ts-check
// Where the reader is in the match, and where each button leads. Draws nothing.

/** @import { Frame, Review } from "./types.js" */

export class ReplayCursor {
  /** @param {Review} review @param {number} seq the step to begin with */
  constructor(review, seq) {
    this.review = review;
    this.at = this.#indexOf(seq);
    /** @type {number | null} the step before, when this one followed it directly */
    this.from = null;
    /** @type {Array<() => void>} */
    this.listeners = [];
  }

  /** @returns {Frame} */
  get frame() { return this.review.frames[this.at]; }
  get isLast() { return this.at === this.review.frames.length - 1; }

  /** The number of the step a button leads to; null where there is nothing further. @param {string} name @returns {number | null} */
  goal(name) {
    const { frames, chapters } = this.review;
    const here = this.frame.seq;
    const firsts = chapters.map((chapter) => chapter.first);
    switch (name) {
      case "first": return this.at > 0 ? frames[0].seq : null;
      case "back": return frames[this.at - 1]?.seq ?? null;
      case "next": return frames[this.at + 1]?.seq ?? null;
      case "last": return this.isLast ? null : frames[frames.length - 1].seq;
      case "game_back": return firsts.findLast((seq) => seq < here) ?? null;
      case "game_next": return firsts.find((seq) => seq > here) ?? null;
      default: return null;
    }
  }

  /** @param {string} name of a button @returns {boolean} was there anything further? */
  step(name) {
    const seq = this.goal(name);
    if (seq !== null) this.go(seq);
    return seq !== null;
  }

  /** @param {number} seq */
  go(seq) {
    const to = this.#indexOf(seq);
    if (to === this.at) return;
    this.from = to === this.at + 1 ? this.at : null;
    this.at = to;
    for (const listener of this.listeners) listener();
  }

  /** The last step up to a number of the log. @param {number} seq */
  #indexOf(seq) {
    const index = this.review.frames.findLastIndex((frame) => frame.seq <= seq);
    return Math.max(0, index);
  }
}
