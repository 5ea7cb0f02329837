// @ts-check
// What opens over the clock: the end of a game, and the menu. Every button is as large as a finger.

import { find, h, say } from "../dom.js";
import { gettext, pgettext, put } from "../i18n.js";
import { place } from "./clock.js";
import { inCrawford, scoreOf } from "./match.js";
import * as words from "./words.js";

/** @import { Match } from "./match.js" */
/** @import { Seat } from "./clock.js" */
/** @import { MatchData } from "./screen.js" */

const CUBES = [1, 2, 4, 8, 16, 32, 64];

/** @param {string} name @returns {HTMLDialogElement} */
const dialog = (name) => find(`dialog[data-dialog="${name}"]`, HTMLDialogElement);

/** @param {string} name */
export function open(name) {
  const shown = dialog(name);
  if (!shown.open) shown.showModal();
}

export function closeAll() {
  for (const shown of document.querySelectorAll("dialog[data-dialog]")) if (shown instanceof HTMLDialogElement && shown.open) shown.close();
}

/** A tap beside a dialog closes it, as its button does. */
export function closeByTaps() {
  for (const shown of document.querySelectorAll("dialog[data-dialog]")) {
    shown.addEventListener("click", (event) => {
      if (event.target === shown && shown instanceof HTMLDialogElement) shown.close();
    });
  }
}

export class GameDialog {
  /** @param {(data: Record<string, any>) => void} entered */
  constructor(entered) {
    this.root = dialog("game");
    this.entered = entered;
    /** @type {Match | null} */
    this.match = null;
    /** @type {{ winner: Seat | "", worth: number, cube: number, resigned: boolean }} */
    this.chosen = { winner: "", worth: 1, cube: 1, resigned: false };
    this.root.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-choose]") : null;
      if (button instanceof HTMLElement) this.choose(button.dataset.choose ?? "", button.dataset.value ?? "");
    });
    find("[data-save]", HTMLButtonElement, this.root).addEventListener("click", () => this.save());
  }

  /** @param {Match} match @param {MatchData} data */
  open(match, data) {
    this.match = match;
    this.data = data;
    this.chosen = { winner: "", worth: 1, cube: match.cube, resigned: false };
    this.draw();
    open("game");
  }

  /** @param {string} what @param {string} value */
  choose(what, value) {
    if (what === "winner") this.chosen.winner = value === "A" ? "A" : "B";
    if (what === "worth") this.chosen.worth = Number(value);
    if (what === "cube") this.chosen.cube = Number(value);
    if (what === "resigned") this.chosen.resigned = value === "yes";
    this.draw();
  }

  draw() {
    const { match, data, chosen } = this;
    if (!match || !data) return;
    const crawford = inCrawford(match);
    say(find("[data-title]", HTMLElement, this.root), crawford ? gettext("Crawford game: no cube") : words.game(match));
    const { players } = data;
    this.fill("winner", players.map(({ short }, n) => ["AB"[n], short]), chosen.winner);
    this.fill("worth", [1, 2, 3].map((n) => [String(n), words.win(n)]), String(chosen.worth));
    const cubes = CUBES.filter((n) => n <= Math.max(match.format.highest_cube, 1));
    const hasCube = match.format.cube && !crawford;
    find("[data-of=cube]", HTMLElement, this.root).hidden = !hasCube;
    this.fill("cube", cubes.map((n) => [String(n), String(n)]), String(chosen.cube));
    this.fill("resigned", [["no", gettext("Played to the end")], ["yes", pgettext("game", "Resigned")]], chosen.resigned ? "yes" : "no");
    const save = find("[data-save]", HTMLButtonElement, this.root);
    save.disabled = !chosen.winner;
    const worth = chosen.worth * (hasCube ? chosen.cube : 1);
    say(find("[data-worth]", HTMLElement, this.root), chosen.winner ? this.sum(worth) : gettext("Who won this game?"));
  }

  /** What the game is worth, and the score after it. @param {number} worth */
  sum(worth) {
    const { match, data, chosen } = this;
    if (!match || !data || !chosen.winner) return "";
    const seat = chosen.winner;
    const after = { ...match, games: [...match.games, /** @type {any} */ ([seat, worth, 1, false, false])] };
    const [a, b] = scoreOf(after);
    const values = { name: data.players[place(seat)].short, points: words.points(worth), score: `${a}–${b}` };
    return put(gettext("%(name)s: %(points)s. Score: %(score)s"), values);
  }

  /** @param {string} what @param {string[][]} options @param {string} value */
  fill(what, options, value) {
    const box = find(`[data-of=${what}] [data-options]`, HTMLElement, this.root);
    box.replaceChildren(...options.map(([key, text]) =>
      h("button", { type: "button", class: "cd-pick", "data-choose": what, "data-value": key, "aria-pressed": String(key === value) }, text)));
  }

  save() {
    const { match, chosen } = this;
    if (!match || !chosen.winner) return;
    const cube = match.format.cube && !inCrawford(match) ? chosen.cube : 1;
    this.root.close();
    this.entered({ number: match.games.length + 1, ...chosen, cube });
  }
}

/** The list of games in the menu. @param {Match} match @param {MatchData} data */
export function drawMenu(match, data) {
  const root = dialog("menu");
  say(find("[data-title]", HTMLElement, root), [data.tournament, data.round, data.table && put(pgettext("furniture", "Table %(n)s"), { n: data.table })].filter(Boolean).join(" · "));
  const list = find("[data-games]", HTMLElement, root);
  const lines = match.games.map(([winner, worth, cube, crawford, resigned], n) => {
    const after = scoreOf({ ...match, games: match.games.slice(0, n + 1) });
    const marks = [cube > 1 ? `${words.win(worth)} × ${cube}` : words.win(worth), crawford && gettext("Crawford"), resigned && pgettext("game", "Resigned")];
    return h("li", {}, h("b", { class: "num" }, String(n + 1)), h("span", {}, data.players[place(winner)].short), h("span", { class: "cd-quiet" }, marks.filter(Boolean).join(", ")), h("b", { class: "num" }, after.join("–")));
  });
  list.replaceChildren(...lines);
  find("[data-none]", HTMLElement, root).hidden = lines.length > 0;
  const slip = root.querySelector("[data-slip]");
  if (slip instanceof HTMLAnchorElement) slip.href = data.slip_url;
}
