// @ts-check
// The clocks in words: at a minute, half a minute and ten seconds, each once on the way down.

import { ngettext, put } from "../../i18n.js";
import { reading } from "../panel/clock.js";

/** @import { Seat } from "../types.js" */
/** @import { Store } from "../store.js" */

const WARNINGS_S = [60, 30, 10];
const LOOK_MS = 500;

/** One's own last half minute is urgent. @param {Store} store @param {(text: string, urgent: boolean) => void} say */
export function watchClocks(store, say) {
  /** @type {Record<Seat, number>} the lowest warning already given */
  const warned = { A: Infinity, B: Infinity };

  /** @param {Seat} seat */
  function look(seat) {
    const { view, connection } = store;
    const { clock } = view;
    if (!clock || clock.paused || clock.running !== seat || view.status !== "playing" || connection === "lost") return;
    const left = Math.ceil(reading(clock, seat, store.now()).reserve / 1000);
    const due = WARNINGS_S.findLast((seconds) => left <= seconds) ?? Infinity;
    if (due < warned[seat] && left > 0) {
      const own = seat === view.seat;
      const time = put(ngettext("%(n)s second left.", "%(n)s seconds left.", left), { n: left });
      say(own ? time : `${view.players[seat].name}: ${time}`, own && due < 60);
    }
    warned[seat] = due;
  }

  setInterval(() => {
    look("A");
    look("B");
  }, LOOK_MS);
}
