// @ts-check
// The match plays by itself until it ends, until the reader does anything, or until the window is hidden. Never begins unasked;
// slower where the reader wants no motion, since then only the new position tells what happened.

import { find, icon } from "../dom.js";
import { gettext, pgettext } from "../i18n.js";

/** @import { ReplayCursor } from "./cursor.js" */

const ROLL_MS = 750;
const PLAY_MS = 1400;
const CALM_MS = 2200;

export class Autoplay {
  /** @param {ReplayCursor} cursor */
  constructor(cursor) {
    this.reader = cursor;
    this.button = find("[data-auto]", HTMLButtonElement);
    this.timer = 0;
    this.button.hidden = false;
    this.button.addEventListener("click", () => this.toggle());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.stop(); });
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.reader.isLast) this.reader.step("first");
    this.#wait(200);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#draw();
  }

  /** @param {number} [ms] */
  #wait(ms) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const pause = ms ?? (calm ? CALM_MS : this.reader.frame.kind === "roll" ? ROLL_MS : PLAY_MS);
    this.timer = window.setTimeout(() => this.#on(), pause);
    this.#draw();
  }

  #on() {
    this.timer = 0;
    if (this.reader.step("next") && !this.reader.isLast) this.#wait();
    else this.#draw();
  }

  #draw() {
    const going = String(this.timer !== 0);
    if (this.button.getAttribute("aria-pressed") === going && this.button.dataset.drawn) return;
    this.button.dataset.drawn = "yes";
    this.button.setAttribute("aria-pressed", going);
    this.button.title = this.timer ? pgettext("autoplay", "Stop") : gettext("Autoplay");
    this.button.querySelector("svg")?.replaceWith(icon(this.timer ? "pause" : "play"));
  }
}
