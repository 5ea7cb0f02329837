// @ts-check
// A friendly match is over: "Rematch" on both sides of the table, and the other's wish with its two answers.

import { gettext, put, pgettext } from "../../i18n.js";
import { afterMatchQuestions, afterMatchButtons, extensionActions } from "../bar/extensions.js";
import { siteRequest } from "./site_request.js";
import { other } from "../board/position.js";

/** @import { Ask, Button } from "../bar/choices.js" */
/** @import { Parts } from "./side_channel.js" */
/** @import { Seat, View } from "../types.js" */
/** @typedef {{ match: string, by: Seat | null, state: "open" | "on" | "off" }} Wish */

/** A press that was meant for the last roll is no wish. */
const REFLEX_MS = 1200;

export class Rematch {
  /** @param {{ api: string, wish: Wish | null }} page @param {Parts} parts */
  constructor(page, parts) {
    this.page = page;
    this.parts = parts;
    /** @type {Wish | null} */
    this.wish = page.wish;
    this.asking = false;
    this.overAt = parts.store.view.outcome ? 0 : Infinity;
    afterMatchButtons.push((view) => this.#buttons(view));
    afterMatchQuestions.push((view) => this.#ask(view));
    extensionActions.set("rematch", () => this.#wish());
    extensionActions.set("rematch_decline", () => this.#decline());
    extensionActions.set("rematch_go", () => {});
    parts.store.listeners.push(() => {
      if (parts.store.view.outcome && this.overAt === Infinity) this.overAt = Date.now();
    });
    parts.store.changed();
  }

  /** @param {Wish} wish */
  receive(wish) {
    const { store, announcer } = this.parts;
    if (JSON.stringify(wish) === JSON.stringify(this.wish)) return;
    this.wish = wish;
    if (this.#isOthers(store.view)) announcer.say(this.#title(store.view), true);
    store.changed();
  }

  /** @param {View} view */
  #isOthers(view) {
    return this.wish?.state === "open" && this.wish.by !== null && this.wish.by !== view.seat;
  }

  /** @param {View} view */
  #title(view) {
    return put(gettext("%(name)s wants a rematch."), { name: view.players[other(/** @type {Seat} */ (view.seat))].name });
  }

  #table() {
    return `/matches/${this.wish?.match}/`;
  }

  /** @param {View} view @returns {Ask | null} */
  #ask(view) {
    if (view.status !== "finished" || !this.#isOthers(view)) return null;
    return {
      title: this.#title(view),
      text: gettext("Same rules and clock, with sides swapped."),
      answers: [
        { act: "rematch_decline", label: pgettext("challenge", "Decline") },
        { act: "rematch_go", label: pgettext("button", "Play"), href: this.#table(), primary: true },
      ],
    };
  }

  /** @param {View} view @returns {Button[]} */
  #buttons(view) {
    if (view.status !== "finished" || this.#isOthers(view) || this.wish?.state === "off") return [];
    if (this.wish) return [{ act: "rematch_go", label: gettext("Go to rematch"), href: this.#table(), primary: true }];
    return [{ act: "rematch", label: gettext("Rematch"), icon: "dice", primary: true, closed: this.asking ? gettext("Already asked.") : null }];
  }

  async #wish() {
    const { store, csrf } = this.parts;
    if (this.asking || Date.now() - this.overAt < REFLEX_MS) return;
    this.asking = true;
    store.changed();
    const answer = await siteRequest("POST", this.page.api, csrf).catch(() => null);
    if (answer?.ok) return location.assign(`/matches/${answer.data.match}/`);
    this.asking = false;
    store.set({ refusal: answer?.data.detail ?? gettext("The server cannot be reached. Try again.") });
  }

  async #decline() {
    const { store, csrf } = this.parts;
    const answer = await siteRequest("POST", `${this.#table()}decline/`, csrf).catch(() => null);
    if (!answer?.ok) return location.assign(`${this.#table()}decline/`);
    if (this.wish) this.wish = { ...this.wish, state: "off" };
    store.changed();
  }
}
