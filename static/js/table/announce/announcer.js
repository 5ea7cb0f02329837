// @ts-check
// Tells a screen reader what happens: the only live regions of the page. What comes together is said together, each
// thing once; the board itself, clocks and buttons are silent until they are asked.

import { find, h } from "../../dom.js";
import { gettext, listed, ngettext, pgettext, put } from "../../i18n.js";
import { choices } from "../bar/choices.js";
import { other } from "../board/position.js";
import { sentence } from "../words/sentences.js";
import { gameOver, howMany, playedMoves, playWords, rowWords, spell } from "../words/spoken.js";
import * as walker from "../moves/walker.js";
import { watchClocks } from "./time_warnings.js";

/** @import { Step } from "../types.js" */
/** @import { Store } from "../store.js" */

const TOGETHER_MS = 150;
const FADED_MS = 10_000;
const LOST_MS = 1_500;
const LEFT_MS = 4_000;
const MOST_ROWS = 6;

export class Announcer {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.regions = { polite: find("[data-said=polite]", HTMLElement), assertive: find("[data-said=assertive]", HTMLElement) };
    /** @type {Record<"polite" | "assertive", string[]>} */
    this.waiting = { polite: [], assertive: [] };
    /** @type {string[]} what is waited for now; sentences that a newer one overtook are not said */
    this.next = [];
    this.seq = store.view.seq;
    this.prompt = "";
    /** @type {Step[]} */
    this.path = store.walk?.path ?? [];
    this.refusal = this.news = "";
    this.picked = "";
    this.isLost = false;
    this.results = store.view.results.length;
    this.partner = { now: true, announced: true };
    watchClocks(store, (text, urgent) => this.say(text, urgent));
    new MutationObserver((changes) => this.#sayChanges(changes)).observe(find(".panel", HTMLElement), { childList: true, subtree: true });
    store.listeners.push(() => this.draw());
    this.draw();
  }

  /** @param {string} text @param {boolean} [urgent] */
  say(text, urgent = false) {
    if (!text) return;
    const kind = urgent ? "assertive" : "polite";
    if (!this.waiting[kind].includes(text)) this.waiting[kind].push(text);
    this.timer ??= setTimeout(() => this.#speak(), TOGETHER_MS);
  }

  /** A new node each time: the same words asked for twice are said twice, and nothing is read by halves. */
  #speak() {
    this.timer = undefined;
    for (const kind of /** @type {Array<"polite" | "assertive">} */ (["assertive", "polite"])) {
      const texts = this.waiting[kind].splice(0);
      if (kind === "polite") texts.push(...this.next.filter((part) => part && !texts.some((text) => text.includes(part))));
      if (texts.length) this.regions[kind].replaceChildren(h("p", {}, texts.join(" ")));
    }
    this.next = [];
    clearTimeout(this.fading);
    this.fading = setTimeout(() => Object.values(this.regions).forEach((region) => region.replaceChildren()), FADED_MS);
  }

  draw() {
    this.#announceRows();
    this.#announceMoves();
    this.#announcePrompt();
    this.#announcePick();
    this.#announceTrouble();
    this.#announcePresence();
  }

  /** The log is told as far as the view goes with it; after a long absence only how things stand. */
  #announceRows() {
    const { rows, view } = this.store;
    if (view.seq <= this.seq) return;
    const newRows = rows.filter((row) => row.seq > this.seq && row.seq <= view.seq);
    this.seq = view.seq;
    const spoken = newRows.length > MOST_ROWS ? newRows.slice(-1) : newRows;
    const over = view.results.length > this.results;
    // A drop ends the game: its result says who dropped.
    for (const row of spoken) if (!over || row.kind !== "drop") this.say(rowWords(this.store, row));
    // A game without points ended with the match, and the sentence of the match says how.
    for (const result of view.results.slice(this.results)) if (result.points) this.say(gameOver(this.store, result.game));
    this.results = view.results.length;
    this.path = [];
  }

  /** One's own moves on the board, as they are made or taken back. */
  #announceMoves() {
    const { walk, wasForced } = this.store;
    const path = walk?.path ?? [];
    if (!walk || path.length === this.path.length) return;
    const more = path.length > this.path.length;
    const words = playWords(playedMoves(more ? path.slice(this.path.length) : this.path.slice(path.length)));
    this.path = path;
    if (wasForced && more) return;
    this.say(`${more ? words : put(gettext("Undone: %(play)s"), { play: words })}. ${this.#remaining()}`);
  }

  #remaining() {
    const { walk } = this.store;
    if (!walk) return "";
    if (walker.isWhole(walk)) return gettext("Confirm or undo.");
    const dice = [...new Set(walker.options(walk).map((step) => step[2]))];
    return put(gettext("Next: %(dice)s."), { dice: listed(dice, "disjunction") });
  }

  /** What is waited for, once for each thing that is waited for. */
  #announcePrompt() {
    const { view, asking } = this.store;
    const prompt = JSON.stringify([view.status, view.to_act, view.waiting_for, view.turn, view.game, view.paused, asking, view.seat && view.ready[view.seat], view.waiting_for === "play" ? view.dice : null, view.outcome]);
    if (prompt === this.prompt) return;
    this.prompt = prompt;
    const ask = choices(this.store, { newMatch: "" }).ask;
    this.next = [];
    if (ask) return this.say(`${ask.title} ${ask.text} ${ask.answers.map((answer) => answer.label).join(", ")}.`, true);
    this.next = this.#prompt();
    this.timer ??= setTimeout(() => this.#speak(), TOGETHER_MS);
  }

  /** @returns {string[]} */
  #prompt() {
    const { view, walk, wasForced } = this.store;
    const now = sentence(this.store);
    const mine = view.seat && view.to_act === view.seat && !view.paused && view.status === "playing";
    if (mine && walk && view.dice) {
      const roll = put(gettext("Your roll: %(dice)s."), { dice: spell(view.dice) });
      if (wasForced) return [roll, put(gettext("Only one play: %(play)s. Confirm it."), { play: playWords(playedMoves(walk.path)) })];
      return [roll, howMany(walk.steps.ends.length)];
    }
    if (view.status === "playing" && !view.outcome) return [now.strong];
    return [now.strong, now.rest];
  }

  /** Where the checker in hand may go. */
  #announcePick() {
    const { picked, walk, order } = this.store;
    const place = picked && !picked.maybe && !picked.inHand && walk ? picked.place : null;
    const key = `${place} ${walk?.path.length}`;
    if (key === this.picked) return;
    this.picked = key;
    if (place === null || !walk) return;
    const goals = [...walker.reach(walk, place, order).keys()].map((goal) => (goal === 0 ? pgettext("borne off", "off") : String(goal)));
    this.say(put(ngettext("Picked up. Legal target: %(goals)s.", "Picked up. Legal targets: %(goals)s.", goals.length), { goals: goals.join(", ") }));
  }

  #announceTrouble() {
    const { refusal, news, connection } = this.store;
    if (refusal && refusal !== this.refusal) this.say(`${gettext("That did not work.")} ${refusal} ${gettext("The board has not changed.")}`, true);
    this.refusal = refusal ?? "";
    if (news && news !== this.news) this.say(`${gettext("The match has moved on.")} ${news}`, true);
    this.news = news ?? "";
    if (connection === "lost" && !this.losing) {
      this.losing = setTimeout(() => {
        this.isLost = true;
        this.say(`${gettext("Reconnecting.")} ${this.store.view.clock ? gettext("The clock keeps running.") : ""}`, true);
      }, LOST_MS);
    } else if (connection === "open") {
      clearTimeout(this.losing);
      this.losing = undefined;
      if (this.isLost) this.say(gettext("Connected again."));
      this.isLost = false;
    }
  }

  /** Words beside the board that want to be heard carry data-tell; they are not live themselves. @param {MutationRecord[]} changes */
  #sayChanges(changes) {
    for (const { target, addedNodes } of changes) {
      const node = [target, ...addedNodes].find((node) => node instanceof HTMLElement && node.matches("[data-tell]"));
      this.say(node?.textContent ?? "");
    }
  }

  /** The other player comes and goes; a moment's absence is not told. */
  #announcePresence() {
    const { view, presence, connection } = this.store;
    if (!view.seat || connection !== "open" || view.outcome) return;
    const seat = other(view.seat);
    if (view.players[seat].is_house_bot || view.players[seat].id === 0 || presence[seat] === this.partner.now) return;
    this.partner.now = presence[seat];
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => {
      if (this.partner.now === this.partner.announced) return;
      this.partner.announced = this.partner.now;
      const name = { name: this.store.view.players[seat].name };
      this.say(put(this.partner.now ? gettext("%(name)s is back at the table.") : gettext("%(name)s is not at the table."), name));
    }, LEFT_MS);
  }
}
