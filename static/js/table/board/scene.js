// @ts-check
// From the state of the page to what the board should show.

import { gettext, put, pgettext } from "../../i18n.js";
import { opening } from "./opening_roll.js";
import { geometry } from "./geometry.js";
import { count } from "./position.js";
import { chains } from "../moves/notation.js";
import * as walker from "../moves/walker.js";

/** @import { Seat } from "../types.js" */
/** @import { Store } from "../store.js" */
/** @import { Scene, Target } from "./board.js" */

/** @param {Store} store @returns {Scene} */
export function sceneOf(store) {
  const { view, walk, own } = store;
  const path = walk?.path ?? [];
  const last = view.last_play;
  const showTrace = store.prefs.trace && last && last.seat !== view.seat && view.status !== "joining";
  return {
    geometry: geometry(store.bottom, store.prefs.mirror),
    own,
    position: store.position,
    dice: dice(store),
    opening: opening(store),
    rollable: rollable(store.view),
    cube: view.cube,
    cubeLook: cubeLook(store),
    last: showTrace ? { seat: last.seat, moves: chains(last.moves).map(({ source, target }) => [source, target]) } : null,
    ghosts: path.length ? { seat: own, origins: chains(path.map(([a, b, , , hit]) => [a, b, hit])).map((chain) => chain.source) } : null,
    picked: store.picked ? { ...store.picked, seat: own, targets: store.picked.maybe ? [] : targets(store, store.picked.place) } : null,
  };
}

/** @param {Store} store @param {number} place @returns {Target[]} */
function targets({ walk, order }, place) {
  if (!walk) return [];
  return [...walker.reach(walk, place, order).values()].map(({ target, hit }) => ({ place: target, hit }));
}

/** May the reader roll now, by a tap on the board too? @param {Store["view"]} view */
export const rollable = (view) => Boolean(view.seat) && view.to_act === view.seat && view.waiting_for === "roll" && view.may.roll === null && !view.paused;

/** A double is four numbers. @param {number[]} roll */
export const faces = (roll) => (roll.length === 2 && roll[0] === roll[1] ? [roll[0], roll[0], roll[0], roll[0]] : roll);

/** The higher die lies on the left. @param {number[]} roll */
const sorted = (roll) => faces([...roll].sort((a, b) => b - a));

/** @param {Store} store @returns {Scene["dice"]} */
function dice({ view, walk, order, own, sending }) {
  if (sending?.kind === "roll" && !view.dice) return { seat: own, faces: [0, 0].map((value) => ({ value, used: false })), live: false, rolling: true };
  if (walk && view.dice) {
    const shown = faces(order);
    const used = walker.used(shown, walk.path);
    return { seat: own, faces: shown.map((value, i) => ({ value, used: used[i] })), live: order[0] !== order[1] && walk.path.length === 0 };
  }
  if (view.dice && view.turn) return { seat: view.turn, faces: sorted(view.dice).map((value) => ({ value, used: false })), live: false };
  const last = view.last_play;
  if (!last || view.status !== "playing" || view.waiting_for === "answer_double") return null;
  // The opponent's dice stay bright until the next roll; the reader's own are used up.
  return { seat: last.seat, faces: sorted(last.dice).map((value) => ({ value, used: last.seat === view.seat })), live: false };
}

/** @param {Store} store @returns {Scene["cubeLook"]} */
function cubeLook({ view }) {
  const askedOf = view.waiting_for === "answer_double" ? view.to_act : null;
  if (view.crawford === "now") return { kind: "dead", askedOf, title: gettext("No doubling in the Crawford game.") };
  if (view.cube_note) return { kind: "dead", askedOf, title: view.cube_note[1] };
  if (view.may.double === null) return { kind: "live", askedOf, title: pgettext("cube", "Double") };
  const [code, why] = view.may.double ?? ["", ""];
  return { kind: code === "cube_dead" ? "dead" : "", askedOf, title: why };
}

/**
 * What a screen reader hears of one place.
 * @param {Store} store @param {number} place in the own seat's numbers
 */
export function placeLabel(store, place) {
  const { own, view, position, walk } = store;
  const theirs = own === "A" ? "B" : "A";
  const here = place === 0 ? gettext("Borne off") : place === 25 ? pgettext("backgammon board", "Bar") : put(pgettext("backgammon board", "Point %(n)s"), { n: place });
  const words = [here, whose(store, count(position, own, place), count(position, theirs, place === 0 ? 0 : place === 25 ? 25 : 25 - place))];
  if (walk && walker.sources(walk).has(place)) words.push(gettext("may move"));
  if (store.picked && !store.picked.maybe && targets(store, store.picked.place).some((target) => target.place === place)) words.push(gettext("legal target"));
  return view.status === "void" ? here : words.join(", ");
}

/** @param {Store} store @param {number} mine @param {number} theirs */
export function whose({ view, own }, mine, theirs) {
  /** @type {Seat} */
  const seat = own === "A" ? "B" : "A";
  const words = [];
  if (mine && view.seat) words.push(put(gettext("yours: %(n)s"), { n: mine }));
  if (mine && !view.seat) words.push(put(gettext("%(name)s: %(n)s"), { n: mine, name: view.players[own].name }));
  if (theirs) words.push(put(gettext("%(name)s: %(n)s"), { n: theirs, name: view.players[seat].name }));
  return words.join(", ") || pgettext("point", "empty");
}
