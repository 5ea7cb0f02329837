// @ts-check
// The state of the page: what the server said last, and what the reader has in hand but not yet sent.

import { gettext } from "../i18n.js";
import * as walker from "./walker.js";
import { move, other } from "./position.js";

/** @import { Position, Presence, Row, Seat, Step, View } from "./types.js" */
/** @import { Walk } from "./walker.js" */
/** @typedef {{ tapPlays: boolean, mirror: boolean, trace: boolean, pips: boolean }} Prefs */
/** @typedef {{ seat: Seat, moves: Array<[number, number]> }} Travel */

const PREFS = "barpoint.table";
/** @type {Prefs} */
const DEFAULTS = { tapPlays: true, mirror: false, trace: true, pips: true };

export class Store {
  /** @param {View} view @param {Row[]} rows */
  constructor(view, rows) {
    this.view = seated(view);
    this.rows = rows;
    this.offset = view.now - Date.now();
    this.heardAt = Date.now();
    /** @type {"connecting" | "open" | "lost" | "closed"} */
    this.connection = "connecting";
    /** @type {Presence} */
    this.presence = { A: false, B: false, spectators: 0 };
    /** @type {Walk | null} */
    this.walk = null;
    this.wasForced = false;
    /** @type {number[]} the roll in the order its numbers are tried */
    this.order = [];
    /** @type {{ place: number, maybe: boolean, inHand: boolean } | null} */
    this.picked = null;
    /** @type {{ kind: string, slow: boolean } | null} */
    this.sending = null;
    /** @type {string | null} */
    this.refusal = null;
    /** @type {"resign" | "concede" | null} */
    this.asking = null;
    this.turned = false;
    /** @type {Travel | null} what should be seen travelling at the next draw */
    this.travel = null;
    this.prefs = readPrefs();
    /** @type {Array<() => void>} */
    this.listeners = [];
    this.queued = false;
    this.#startWalk();
  }

  /** @returns {Seat} whose side the page takes; spectators sit with A */
  get own() { return this.view.seat ?? "A"; }
  get bottom() { return this.turned ? other(this.own) : this.own; }
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
    const fresh = rows.filter((row) => row.seq > last);
    if (fresh.length) this.rows = [...this.rows, ...fresh];
    this.changed();
  }

  /** An older view than the one shown is dropped; the same one again only sets the clocks. @param {View} view */
  setView(view) {
    if (view.seq < this.view.seq) return;
    const before = this.view;
    this.view = seated(view);
    this.offset = view.now - Date.now();
    this.heardAt = Date.now();
    if (view.seq > before.seq) {
      const fromOther = view.last_play && view.last_play.seat !== view.seat && played(view) !== played(before);
      if (fromOther && view.last_play) this.travel = { seat: view.last_play.seat, moves: view.last_play.moves.map(([a, b]) => [a, b]) };
      this.refusal = null;
      if (view.status !== before.status || (view.to_act === view.seat && view.waiting_for?.startsWith("answer"))) this.asking = null;
      this.#startWalk();
    }
    this.changed();
  }

  /** Own moves that were refused go back to where the server has them. */
  restore() {
    this.#startWalk();
    this.changed();
  }

  #startWalk() {
    const { steps, dice } = this.view;
    this.picked = null;
    this.walk = steps ? walker.begin(steps) : null;
    this.order = dice ? [...dice] : [];
    const only = steps ? walker.forced(steps) : null;
    this.wasForced = Boolean(only);
    if (only?.length) this.step(...only);
  }

  /** @param {...Step} steps */
  step(...steps) {
    if (!this.walk) return;
    this.walk = walker.walkOn(this.walk, ...steps);
    this.travel = { seat: this.own, moves: steps.map(([source, target]) => [source, target]) };
    this.picked = null;
    this.changed();
  }

  undo() {
    if (!this.walk?.path.length || this.sending) return;
    this.walk = walker.back(this.walk);
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

  /** @param {Partial<Prefs>} prefs */
  prefer(prefs) {
    this.prefs = { ...this.prefs, ...prefs };
    localStorage.setItem(PREFS, JSON.stringify(this.prefs));
    this.changed();
  }

  /** @param {Partial<Pick<Store, "connection" | "presence" | "sending" | "refusal" | "asking" | "turned">>} values */
  set(values) {
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
  const free = { id: 0, name: gettext("free seat"), country: "", is_bot: false };
  return { ...view, players: { A: view.players.A ?? free, B: view.players.B ?? free } };
}

/** @param {View} view tells two plays apart */
const played = (view) => JSON.stringify([view.game, view.last_play, view.pips]);

/** @returns {Prefs} */
function readPrefs() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(PREFS) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}
