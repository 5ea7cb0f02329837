// @ts-check
// Which buttons stand under the sentence. Allowed or not is the server's word (VIEW.may); this only arranges it.

import { gettext, put, pgettext } from "../../i18n.js";
import { afterMatchQuestions, afterMatchButtons } from "./extensions.js";
import { cubeAsk, cubeQuestion } from "./cube_question.js";
import { other } from "../board/position.js";
import { points, scoreAfter, scoreOf } from "../words/endings.js";
import { sessionAsk, sessionButtons } from "./session_end.js";
import * as walker from "../moves/walker.js";

/** @import { View } from "../types.js" */
/** @import { Store } from "../store.js" */
/**
 * @typedef {Object} Button
 * @property {string} act
 * @property {string} label
 * @property {string} [icon]
 * @property {number} [face] the value on a picture of the cube
 * @property {string} [key]
 * @property {boolean} [primary]
 * @property {boolean} [brief] shows its icon only
 * @property {string | null} [closed] why it is not possible now
 * @property {string} [href]
 */
/** @typedef {{ title: string, text: string, answers: Button[], back?: Button }} Ask back: leaves the question unanswered */
/** @typedef {{ ask: Ask | null, main: Button[], minor: Button[] }} Choices */

/** @typedef {{ newMatch: string, decline?: string, review?: string }} Links */

/** @type {Choices} */
const NOTHING = { ask: null, main: [], minor: [] };

/** @param {Store} store @param {Links} links @returns {Choices} */
export function choices(store, links) {
  const { view } = store;
  if (view.outcome || view.status === "finished" || view.status === "void") {
    const ask = afterMatchQuestions.map((asks) => asks(view)).find(Boolean) ?? null;
    return { ...NOTHING, ask, main: after(view, links).map((button) => (ask ? { ...button, primary: false } : button)) };
  }
  if (!view.seat) return NOTHING;
  const question = ownQuestion(store);
  if (question) return { ...NOTHING, ask: question };
  if (view.to_act === view.seat && view.waiting_for === "answer_double") return { ...NOTHING, ask: doubleAsk(store) };
  if (view.to_act === view.seat && view.waiting_for === "answer_resign") return { ...NOTHING, ask: resignationAsk(view) };
  if (view.status === "joining" || view.status === "break") {
    const ready = view.ready[view.seat];
    return { ask: null, main: [{ act: "ready", label: pgettext("button", "Ready"), icon: "check", key: "Space", primary: true, closed: ready ? gettext("You are ready.") : closed(view, "ready") }], minor: view.status === "joining" && links.decline ? callOff(view, links.decline) : minor(view) };
  }
  return { ask: null, main: view.shared_dice?.waits ? [] : main(store), minor: minor(view) };
}

/** What the reader began and has to confirm. @param {Store} store @returns {Ask | null} */
function ownQuestion(store) {
  if (store.asking === "resign") return resignAsk(store.view);
  if (store.asking === "concede") return concedeAsk(store.view);
  if (store.asking === "end") return sessionAsk(store.view);
  const kind = cubeQuestion(store);
  return kind && cubeAsk(store, kind);
}

/** @param {View} view @param {string} kind @returns {string | null} */
function closed(view, kind) {
  const may = view.may[kind];
  if (may === null) return null;
  return may?.[1] ?? gettext("Not now.");
}

/** @param {Store} store @returns {Button[]} */
function main({ view, walk }) {
  if (walk && view.waiting_for === "play") {
    const whole = walker.isWhole(walk);
    const none = walk.path.length ? null : gettext("Nothing to undo.");
    return [
      { act: "undo_all", label: gettext("Undo all"), icon: "undo-all", key: "Shift+Z", brief: true, closed: none },
      { act: "undo", label: gettext("Undo"), icon: "undo", key: "Z", closed: none },
      { act: "confirm", label: gettext("Confirm"), icon: "check", key: "Space", primary: true, closed: whole ? null : gettext("Play the whole roll first.") },
    ];
  }
  const roll = { act: "roll", label: pgettext("button", "Roll"), icon: "dice", key: "R", primary: true, closed: closed(view, "roll") };
  const double = { act: "double", label: pgettext("cube", "Double"), face: view.cube.value * 2, key: "D", closed: closed(view, "double") };
  return view.cube.in_use || view.crawford === "now" ? [double, roll] : [roll];
}

/** @param {View} view @returns {Button[]} */
function minor(view) {
  const resign = view.may.offer_resign === null || view.may.concede === null ? null : closed(view, "offer_resign");
  return [{ act: "resign", label: gettext("Resign"), icon: "flag", closed: resign }, ...sessionButtons(view)];
}

/** Take and drop look the same: the page gives no advice. @param {Store} store @returns {Ask} */
function doubleAsk({ view, rows }) {
  const me = /** @type {import("../types.js").Seat} */ (view.seat);
  const name = view.players[other(me)].name;
  const n = view.cube.offered ?? view.cube.value * 2;
  const last = rows.findLast((row) => ["double", "beaver", "raccoon"].includes(row.kind))?.kind;
  const titles = {
    double: gettext("%(name)s doubles to %(n)s: take or drop?"),
    beaver: gettext("%(name)s beavers to %(n)s: take or drop?"),
    raccoon: gettext("%(name)s raccoons to %(n)s: take or drop?"),
  };
  const cost = view.drop_costs ?? view.cube.value;
  const scores = { cost: points(cost), now: scoreOf(view, me), then: scoreAfter(view, me, other(me), cost), n };
  const text = put(gettext("If you drop, you lose %(cost)s: %(now)s becomes %(then)s. If you take, the game is worth %(n)s."), scores);
  /** @type {Button[]} */
  const answers = [{ act: "drop", label: pgettext("cube", "Drop"), key: "X" }, { act: "take", label: pgettext("cube", "Take"), key: "T" }];
  for (const [act, label, key] of [["beaver", gettext("Beaver"), "B"], ["raccoon", gettext("Raccoon"), "C"]]) {
    if (view.may[act] === null) answers.splice(1, 0, { act, label, key });
  }
  return { title: put(titles[/** @type {"double"} */ (last ?? "double")], { name, n }), text, answers };
}

/** @param {View} view @returns {Ask} */
function resignationAsk(view) {
  const offer = view.resign;
  const values = { name: offer ? view.players[offer.by].name : "", points: points(offer?.points ?? 1) };
  /** @type {Record<string, string>} */
  const titles = {
    single: gettext("%(name)s offers to resign a single game."),
    gammon: gettext("%(name)s offers to resign a gammon."),
    backgammon: gettext("%(name)s offers to resign a backgammon."),
  };
  return {
    title: put(titles[offer?.level ?? "single"], values),
    text: put(gettext("If you accept, the game ends: %(points)s for you. If you decline, play goes on."), values),
    answers: [{ act: "decline_resign", label: pgettext("resignation", "Decline"), key: "X" }, { act: "accept_resign", label: pgettext("resignation", "Accept"), key: "T", primary: true }],
  };
}

/**
 * What a single game, a gammon and a backgammon cost, up to the first that costs no more than the one before it
 * or comes after the match is lost anyway.
 * @param {View} view @param {import("../types.js").Seat} they @returns {number[]}
 */
function worthOffering({ resign_costs: costs, away }, they) {
  const enough = away?.[they] ?? Infinity;
  return costs.filter((cost, i) => i === 0 || (cost > costs[i - 1] && costs[i - 1] < enough));
}

/** @param {View} view @returns {Ask} */
function resignAsk(view) {
  const they = other(/** @type {import("../types.js").Seat} */ (view.seat));
  const reason = closed(view, "offer_resign");
  const costs = worthOffering(view, they);
  const labels = [gettext("Single game, −%(n)s"), gettext("Gammon, −%(n)s"), gettext("Backgammon, −%(n)s")];
  const declined = gettext("Your opponent has already declined your resignation in this position.");
  const acts = ["resign_single", "resign_gammon", "resign_backgammon"];
  return {
    title: gettext("Resign this game?"),
    text: reason ?? put(gettext("%(name)s may accept or decline."), { name: view.players[they].name }),
    answers: [
      ...costs.map((n, i) => ({ act: acts[i], label: costs.length > 1 ? put(labels[i], { n }) : gettext("Resign the game"), closed: reason ?? (i < view.resign_declined ? declined : null) })),
      { act: "concede_ask", label: gettext("Resign the match"), closed: closed(view, "concede") },
    ],
    back: { act: "cancel", label: gettext("Play on"), icon: "close", key: "Esc" },
  };
}

/** @param {View} view @returns {Ask} */
function concedeAsk(view) {
  const name = view.players[other(/** @type {import("../types.js").Seat} */ (view.seat))].name;
  return {
    title: gettext("Resign the whole match?"),
    text: put(gettext("%(name)s wins the match at once. This cannot be undone."), { name }),
    answers: [{ act: "concede", label: gettext("Resign the match") }, { act: "cancel", label: gettext("Play on"), key: "Esc", primary: true }],
  };
}

/** A friendly match that has not begun can be called off, on a page of its own. @param {View} view @param {string} href @returns {Button[]} */
function callOff(view, href) {
  return [{ act: "call_off", label: view.seat === (view.context.rematch_by ? other(view.context.rematch_by) : "A") ? pgettext("challenge", "Withdraw") : pgettext("challenge", "Decline"), icon: "close", href }];
}

/** The way back or on, what others add (a rematch), and the match from its first roll. @param {View} view @param {Links} links @returns {Button[]} */
function after(view, links) {
  const { url, title } = view.context;
  const added = afterMatchButtons.flatMap((buttons) => buttons(view, links));
  const filled = added.some((button) => button.primary);
  const back = { act: "leave", label: title ? put(gettext("Back: %(title)s"), { title }) : pgettext("button", "Back"), href: url, primary: !filled };
  const next = { act: "leave", label: gettext("New match"), href: links.newMatch, primary: !filled };
  const review = view.status === "void" || !links.review ? [] : [{ act: "review", label: pgettext("button", "Review"), href: links.review }];
  return [...review, ...added, ...(url ? [back] : view.seat ? [next] : [])];
}
