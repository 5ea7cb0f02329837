// @ts-check
// Everything around the board that changes with the step: names and scores, the sentence, the cube's story, the buttons, the
// marked move, the addresses. Writes only what differs.

import { find, h, say } from "../dom.js";
import { gettext, put } from "../i18n.js";
import { formatTime } from "../table/panel/clock.js";

/** @import { Seat } from "../table/types.js" */
/** @import { ReplayCursor } from "./cursor.js" */
/** @import { Frame } from "./types.js" */

const CUBE_KINDS = ["double", "take", "drop", "beaver", "raccoon"];

/** @param {number} ms */
function duration(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? put(gettext("%(n)s s"), { n: seconds }) : formatTime(seconds * 1000);
}

export class Details {
  /** @param {ReplayCursor} cursor @param {string} image the address of pictures, without number and ending */
  constructor(cursor, image) {
    this.reader = cursor;
    this.image = image;
    this.moves = find("[data-moves]", HTMLElement);
    /** @type {HTMLAnchorElement[]} */
    this.entries = [...this.moves.querySelectorAll("tbody a[data-seq]")].filter((a) => a instanceof HTMLAnchorElement);
    this.story = "";
  }

  draw() {
    const { frame, review } = this.reader;
    for (const [i, seat] of /** @type {Array<[number, Seat]>} */ ([[0, "A"], [1, "B"]])) this.#side(frame, i, seat);
    say(find("[data-say]", HTMLElement), frame.say || gettext("Starting position."));
    const chapter = review.chapters[frame.chapter];
    say(find("[data-game]", HTMLElement), chapter ? put(gettext("Game %(n)s"), { n: chapter.game }) : "");
    say(find("[data-mark]", HTMLElement), review.marks[frame.crawford] ?? "");
    say(find("[data-spent]", HTMLElement), frame.spent ? put(gettext("%(time)s used"), { time: duration(frame.spent) }) : "");
    this.#cube(frame);
    this.#games(frame);
    this.#buttons();
    this.#entry(frame);
    this.#names(frame);
  }

  /** @param {Frame} frame @param {number} i @param {Seat} seat */
  #side(frame, i, seat) {
    const root = find(`[data-side="${seat}"]`, HTMLElement);
    root.classList.toggle("review-side--turn", frame.turn === seat);
    say(find("[data-score]", HTMLElement, root), String(frame.score[i]));
    say(find("[data-away]", HTMLElement, root), frame.away ? put(gettext("%(n)s away"), { n: frame.away[i] }) : "");
    say(find("[data-pips]", HTMLElement, root), put(gettext("pips %(n)s"), { n: frame.pips[i] }));
    say(find("[data-off]", HTMLElement, root), frame.off[i] ? put(gettext("off %(n)s"), { n: frame.off[i] }) : "");
    say(find("[data-clock]", HTMLElement, root), frame.clock ? formatTime(frame.clock[i]) : "");
  }

  /** What the cube did in this game up to here, and at what score. @param {Frame} frame */
  #cube(frame) {
    const turns = this.reader.review.frames.filter((turn) => CUBE_KINDS.includes(turn.kind) && turn.chapter === frame.chapter && turn.seq <= frame.seq);
    const story = turns.map((turn) => turn.seq).join();
    if (story === this.story) return;
    this.story = story;
    const items = turns.map((turn) => h("li", {}, h("a", { href: `?at=${turn.seq}`, "data-seq": turn.seq }, turn.say), " ", h("span", { class: "quiet num" }, put(gettext("Score: %(a)s–%(b)s"), { a: turn.score[0], b: turn.score[1] }))));
    const list = find("[data-cube-story]", HTMLElement);
    list.replaceChildren(...items);
    list.scrollTop = list.scrollHeight;
  }

  /** Marks the game in the line of scores. @param {Frame} frame */
  #games(frame) {
    for (const link of document.querySelectorAll("a[data-part]")) {
      if (!(link instanceof HTMLElement)) continue;
      const here = link.dataset.part === String(frame.chapter);
      if (here === link.hasAttribute("aria-current")) continue;
      if (!here) {
        link.removeAttribute("aria-current");
        continue;
      }
      link.setAttribute("aria-current", "true");
      const line = link.closest("[data-score-line]");
      if (line) line.scrollLeft = link.offsetLeft - line.clientWidth / 2;
    }
  }

  /** A button with nothing further keeps the focus and says so. */
  #buttons() {
    for (const button of document.querySelectorAll("a[data-step]")) {
      const goal = this.reader.goal(/** @type {HTMLElement} */ (button).dataset.step ?? "");
      if (goal === null) {
        button.setAttribute("aria-disabled", "true");
        button.setAttribute("role", "link");
        button.setAttribute("tabindex", "0");
        button.removeAttribute("href");
      } else {
        button.setAttribute("href", `?at=${goal}`);
        for (const name of ["aria-disabled", "role", "tabindex"]) button.removeAttribute(name);
      }
    }
  }

  /** Marks the move just made and keeps it in sight, without moving the page. @param {Frame} frame */
  #entry(frame) {
    const entry = this.entries.findLast((link) => Number(link.dataset.seq) <= frame.seq);
    for (const link of this.moves.querySelectorAll("a[aria-current]")) if (link !== entry) link.removeAttribute("aria-current");
    entry?.setAttribute("aria-current", "step");
    const shown = entry ?? this.moves.querySelector(`a[data-seq="${frame.seq}"]`);
    if (!shown) return void this.moves.scrollTo(0, 0);
    const list = this.moves.getBoundingClientRect();
    const line = shown.getBoundingClientRect();
    if (line.top < list.top + 40 || line.bottom > list.bottom - 40) this.moves.scrollTop += line.top - list.top - list.height / 2;
  }

  /** What the position is called elsewhere, and its picture. @param {Frame} frame */
  #names({ ids: [position, gnubg, xgid], seq }) {
    say(find('[data-id="position"]', HTMLElement), position);
    say(find('[data-id="gnubg"]', HTMLElement), gnubg ?? gettext("Not available with a beaver."));
    say(find('[data-id="xgid"]', HTMLElement), xgid);
    for (const link of document.querySelectorAll("a[data-image]")) {
      const kind = /** @type {HTMLElement} */ (link).dataset.image;
      link.setAttribute("href", `${this.image}${seq}.${kind}`);
      link.setAttribute("download", `barpoint-${seq}.${kind}`);
    }
  }
}
