// @ts-check
// The two players beside the board: who decides, what they need, their pips and their checkers borne off.

import { find, say } from "../dom.js";
import { gettext, put } from "../i18n.js";
import { pips } from "../table/board/position.js";
import { away, positionOf } from "./setup.js";

/** @import { Seat } from "../table/types.js" */
/** @import { Setup } from "./setup.js" */

/** @param {HTMLElement} root @param {Setup} setup */
export function drawSides(root, setup) {
  const position = positionOf(setup);
  for (const seat of /** @type {Seat[]} */ (["A", "B"])) {
    const side = find(`[data-seat-side=${seat}]`, HTMLElement, root);
    const isAsked = "DBR".includes(setup.roll);
    const decides = isAsked ? setup.turn !== seat : setup.turn === seat;
    side.classList.toggle("is-deciding", decides);
    const badge = find("[data-deciding]", HTMLElement, side);
    badge.hidden = !decides;
    say(badge, isAsked ? gettext("Answers the double") : gettext("On roll"));
    const needed = away(setup, seat);
    say(find("[data-away]", HTMLElement, side), needed === null ? "" : put(gettext("%(n)s away"), { n: needed }));
    say(find("[data-pips]", HTMLElement, side), put(gettext("pips %(n)s"), { n: pips(position, seat) }));
    say(find("[data-off]", HTMLElement, side), position.off[seat] ? put(gettext("off %(n)s"), { n: position.off[seat] }) : "");
  }
}
