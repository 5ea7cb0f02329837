// @ts-check
// Which sound belongs to what has happened. The sounds themselves (synthesizer.js) are fetched when the first is due: sound
// is on and the reader has touched the page, which is what browsers ask for.

import { reading } from "../panel/clock.js";

/** @import { Synthesizer, Sound } from "./synthesizer.js" */
/** @import { Row } from "../types.js" */
/** @import { Store } from "../store.js" */

const LOW_MS = 10_000;
/** @type {Record<string, Sound>} */
const OF_ROWS = { opening_roll: "dice", roll: "dice", play: "checker", double: "double", beaver: "double", raccoon: "double", take: "take", drop: "drop" };

export class SoundEffects {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.seq = store.rows.at(-1)?.seq ?? 0;
    this.moves = 0;
    this.turn = this.#turn();
    this.over = Boolean(store.view.outcome);
    this.warned = "";
    this.touched = false;
    /** @type {Promise<Synthesizer> | null} */
    this.synthesizer = null;
    const touched = () => { this.touched = true; };
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touched, { once: true, capture: true });
  }

  draw() {
    const { rows, walk, own, view, foreseen } = this.store;
    const newRows = rows.filter((row) => row.seq > this.seq);
    this.seq = rows.at(-1)?.seq ?? 0;
    const due = new Set(newRows.filter((row) => row.kind !== "play" || row.seat !== own || !view.seat).map((row) => this.#sound(row)));
    const moves = walk?.path.length ?? 0;
    if (moves !== this.moves && !foreseen && moves) due.add("checker");
    this.moves = moves;
    const turn = this.#turn();
    if (turn && turn !== this.turn && !due.has("double")) due.add("turn");
    this.turn = turn;
    if (view.outcome && !this.over) due.add("end");
    this.over = Boolean(view.outcome);
    for (const sound of due) if (sound) this.play(sound);
  }

  /** The last ten seconds of the own clock, once a turn. */
  tick() {
    const { view } = this.store;
    if (!view.clock || !view.seat || view.clock.running !== view.seat) return;
    const key = `${view.seq}`;
    const { reserve, delay } = reading(view.clock, view.seat, this.store.now());
    if (reserve + delay > LOW_MS || this.warned === key || view.status !== "playing") return;
    this.warned = key;
    this.play("low");
  }

  /** @param {Sound} sound */
  async play(sound) {
    const { sound: on, volume } = this.store.prefs;
    if (!on || !volume || !this.touched) return;
    this.synthesizer ??= import("./synthesizer.js").then((module) => new module.Synthesizer());
    (await this.synthesizer.catch(() => null))?.play(sound, volume);
  }

  /** @param {Row} row @returns {Sound | undefined} */
  #sound(row) {
    return OF_ROWS[row.kind];
  }

  /** Something that tells one turn of the reader from the next. */
  #turn() {
    const { view, foreseen } = this.store;
    return view.seat && view.to_act === view.seat && !foreseen ? `${view.game} ${view.turn} ${view.waiting_for === "play" ? "roll" : view.waiting_for}` : "";
  }
}
