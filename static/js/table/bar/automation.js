// @ts-check
// What the reader lets the page do for them: roll, send a play without a choice, send what they have played. It waits a moment,
// says what it is about to do, and undoing stops it. It never does anything a button would not do.

import { isWhole } from "../moves/walker.js";

/** @import { Store } from "../store.js" */
/** @typedef {{ kind: "roll" | "play", wait: number, key: string }} AutomaticAction */

const SEE_MS = 1_300;
const ROLL_MS = 500;

/** @param {Store} store @returns {AutomaticAction | null} what would be done by itself now */
export function automaticAction(store) {
  const { view, walk, prefs, sending, asking, refusal } = store;
  if (!view.seat || view.to_act !== view.seat || view.paused || view.outcome || sending || asking || refusal) return null;
  if (view.waiting_for === "roll" && view.may.roll === null && rolls(store)) return { kind: "roll", wait: ROLL_MS, key: `roll ${view.seq}` };
  if (view.waiting_for !== "play" || !walk?.path.length || !isWhole(walk)) return null;
  if ((store.wasForced && prefs.forced) || store.wasGreedy) return { kind: "play", wait: SEE_MS, key: `play ${view.seq}` };
  const own = !store.wasForced && !prefs.confirm;
  return own ? { kind: "play", wait: 0, key: `sent ${view.seq} ${walk.path.length}` } : null;
}

/** "safe" rolls only where doubling is not possible, so that nobody loses the chance without having said so. @param {Store} store */
function rolls({ view, prefs }) {
  return prefs.roll === "always" || (prefs.roll === "safe" && view.may.double !== null);
}

export class Automation {
  /** @param {Store} store @param {{ roll: () => void, play: () => void }} acts */
  constructor(store, acts) {
    this.store = store;
    this.acts = acts;
    this.key = "";
    document.addEventListener("visibilitychange", () => this.draw());
  }

  /** Nothing happens in a window nobody looks at. */
  draw() {
    const next = document.hidden ? null : automaticAction(this.store);
    if ((next?.key ?? "") === this.key) return;
    clearTimeout(this.timer);
    this.key = next?.key ?? "";
    if (next) this.timer = setTimeout(() => this.#do(next), next.wait);
  }

  /** @param {AutomaticAction} due */
  #do(due) {
    this.key = "";
    if (automaticAction(this.store)?.key === due.key) this.acts[due.kind]();
  }
}
