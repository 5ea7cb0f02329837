// @ts-check
// The state of the page: what the server said last, what is foreseen of it, and what the reader has in hand but not yet sent.

import { gettext } from "../i18n.js";
import { plainBearOff } from "./moves/bearoff.js";
import { turnsCube } from "./bar/cube_question.js";
import { afterPlay } from "./moves/predict.js";
import { PrefsStore } from "./settings/prefs.js";
import { move, other } from "./board/position.js";
import * as walker from "./moves/walker.js";

/** @import { CubeKind } from "./bar/cube_question.js" */
/** @import { Spot } from "./board/geometry.js" */
/** @import { Prefs } from "./settings/prefs.js" */
/** @import { Changes, Position, Presence, Row, Seat, Step, View } from "./types.js" */
/** @import { Walk } from "./moves/walker.js" */
/** @typedef {{ seat: Seat, moves: Array<[number, number, (number | boolean)?]>, from?: Spot }} PendingAnimation from: where a hand let go */

/** How long the two dice of an opening roll lie on the sides of their players. */
const OPENING_MS = 1_600;

export class Store {
  /** @param {View} view @param {Row[]} rows @param {PrefsStore} [prefsStore] */
  constructor(view, rows, prefsStore = new PrefsStore()) {
    this.truth = seated(view); // what the server holds
    /** @type {View | null} shown instead until the server has answered */
    this.foreseen = null;
    this.rows = rows;
    this.offset = view.now - Date.now();
    this.heardAt = Date.now();
    /** @type {"connecting" | "open" | "lost" | "closed"} */
    this.connection = "connecting";
    /** @type {Presence} */
    this.presence = { A: false, B: false, spectators: 0 };
    /** @type {Record<Seat, number | null>} since when somebody is away, as far as this page knows */
    this.awaySince = { A: null, B: null };
    /** @type {Walk | null} */
    this.walk = null;
    this.wasForced = false;
    this.wasGreedy = false;
    /** @type {number[]} the roll in the order its numbers are tried */
    this.order = [];
    /** @type {{ place: number, maybe: boolean, inHand: boolean } | null} */
    this.picked = null;
    /** @type {{ kind: string, slow: boolean } | null} */
    this.sending = null;
    /** @type {string | null} */
    this.refusal = null;
    /** @type {string | null} news that is no error: it was done elsewhere already */
    this.news = null;
    /** @type {"resign" | "concede" | "end" | CubeKind | null} */
    this.asking = null;
    /** @type {import("./live/shared_dice.js").SharedTables | null} how many tables the shared dice wait for, as last asked */
    this.sharedTables = null;
    /** When the question was opened, in milliseconds of the page. */
    this.askedAt = 0;
    this.turned = false;
    /** Until when an opening roll is shown die against die, and since when the reader is to act, in milliseconds of the page. */
    this.openingUntil = 0;
    this.turnSince = 0;
    /** @type {PendingAnimation | null} what should be seen travelling at the next draw */
    this.pendingAnimation = null;
    this.prefsStore = prefsStore;
    this.prefs = prefsStore.values;
    prefsStore.changed = () => this.prefer({}, prefsStore.values);
    /** @type {Array<() => void>} */
    this.listeners = [];
    this.queued = false;
    this.#startWalk();
  }

  /** @returns {View} what is shown */
  get view() { return this.foreseen ?? this.truth; }
  /** @returns {Seat} whose side the page takes; spectators sit with A */
  get own() { return this.truth.seat ?? "A"; }
  get bottom() { return this.turned !== (this.truth.seat !== null && this.prefs.flip) ? other(this.own) : this.own; }
  now() { return Date.now() + this.offset; }

  /** @returns {Position} the board as it should be seen, own unconfirmed moves included */
  get position() {
    /** @type {Position} */
    let position = { board: this.view.board, off: this.view.off };
    for (const [source, target] of this.walk?.path ?? []) position = move(position, this.own, source, target).position;
    return position;
  }

  /** @param {Row[]} rows */
  addRows(rows) {
    const last = this.rows.at(-1)?.seq ?? 0;
    const newRows = rows.filter((row) => row.seq > last);
    if (newRows.length) this.rows = [...this.rows, ...newRows];
    if (newRows.at(-1)?.kind === "opening_roll") this.#showOpening();
    this.changed();
  }

  #showOpening() {
    this.openingUntil = performance.now() + OPENING_MS;
    setTimeout(() => this.changed(), OPENING_MS + 20);
  }

  /** An older view than the one shown is dropped; the same one again only sets the clocks. @param {View} view */
  setView(view) {
    if (view.seq < this.truth.seq) return;
    const before = this.view;
    const foreseen = this.foreseen !== null;
    const shownSeq = this.truth.seq;
    this.truth = seated(view);
    this.offset = view.now - Date.now();
    this.heardAt = Date.now();
    if (turnsCube(this.asking) && view.may[this.asking] !== null) this.asking = null;
    if (view.to_act === view.seat && (before.to_act !== view.seat || view.waiting_for !== before.waiting_for)) this.turnSince = performance.now();
    if (view.seq > shownSeq) {
      this.foreseen = null;
      const play = view.last_play;
      const isShown = play?.seat === view.seat && (foreseen || this.walk?.path.length);
      if (play && !isShown && played(view) !== played(before)) this.pendingAnimation = { seat: play.seat, moves: play.moves };
      this.refusal = this.news = null;
      if (view.status !== before.status || (view.to_act === view.seat && view.waiting_for?.startsWith("answer"))) this.asking = null;
      this.#startWalk();
    } else if (this.foreseen) {
      this.foreseen = { ...this.foreseen, clock: view.clock, now: view.now };
    }
    this.changed();
  }

  /** What changed in the view since `from`. False when this page has an older view: then it needs the whole one. @param {Changes} changes */
  applyChanges(changes) {
    const { from, ...parts } = changes;
    if (parts.seq <= this.truth.seq) return true;
    if (from !== this.truth.seq) return false;
    this.setView({ ...this.truth, ...parts });
    return true;
  }

  /** Shows a play as if the server had taken it already. @param {Array<[number, number]>} moves */
  foresee(moves) {
    if (!this.truth.seat || this.truth.waiting_for !== "play") return;
    this.foreseen = afterPlay(this.truth, moves);
    this.walk = this.picked = null;
    this.changed();
  }

  /** Own moves that were refused go back to where the server has them. */
  restore() {
    this.foreseen = null;
    this.#startWalk();
    this.changed();
  }

  #startWalk() {
    const { steps, dice } = this.truth;
    this.picked = null;
    this.walk = steps ? walker.begin(steps) : null;
    this.order = dice ? [...dice].sort((a, b) => b - a) : []; // the higher die first, as players lay it
    this.wasForced = this.wasGreedy = false;
    if (!steps || !this.walk) return;
    const only = walker.forced(steps);
    const off = this.prefs.bearOff ? plainBearOff(this.walk, this.truth, this.own) : [];
    const travel = this.pendingAnimation;
    this.step(...(only ?? off));
    this.pendingAnimation = travel ?? this.pendingAnimation;
    this.wasForced = Boolean(only);
    this.wasGreedy = off.length > 0;
  }

  /** @param {...Step} steps */
  step(...steps) {
    if (!this.walk || !steps.length) return;
    this.walk = walker.walkOn(this.walk, ...steps);
    this.pendingAnimation = { seat: this.own, moves: steps.map(([source, target, , , hit]) => [source, target, hit]) };
    this.picked = this.refusal = this.news = null;
    this.changed();
  }

  /** Takes back the last move, or all of them. @param {boolean} [all] */
  undo(all = false) {
    if (!this.walk?.path.length || this.sending) return;
    const gone = this.walk.path.slice(all ? 0 : -1).reverse();
    this.walk = { ...this.walk, path: this.walk.path.slice(0, -gone.length) };
    this.pendingAnimation = { seat: this.own, moves: gone.map(([source, target]) => [target, source]) };
    this.wasForced = this.wasGreedy = false;
    this.picked = null;
    this.changed();
  }

  swapDice() {
    if (!this.walk || this.order.length < 2) return;
    this.order = [...this.order].reverse();
    this.changed();
  }

  /** @param {Store["picked"]} picked */
  pick(picked) {
    if (JSON.stringify(picked) === JSON.stringify(this.picked)) return;
    this.picked = picked;
    this.changed();
  }

  /** @param {Partial<Prefs>} prefs @param {Prefs} [all] already kept */
  prefer(prefs, all = this.prefsStore.keep(prefs)) {
    this.prefs = all;
    this.changed();
  }

  /** @param {Partial<Pick<Store, "connection" | "presence" | "sending" | "refusal" | "news" | "asking" | "turned" | "sharedTables">>} values */
  set(values) {
    if (values.presence) for (const seat of /** @type {Seat[]} */ (["A", "B"])) this.awaySince[seat] = values.presence[seat] ? null : this.awaySince[seat] ?? Date.now();
    if (values.asking && values.asking !== this.asking) this.askedAt = performance.now();
    Object.assign(this, values);
    this.changed();
  }

  changed() {
    if (this.queued) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      for (const listener of this.listeners) listener();
    });
  }
}

/** A free seat has a name too. @param {View} view @returns {View} */
function seated(view) {
  const free = { id: 0, name: gettext("Empty seat"), country: "", is_bot: false, is_house_bot: false };
  return { ...view, players: { A: view.players.A ?? free, B: view.players.B ?? free } };
}

/** @param {View} view tells two plays apart */
const played = (view) => JSON.stringify([view.game, view.last_play, view.pips]);
