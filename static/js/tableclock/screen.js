// @ts-check
// Draws the match: two halves, one for each player, and the bar between them. It writes only what differs, five times a second.

import { find, h, say } from "../dom.js";
import { gettext, pgettext, put } from "../i18n.js";
import { isFlagged, place, reading } from "./clock.js";
import { isOver, mayDouble, scoreOf, winnerOf } from "./match.js";
import * as words from "./words.js";

/** @import { Fold, Match } from "./match.js" */
/** @import { Seat } from "./clock.js" */
/** @typedef {{ name: string, short: string, country: string, flag: string }} PlayerLine */
/** @typedef {{ slip: number, players: PlayerLine[], round: string, table: number | null, tournament: string, slip_url: string, status: string, reports: any[], result: { text: string, score: number[] | null } | null, format: any }} MatchData */

const LOW_MS = 60_000;
/** Letters of a name that fit in large print. */
const LONG = 11;
/** @type {Seat[]} */
const SEATS = ["A", "B"];

export class Screen {
  constructor() {
    this.root = find("[data-clock]", HTMLElement);
    this.halves = Object.fromEntries(SEATS.map((seat) => [seat, find(`[data-half="${seat}"]`, HTMLElement, this.root)]));
    this.drawn = "";
  }

  /** @param {Seat} seat @param {string} name @returns {HTMLElement} */
  part(seat, name) { return find(`[data-part="${name}"]`, HTMLElement, this.halves[seat]); }

  /** @param {string} name @returns {HTMLElement} */
  own(name) { return find(`[data-own="${name}"]`, HTMLElement, this.root); }

  /** @param {Fold | null} fold @param {MatchData | null} data @param {number} now @param {string} offline */
  draw(fold, data, now, offline) {
    this.own("empty").hidden = fold !== null;
    for (const seat of SEATS) this.halves[seat].hidden = fold === null;
    say(this.own("offline-text"), offline);
    this.own("offline").hidden = !offline;
    if (!fold || !data) return;
    const { match } = fold;
    for (const seat of SEATS) this.half(seat, match, data, now);
    this.spine(fold);
  }

  /** @param {Seat} seat @param {Match} match @param {MatchData} data @param {number} now */
  half(seat, match, data, now) {
    const half = this.halves[seat];
    const player = data.players[place(seat)];
    const { clock, format: { clock: settings } } = match;
    const over = isOver(match);
    const name = this.part(seat, "name");
    say(name, player.short);
    name.classList.toggle("long", player.short.length > LONG);
    this.flag(seat, player);
    say(this.part(seat, "score"), String(scoreOf(match)[place(seat)]));
    say(this.part(seat, "away"), words.away(match, seat));
    this.cube(seat, match);
    const isOn = !over && clock?.running === seat;
    half.classList.toggle("on", isOn && !clock?.paused);
    half.classList.toggle("won", over && winnerOf(match) === seat);
    half.classList.toggle("untimed", !clock);
    half.classList.toggle("asked", !over && Boolean(match.offered) && match.offered !== seat);
    if (clock && settings) {
      const left = reading(settings, clock, seat, now);
      const isDown = match.fallen[place(seat)] || (isOn && isFlagged(settings, clock, now));
      const shown = left.reserve || left.overtime;
      say(this.part(seat, "time"), words.time(shown));
      half.classList.toggle("low", shown < LOW_MS);
      half.classList.toggle("down", isDown && !over);
      this.ring(seat, settings.kind === "fischer" ? 0 : left.delay, settings.delay_ms);
      if (!over) say(this.part(seat, "says"), sentence({ seat, match, left, isOn, isDown }));
    } else if (!over) {
      say(this.part(seat, "says"), gettext("No clock"));
    }
    if (over) say(this.part(seat, "says"), resultSentence(seat, match, data));
    this.buttons(seat, match, data, now);
    const tap = find("[data-tap]", HTMLElement, half);
    const label = this.label(seat, match, player);
    if (tap.getAttribute("aria-label") !== label) tap.setAttribute("aria-label", label);
  }

  /** @param {Seat} seat @param {Match} match @param {PlayerLine} player */
  label(seat, match, player) {
    const values = { name: player.name, score: scoreOf(match)[place(seat)] };
    if (!match.clock || isOver(match)) return put(gettext("%(name)s, score %(score)s"), values);
    if (match.clock.running === seat) return put(gettext("%(name)s, score %(score)s, clock running. Press when you have moved."), values);
    return put(gettext("%(name)s, score %(score)s, waits."), values);
  }

  /** @param {Seat} seat @param {number} left @param {number} whole */
  ring(seat, left, whole) {
    const ring = this.part(seat, "ring");
    ring.hidden = !whole;
    const line = find("[data-line]", SVGElement, ring);
    const dash = `${whole ? Math.round((100 * left) / whole) : 0} 100`;
    if (line.getAttribute("stroke-dasharray") !== dash) line.setAttribute("stroke-dasharray", dash);
    say(this.part(seat, "delay"), String(Math.ceil(left / 1000)));
  }

  /** @param {Seat} seat @param {PlayerLine} player */
  flag(seat, player) {
    const flag = this.part(seat, "flag");
    flag.hidden = !player.flag;
    if (flag instanceof HTMLImageElement && player.flag && flag.getAttribute("src") !== player.flag) {
      flag.src = player.flag;
      flag.alt = player.country;
    }
  }

  /** @param {Seat} seat @param {Match} match */
  cube(seat, match) {
    const cube = this.part(seat, "cube");
    const isOffered = match.offered && match.offered !== seat;
    cube.hidden = isOver(match) || !(isOffered || (match.owner === seat && !match.offered));
    cube.classList.toggle("offered", Boolean(isOffered));
    say(cube, String(isOffered ? 2 * match.cube : match.cube));
  }

  /** The buttons of a half: what this player may do now beside the clock. @param {Seat} seat @param {Match} match @param {MatchData} data @param {number} now */
  buttons(seat, match, data, now) {
    const box = this.part(seat, "buttons");
    const wanted = buttonsOf(seat, match, data, now);
    const key = wanted.map(([act, text]) => `${act}:${text}`).join("|");
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    box.replaceChildren(...wanted.map(([act, text, isMain]) =>
      h("button", { type: "button", class: isMain ? "h-btn h-btn--main" : "h-btn", "data-act": act, "data-seat": seat }, text)));
  }

  /** @param {Fold} fold */
  spine(fold) {
    const { match } = fold;
    const game = this.own("game");
    say(game, words.game(match));
    game.classList.toggle("sp-craw", game.textContent === gettext("Crawford"));
    say(this.own("length"), String(match.format.length));
    const cube = this.own("cube");
    cube.hidden = !match.format.cube || Boolean(match.owner) || Boolean(match.offered) || isOver(match) || game.classList.contains("sp-craw");
    const paused = Boolean(match.clock?.paused);
    const pause = this.own("pause");
    pause.hidden = !match.clock || isOver(match);
    pause.classList.toggle("is-on", paused);
    pause.setAttribute("aria-label", paused ? gettext("Resume") : gettext("Pause"));
    this.own("end").hidden = isOver(match);
    this.own("undo").toggleAttribute("disabled", !fold.undoable);
    this.root.classList.toggle("paused", paused && !isOver(match));
  }
}

/** @param {Seat} seat @param {Match} match @param {MatchData} data @param {number} now @returns {[act: string, text: string, isMain?: boolean][]} */
function buttonsOf(seat, match, data, now) {
  const { clock } = match;
  if (isOver(match)) return resultButtons(seat, match, data);
  if (match.offered && match.offered !== seat) return [["take", pgettext("button", "Take"), true], ["drop", pgettext("button", "Drop"), true]];
  const other = seat === "A" ? "B" : "A";
  const settings = match.format.clock;
  const isDown = match.fallen[place(other)] || (clock?.running === other && settings && isFlagged(settings, clock, now));
  /** @type {[string, string, boolean?][]} */
  const buttons = [];
  if (isDown) buttons.push(["time", gettext("Claim win on time"), true]);
  const hasTurn = !clock || clock.running === seat;
  if (hasTurn && mayDouble(match, seat)) {
    buttons.push(["double", put(pgettext("button", "Double to %(n)s"), { n: 2 * match.cube })]);
  }
  return buttons;
}

/** @param {Seat} seat @param {Match} match @param {MatchData} data @returns {[act: string, text: string, isMain?: boolean][]} */
function resultButtons(seat, match, data) {
  if (data.status === "done" || data.status === "void") return [];
  if (match.confirmed[place(seat)]) return [];
  if (match.objected[place(seat)]) return [];
  /** @type {[string, string, boolean?][]} */
  const buttons = [["confirm", gettext("Confirm result"), true]];
  if (match.confirmed.some(Boolean)) buttons.push(["object", gettext("Dispute result")]);
  return buttons;
}

/** @param {{ seat: Seat, match: Match, left: { reserve: number, delay: number, overtime: number }, isOn: boolean, isDown: boolean }} at */
function sentence({ seat, match, left, isOn, isDown }) {
  const { clock, offered } = match;
  if (isDown) return gettext("Time is up");
  if (clock?.paused) return pgettext("clock", "Paused");
  if (offered && offered !== seat) return put(gettext("Double to %(n)s: take or drop?"), { n: 2 * match.cube });
  if (!clock?.running) return match.begun || match.games.length ? gettext("Tap to start the other clock") : gettext("Tap when your opponent begins");
  if (!isOn) return gettext("Waits");
  if (!left.reserve) return gettext("Overtime");
  if (match.format.clock?.kind === "fischer" || !match.format.clock?.delay_ms) return gettext("Tap when you have moved");
  if (match.format.clock.kind === "bronstein") return gettext("Time runs, the delay is given back");
  return left.delay ? gettext("Delay, then the time runs") : gettext("Delay used, the time runs");
}

/** How far the result is, for one side. @param {Seat} seat @param {Match} match @param {MatchData} data */
function resultSentence(seat, match, data) {
  if (data.status === "done") return gettext("Result recorded");
  if (data.status === "disputed") return gettext("The director will decide.");
  if (match.objected[place(seat)]) return gettext("Result disputed");
  if (match.confirmed.every(Boolean)) return gettext("Both players confirmed");
  if (match.confirmed[place(seat)]) return gettext("Confirmed. The other player confirms next.");
  if (match.lostOnTime === seat) return gettext("Time is up");
  if (winnerOf(match) === seat) return pgettext("match", "Winner");
  return winnerOf(match) ? "" : gettext("Tie");
}
