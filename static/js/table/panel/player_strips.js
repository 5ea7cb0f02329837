// @ts-check
// Around the board: both players' strips, the score line, the heading and the title of the window.

import { find, say } from "../../dom.js";
import { isolateBidi, gettext, ngettext, put } from "../../i18n.js";
import { ClockDisplay, formatTime, reading } from "./clock.js";
import { other, pips } from "../board/position.js";
import { scoreOf, wonHow } from "../words/endings.js";

const siteName = () => document.querySelector("meta[name=application-name]")?.getAttribute("content") ?? "";

/** @import { Seat } from "../types.js" */
/** @import { Store } from "../store.js" */

const LOW_MS = 60_000;
const LAST_MS = 10_000;

export class PlayerStrips {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Record<Seat, { root: HTMLElement, clock: ClockDisplay }>} */
    this.seats = { A: this.#strip("A"), B: this.#strip("B") };
    this.score = find("[data-score]", HTMLElement);
    this.badge = find("[data-crawford]", HTMLElement);
    this.cube = find("[data-cube]", HTMLElement);
    this.watching = find("[data-watching]", HTMLElement);
  }

  /** @param {Seat} seat */
  #strip(seat) {
    const root = find(`[data-strip="${seat}"]`, HTMLElement);
    return { root, clock: new ClockDisplay(find(".clock", HTMLElement, root), this.store, seat) };
  }

  tick() {
    for (const seat of /** @type {Seat[]} */ (["A", "B"])) {
      this.seats[seat].clock.tick();
      this.#gone(seat);
    }
  }

  draw() {
    const { view, bottom } = this.store;
    for (const seat of /** @type {Seat[]} */ (["A", "B"])) this.#seat(seat);
    say(this.score, scoreOf(view, bottom));
    const crawford = { now: gettext("Crawford"), after: gettext("Post-Crawford") }[view.crawford] ?? "";
    say(this.badge, crawford);
    say(find("[data-game]", HTMLElement), this.#game());
    say(this.cube, this.#cube());
    say(this.watching, String(this.store.presence.spectators));
    this.#title();
    this.tick();
  }

  /** What changes with the seconds. @param {Seat} seat */
  #gone(seat) {
    const { root } = this.seats[seat];
    say(find("[data-low]", HTMLElement, root), this.#low(seat));
    say(find("[data-gone]", HTMLElement, root), this.#away(seat));
  }

  /** The clock nearly out, in words. @param {Seat} seat */
  #low(seat) {
    const { clock, status } = this.store.view;
    if (!clock || clock.paused || status !== "playing") return "";
    const { reserve, delay, overtime } = reading(clock, seat, this.store.now());
    if (clock.running === seat && reserve + delay <= LAST_MS && (overtime || !clock.overtime_ms)) return gettext("Last 10 s");
    if (overtime) return gettext("Overtime");
    return reserve < LOW_MS ? gettext("< 1 min") : "";
  }

  /** Whether somebody can be reached; the clock runs all the same. In correspondence nobody has to be here. @param {Seat} seat */
  #away(seat) {
    const { view, connection, presence, awaySince } = this.store;
    if (view.outcome || !["nonces", "playing", "break"].includes(view.status) || view.players[seat].is_house_bot) return "";
    if (seat === view.seat) return connection === "lost" ? gettext("Reconnecting…") : "";
    const since = awaySince[seat];
    if (presence[seat] || since === null || connection !== "open" || view.clock?.days) return "";
    return put(gettext("Away for %(time)s"), { time: formatTime(Date.now() - since) });
  }

  #game() {
    const { view } = this.store;
    const length = view.length ? put(gettext("to %(n)s"), { n: view.length }) : view.games ? put(ngettext("%(n)s game", "%(n)s games", view.games), { n: view.games }) : gettext("Open-ended session");
    return `${length} · ${put(gettext("Game %(n)s"), { n: Math.max(1, view.game) })}`;
  }

  #cube() {
    const { cube, players, cube_note: dead, may } = this.store.view;
    if (!cube.in_use) return "";
    if (dead || may.double?.[0] === "cube_dead") return put(gettext("Cube %(n)s, dead"), { n: cube.value });
    if (!cube.owner) return cube.value > 1 ? put(gettext("Cube %(n)s"), { n: cube.value }) : "";
    return put(gettext("Cube %(n)s, %(name)s"), { n: cube.value, name: players[cube.owner].name });
  }

  /** @param {Seat} seat */
  #seat(seat) {
    const { view, presence, position, bottom, prefs, connection } = this.store;
    const { root } = this.seats[seat];
    const turn = view.to_act === seat && !view.outcome;
    root.classList.toggle("strip--turn", turn);
    root.classList.toggle("me", seat === bottom);
    root.classList.toggle("opp", seat !== bottom);
    say(find(".tab", HTMLElement, root), String(view.score[seat]));
    say(find("[data-away]", HTMLElement, root), this.#standing(seat));
    say(find("[data-pips]", HTMLElement, root), prefs.pips ? put(gettext("pips %(n)s"), { n: pips(position, seat) }) : "");
    const off = position.off[seat];
    say(find("[data-off]", HTMLElement, root), off ? put(gettext("off %(n)s"), { n: off }) : "");
    const here = find(".here", HTMLElement, root);
    const reached = connection !== "lost" && (presence[seat] || (seat === view.seat && connection === "open"));
    const present = view.players[seat].is_house_bot || reached;
    here.classList.toggle("here--yes", present);
    const words = present ? gettext("At the table") : connection === "lost" ? gettext("Not known: reconnecting") : gettext("Not at the table");
    here.title = words;
    say(find(".here .vh", HTMLElement, root), words);
  }

  /** What is missing to win; once the match is over, how it was won if it was not played out. @param {Seat} seat */
  #standing(seat) {
    const { view } = this.store;
    if (view.outcome) return view.outcome.winner === seat ? wonHow(view) : "";
    return view.away ? put(gettext("%(n)s away"), { n: view.away[seat] }) : "";
  }

  /** The title says whose turn it is, so a tab among others calls. */
  #title() {
    const { view, bottom } = this.store;
    const score = `${isolateBidi(view.players[bottom].name)} ${scoreOf(view, bottom)} ${isolateBidi(view.players[other(bottom)].name)}`;
    const mine = view.seat && !view.outcome && (view.to_act === view.seat || ((view.status === "joining" || view.status === "break") && !view.ready[view.seat]));
    const title = mine ? `● ${gettext("Your turn")} · ${score}` : `${score} · ${siteName()}`;
    if (document.title !== title) document.title = title;
  }
}
