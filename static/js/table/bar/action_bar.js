// @ts-check
// The action bar: sentence, notice, question or buttons. Redrawn only when it says something else; the focus stays.

import { find, h, icon } from "../../dom.js";
import { gettext, put } from "../../i18n.js";
import { choices } from "./choices.js";
import { formatTime } from "../panel/clock.js";
import { cubeQuestion, isReflex } from "./cube_question.js";
import { nextGame, sentence } from "../words/sentences.js";

/** @import { Button, Ask } from "./choices.js" */
/** @import { Store } from "../store.js" */

export class ActionBar {
  /** @param {Store} store @param {(act: string) => void} onAct @param {import("./choices.js").Links} links */
  constructor(store, onAct, links) {
    this.store = store;
    this.onAct = onAct;
    this.links = links;
    this.root = find("[data-act-bar]", HTMLElement);
    this.drawn = "";
    /** @type {HTMLElement | null} what had the focus before the question of the cube */
    this.before = null;
    this.root.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-act]") : null;
      if (button instanceof HTMLElement) this.press(button.dataset.act ?? "");
    });
    // A key that is held down presses one button, not the next one in its place too.
    this.root.addEventListener("keydown", (event) => { if (event.repeat && event.key === "Enter") event.preventDefault(); });
  }

  /** @param {string} act @param {() => void} [instead] done in place of what the button does @returns {boolean} whether such a button is open now */
  press(act, instead = () => this.onAct(act)) {
    const open = this.#buttons().some((button) => button.act === act && !button.closed);
    if (open && !this.store.sending && !isReflex(this.store)) instead();
    return open;
  }

  /** The one filled button, if it may be pressed. @returns {string | null} */
  primary() {
    if (this.model?.ask) return null;
    return this.#buttons().find((button) => button.primary && !button.closed && !button.href)?.act ?? null;
  }

  /** @param {string} key @returns {string | null} */
  byKey(key) {
    return this.#buttons().find((button) => button.key?.toLowerCase() === key)?.act ?? null;
  }

  #buttons() {
    return this.model ? [...this.model.main, ...this.model.minor, ...(this.model.ask?.answers ?? []), ...(this.model.ask?.back ? [this.model.ask.back] : [])] : [];
  }

  draw() {
    this.model = choices(this.store, this.links);
    const text = this.#text();
    const { sending, refusal, news, connection } = this.store;
    const drawn = JSON.stringify([this.model, text, sending, refusal, news, connection === "lost"]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.root.contains(active) ? active.dataset.act : null;
    const { ask, main, minor } = this.model;
    const rows = [main.length ? this.#row(main, "act-row") : null, minor.length ? this.#row(minor, "act-row act-row--minor") : null];
    const speech = find(".say", HTMLElement, this.root);
    const words = ask ? { strong: ask.title, rest: ask.text } : text;
    if (speech.textContent !== `${words.strong} ${words.rest}`) speech.replaceChildren(h("span", { class: "strong" }, words.strong), " ", h("span", {}, words.rest));
    const notice = this.#notice();
    speech.classList.toggle("vh", Boolean(ask || notice));
    this.root.replaceChildren(...[notice, speech, ask ? this.#ask(ask) : null, ...rows].filter((node) => node !== null));
    const question = cubeQuestion(this.store);
    if (question && !this.before) this.#focusQuestion(active);
    else if (!question && this.before) this.#focusBack();
    else if (focused) this.#refocus(focused);
  }

  /** The focus goes to "Cancel", so that no key pressed by mistake doubles. @param {Element | null} active */
  #focusQuestion(active) {
    this.before = active instanceof HTMLElement || active instanceof SVGElement ? /** @type {HTMLElement} */ (active) : document.body;
    this.#refocus("cancel");
  }

  /** The question is answered: back to where the reader was. */
  #focusBack() {
    const { before } = this;
    this.before = null;
    if (before?.dataset.act) this.#refocus(before.dataset.act);
    else if (before?.isConnected) before.focus({ preventScroll: true });
  }

  /** Countdowns stand in the sentence, so it is put together anew each second. */
  #text() {
    const text = sentence(this.store);
    const { next_at: next, status } = this.store.view;
    const left = next === null ? 0 : next - this.store.now();
    if (left <= 0) return text;
    const time = formatTime(left);
    if (status === "break") return { ...text, rest: `${nextGame(this.store.view)} ${put(gettext("The game starts in %(time)s."), { time })}` };
    if (status === "joining") return { ...text, rest: `${text.rest} ${put(gettext("Time left to join: %(time)s."), { time })}` };
    return text;
  }

  /** @returns {HTMLElement | null} */
  #notice() {
    const { refusal, news, connection, sending, view } = this.store;
    if (refusal) return notice("danger", "alert", gettext("That did not work."), `${refusal} ${gettext("The board has not changed.")}`);
    if (connection === "lost") {
      const clock = view.clock ? gettext("The clock keeps running.") : "";
      const retry = sending ? gettext("What you did is saved and sent when you are back online.") : gettext("What you do now is saved and sent when you are back online.");
      return notice("warn", "wifi", gettext("Reconnecting."), `${clock} ${retry}`.trim());
    }
    return news ? notice("warn", "info", gettext("The match has moved on."), news) : null;
  }

  /** @param {Button[]} buttons @param {string} kind */
  #row(buttons, kind) {
    return h("div", { class: kind }, ...buttons.map((button) => this.#button(button)));
  }

  /** @param {Ask} ask */
  #ask(ask) {
    const title = h("h2", { id: "ask-title" }, ask.title);
    const text = h("p", { class: "small quiet", id: "ask-text" }, ask.text);
    const answers = h("div", { class: ask.answers.length > 3 ? "answers answers--many" : "answers" }, ...ask.answers.map((button) => this.#button(button)));
    const back = ask.back && h("button", { class: "btn btn--quiet btn--icon back", type: "button", "data-act": ask.back.act, "aria-label": ask.back.label, title: ask.back.label }, icon(ask.back.icon ?? "close"));
    return h("div", { class: "ask", role: "group", "aria-labelledby": "ask-title", "aria-describedby": "ask-text" }, title, back, text, answers);
  }

  /** @param {Button} button */
  #button(button) {
    const { sending } = this.store;
    const look = button.primary ? "btn btn--primary" : button.act === "resign" ? "btn btn--quiet" : "btn";
    const kind = button.brief ? `${look} btn--brief` : look;
    const busy = sending?.slow && button.primary;
    const inside = button.brief
      ? [icon(button.icon ?? "more")]
      : [button.face ? h("span", { class: "cube-face", "aria-hidden": "true" }, String(button.face)) : button.icon ? icon(button.icon) : null, busy ? gettext("Sending…") : button.label, button.key ? h("kbd", { "aria-hidden": "true" }, button.key) : null];
    if (button.href) return h("a", { class: kind, href: button.href, "data-act": button.act }, ...inside);
    return h("button", {
      class: kind,
      type: "button",
      "data-act": button.act,
      "aria-disabled": button.closed || (sending?.slow && !busy) ? "true" : null,
      "aria-busy": busy ? "true" : null,
      "aria-label": button.brief ? button.label : null,
      "aria-keyshortcuts": button.key ?? null,
      title: button.closed ?? (button.brief ? button.label : null),
    }, ...inside);
  }

  /** @param {string} act */
  #refocus(act) {
    const same = this.root.querySelector(`[data-act="${act}"]`) ?? this.root.querySelector(".act-row .btn--primary") ?? this.root.querySelector(".btn") ?? this.root;
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
}

/** @param {string} kind @param {string} picture @param {string} strong @param {string} text */
function notice(kind, picture, strong, text) {
  return h("div", { class: `notice notice--${kind}` }, icon(picture), h("p", {}, h("b", {}, strong), " ", text));
}
