// @ts-check
// The field in which a play is typed. What is written is walked on the board; a second Enter confirms it.

import { find, say } from "../../dom.js";
import { gettext, put } from "../../i18n.js";
import { playText } from "./notation.js";
import { playedMoves } from "../words/spoken.js";
import { findPlay } from "./play_parser.js";
import * as walker from "./walker.js";

/** @import { Announcer } from "../announce/announcer.js" */
/** @import { Store } from "../store.js" */

export class PlayField {
  /** @param {Store} store @param {Announcer} announcer @param {{ confirm: () => void, open: () => void }} acts */
  constructor(store, announcer, acts) {
    this.store = store;
    this.announcer = announcer;
    this.acts = acts;
    this.form = find("[data-typed]", HTMLFormElement);
    this.input = find("input", HTMLInputElement, this.form);
    this.output = find("[data-typed-said]", HTMLElement, this.form);
    this.seq = -1;
    this.form.addEventListener("submit", (event) => this.#submit(event));
    this.input.addEventListener("input", () => this.#tell("", false));
    store.listeners.push(() => this.draw());
    this.draw();
  }

  draw() {
    const { view } = this.store;
    this.form.hidden = !view.seat || Boolean(view.outcome);
    if (view.seq === this.seq) return;
    this.seq = view.seq;
    if (!this.store.walk) this.input.value = "";
    this.#tell("", false);
  }

  /** From a key anywhere on the page. */
  focus() {
    this.acts.open();
    this.input.focus();
    this.input.select();
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const { store } = this;
    if (store.sending) return;
    if (!store.walk) return this.#refuse(store.view.to_act === store.view.seat ? gettext("Roll first, then type the play.") : gettext("It is not your turn."));
    const parsed = findPlay(store.walk.steps, this.input.value, { position: store.view, seat: store.own });
    if (!parsed.path) return this.#refuse(parsed.why);
    const again = walker.isWhole(store.walk) && playText(playedMoves(store.walk.path)) === playText(playedMoves(parsed.path));
    if (again && parsed.whole) return this.acts.confirm();
    store.walk = walker.begin(store.walk.steps);
    store.step(...parsed.path);
    this.#tell(parsed.whole ? put(gettext("%(play)s is on the board. Press Enter again to confirm."), { play: playText(playedMoves(parsed.path)) }) : parsed.why, false);
    this.announcer.say(parsed.whole ? gettext("Press Enter again to confirm.") : parsed.why);
  }

  /** @param {string} why */
  #refuse(why) {
    this.#tell(why, true);
    this.announcer.say(why, true);
  }

  /** @param {string} text @param {boolean} bad */
  #tell(text, bad) {
    say(this.output, text);
    this.output.classList.toggle("danger", bad);
    bad ? this.input.setAttribute("aria-invalid", "true") : this.input.removeAttribute("aria-invalid");
  }
}
