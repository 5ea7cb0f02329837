// @ts-check
// One sentence that says what is waited for, from the reader's side. Words only; no buttons, no rules.

import { gettext, ngettext, put } from "../../i18n.js";
import { automaticAction } from "../bar/automation.js";
import { automaticDouble } from "./opening.js";
import { over, resultText } from "./endings.js";
import { withEnding } from "../bar/session_end.js";
import * as walker from "../moves/walker.js";
import { other } from "../board/position.js";
import { playText, rollText } from "../moves/notation.js";

/** @import { Seat, View } from "../types.js" */
/** @import { Store } from "../store.js" */
/** @typedef {{ strong: string, rest: string }} Sentence */

/** The first turns of a match say how else to roll. */
const HINTED_ROWS = 12;

/** @param {Store} store @returns {Sentence} */
export function sentence(store) {
  const { view } = store;
  if (view.outcome || view.status === "finished" || view.status === "void") return over(store);
  if (view.paused) return paused(store);
  if (view.status === "joining") return joining(view);
  if (view.status === "nonces") return { strong: gettext("Preparing the dice."), rest: gettext("Each player’s browser adds its random text.") };
  if (view.status === "break") return between(view);
  if (view.shared_dice?.waits) return withEnding(view, awaitedDice(store));
  return withEnding(view, view.seat && view.to_act === view.seat ? mine(store) : theirs(store));
}

/** Who stopped it, as the log says: the site all matches at once, or a director this one. @param {Store} store @returns {Sentence} */
function paused({ rows, view }) {
  const ruling = rows.findLast((row) => row.kind === "ruling" && row.payload.kind === "pause")?.payload;
  const isMaintenance = ruling?.reason === "maintenance" && !ruling.by;
  if (isMaintenance) return { strong: gettext("Maintenance: the match is paused."), rest: gettext("All clocks are stopped. Play resumes when maintenance ends.") };
  return { strong: gettext("The match is paused."), rest: view.clock ? gettext("The director has stopped the clocks.") : "" };
}

/** Every table with the same dice has to be ready for a roll. @param {Store} store @returns {Sentence} */
function awaitedDice({ sharedTables: tables }) {
  const strong = gettext("Waiting for the dice.");
  if (!tables?.awaited) return { strong, rest: gettext("The roll comes when every table with the same dice is ready for it.") };
  const rest = ngettext("%(n)s of %(total)s tables still plays the roll before.", "%(n)s of %(total)s tables still play the roll before.", tables.awaited);
  const paused = tables.paused ? ngettext("%(n)s of them is paused.", "%(n)s of them are paused.", tables.paused) : "";
  return { strong, rest: `${put(rest, { n: tables.awaited, total: tables.playing })} ${put(paused, { n: tables.paused })}`.trim() };
}

/** @param {View} view @param {Seat} seat */
const name = (view, seat) => view.players[seat].name;

/** @param {View} view @returns {Sentence} */
function joining(view) {
  const { seat } = view;
  if (!seat) {
    const missing = /** @type {Seat[]} */ (["A", "B"]).filter((player) => !view.ready[player]).map((seat) => name(view, seat));
    return { strong: gettext("The match is about to start."), rest: missing.length ? put(gettext("Waiting for: %(names)s."), { names: missing.join(", ") }) : "" };
  }
  const they = name(view, other(seat));
  if (view.ready[seat]) return { strong: gettext("You are ready."), rest: put(gettext("Waiting for: %(names)s."), { names: they }) };
  const rest = view.ready[other(seat)] ? put(gettext("%(name)s is ready and waiting for you."), { name: they }) : gettext("The match starts when both players are ready.");
  return { strong: gettext("Are you ready?"), rest };
}

/** @param {View} view @returns {Sentence} */
function between(view) {
  const last = view.results.at(-1);
  const strong = last ? resultText(view, last) : gettext("Break between games.");
  if (view.seat && view.ready[view.seat]) return { strong, rest: put(gettext("Waiting for: %(names)s."), { names: name(view, other(view.seat)) }) };
  return { strong, rest: `${nextGame(view)} ${gettext("The game starts when both players are ready.")}` };
}

/** What the next game is: during the break the view counts it already. @param {View} view */
export const nextGame = (view) => (view.crawford === "now" ? gettext("Next is the Crawford game: no doubling.") : put(gettext("Next is game %(n)s."), { n: view.game }));

/** @param {Store} store @returns {Sentence} */
function mine(store) {
  const { view } = store;
  if (view.waiting_for === "play" && view.dice) return walking(store, view.dice);
  if (store.sending?.kind === "roll") return { strong: gettext("Rolling."), rest: happened(store) };
  if (automaticAction(store)) return { strong: view.may.double === null ? gettext("Rolling in a moment. Press D to double.") : gettext("Rolling in a moment."), rest: happened(store) };
  const dead = view.cube_note ?? (view.may.double?.[0] === "cube_dead" ? view.may.double : null);
  if (dead) return { strong: gettext("Your turn: roll."), rest: dead[1] };
  const strong = view.may.double === null ? gettext("Roll or double.") : gettext("Your turn: roll.");
  const hint = view.game === 1 && store.rows.length < HINTED_ROWS ? gettext("Tap the board to roll.") : "";
  return { strong, rest: `${happened(store)} ${hint}`.trim() };
}

/** @param {Store} store @param {number[]} dice @returns {Sentence} */
function walking(store, dice) {
  const { walk, wasForced, wasGreedy, rows, view } = store;
  const strong = put(gettext("Your roll: %(dice)s."), { dice: rollText(dice) });
  if (!walk) return { strong, rest: "" };
  if (walker.isWhole(walk)) {
    const text = playText(walk.path.map(([a, b, , , hit]) => [a, b, hit]));
    const soon = automaticAction(store);
    if (soon && (wasForced || wasGreedy)) return { strong, rest: put(wasForced ? gettext("Only one play: %(play)s. Sending in a moment; Undo stops it.") : gettext("Bearing off: %(play)s. Sending in a moment; Undo stops it."), { play: text }) };
    return { strong, rest: put(wasForced ? gettext("Only one play: %(play)s.") : gettext("Confirm %(play)s, or undo."), { play: text }) };
  }
  const left = leftToPlay(walk);
  const opening = walk.path.length === 0 && rows.at(-1)?.kind === "opening_roll" && view.seat;
  if (opening) return { strong: put(gettext("You start with %(dice)s."), { dice: rollText(dice) }), rest: automaticDouble(store) };
  if (walk.path.length === 0 && wasRefused(rows)) return { strong, rest: happened(store) };
  if (left.length === 1) return { strong, rest: put(gettext("One move left: a %(die)s."), { die: left[0] }) };
  return { strong, rest: put(ngettext("%(n)s move to play.", "%(n)s moves to play.", left.length), { n: left.length }) };
}

/** @param {import("../types.js").Row[]} rows */
const wasRefused = (rows) => rows.at(-1)?.kind === "decline_resign";

/** The dice of one shortest way on to a whole play. @param {import("../moves/walker.js").Walk} walk @returns {number[]} */
function leftToPlay(walk) {
  const dice = [];
  for (let rest = walk; !walker.isWhole(rest) && dice.length < 4; ) {
    const step = walker.options(rest)[0];
    if (!step) break;
    dice.push(step[2]);
    rest = walker.walkOn(rest, step);
  }
  return dice;
}

/** @param {Store} store @returns {string} */
function waiting(store) {
  const opening = store.rows.at(-1)?.kind === "opening_roll" ? automaticDouble(store) : "";
  return `${gettext("Waiting for your opponent.")} ${opening}`.trim();
}

/** @param {Store} store @returns {string} what was just played or taken, in words */
function happened({ view, rows }) {
  const answer = rows.at(-1);
  if (answer?.kind === "take" && answer.seat) {
    const values = { name: name(view, answer.seat), n: view.cube.value };
    return put(answer.seat === view.seat ? gettext("You take. The cube is at %(n)s.") : gettext("%(name)s takes. The cube is at %(n)s."), values);
  }
  if (answer?.kind === "decline_resign" && answer.seat) {
    return answer.seat === view.seat ? gettext("You decline the resignation.") : put(gettext("%(name)s declines the resignation."), { name: name(view, answer.seat) });
  }
  const last = view.last_play;
  if (!last) return "";
  const dice = rollText(last.dice);
  const you = last.seat === view.seat;
  const values = { name: name(view, last.seat), dice, play: last.text };
  if (!last.moves.length) return you ? put(gettext("Your roll: %(dice)s. No legal move."), values) : put(gettext("%(name)s has no legal move with %(dice)s."), values);
  const play = put(you ? gettext("Your play (%(dice)s): %(play)s.") : gettext("%(name)s plays %(dice)s: %(play)s."), values);
  return `${play} ${automaticDouble({ view, rows })}`.trim();
}

/** @param {Store} store @returns {Sentence} */
function theirs(store) {
  const { view, rows } = store;
  if (!view.to_act) return { strong: "", rest: happened(store) };
  const who = name(view, view.to_act);
  switch (view.waiting_for) {
    case "play":
      return { strong: put(gettext("%(name)s rolls %(dice)s."), { name: who, dice: rollText(view.dice ?? []) }), rest: view.seat && !wasRefused(rows) ? waiting(store) : happened(store) };
    case "answer_double": {
      const strong = put(gettext("Cube offered at %(n)s."), { n: view.cube.offered ?? view.cube.value * 2 });
      return { strong, rest: put(gettext("%(name)s to answer: take or drop."), { name: who }) };
    }
    case "answer_resign":
      return { strong: gettext("Resignation offered."), rest: put(gettext("%(name)s to answer."), { name: who }) };
    default: {
      const dance = rows.at(-1)?.kind !== "take" && view.last_play && !view.last_play.moves.length && view.last_play.seat === view.seat;
      const next = put(gettext("%(name)s to roll."), { name: who });
      return dance ? { strong: put(gettext("Your roll: %(dice)s. No legal move."), { dice: rollText(view.last_play?.dice ?? []) }), rest: next } : { strong: next, rest: happened(store) };
    }
  }
}
