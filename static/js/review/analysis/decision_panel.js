// @ts-check
// The decision of the step that is shown: the best plays beside the one that was played, and the three equities of the cube.

import { h } from "../../dom.js";
import { gettext, pgettext, put } from "../../i18n.js";
import { decisionAt, levelOf, percent, signed } from "./levels.js";

/** @import { ReplayCursor } from "../cursor.js" */
/** @import { Candidate, CubeDecision, Decision } from "./types.js" */

export class DecisionPanel {
  /** @param {ReplayCursor} cursor @param {Decision[]} decisions @param {(candidate: Candidate | null) => void} point the reader looks at this play */
  constructor(cursor, decisions, point) {
    this.cursor = cursor;
    this.decisions = decisions;
    this.point = point;
    this.root = h("div", { class: "card analysis-now", "aria-live": "polite" });
    /** @type {Decision | null | undefined} */
    this.shown = undefined;
  }

  draw() {
    const { seq, kind } = this.cursor.frame;
    const decision = decisionAt(this.decisions, seq, kind);
    if (decision === this.shown) return;
    this.shown = decision;
    this.point(null);
    this.root.replaceChildren(...(decision ? this.#parts(decision) : [h("p", { class: "quiet" }, gettext("Nothing was decided in this step."))]));
  }

  /** @param {Decision} decision */
  #parts(decision) {
    const play = decision.kind === "play";
    const cube = decision.cube && (decision.cube.counts || !play || decision.cube.error) ? [cubeTable(decision.cube, decision, madeIn(decision, this.decisions))] : [];
    return [this.#head(decision), ...(play ? [playTable(decision, this.point)] : []), ...cube];
  }

  /** @param {Decision} decision */
  #head(decision) {
    const name = this.cursor.review.names[decision.seat === "A" ? 0 : 1];
    const dice = decision.dice ? ` ${decision.dice.join("")}` : "";
    const played = decision.candidates.find((row) => row.played)?.play ?? "";
    return h(
      "div",
      { class: "analysis-head" },
      h("p", { class: "quiet num" }, h("i", { class: `disc disc--${decision.seat.toLowerCase()}` }), h("span", { class: "cut" }, name), dice),
      h("h2", { class: "num" }, decision.kind === "play" ? played : cubeWord(decision.kind)),
      mark(decision.error),
      decision.error >= 0.001 ? h("span", { class: "small quiet end num" }, put(gettext("Equity lost: %(loss)s"), { loss: signed(decision.error).replace("+", "") })) : null,
      decision.luck !== null && decision.kind === "play" ? h("span", { class: `small quiet num${decision.error >= 0.001 ? "" : " end"}` }, put(gettext("Luck: %(luck)s"), { luck: signed(decision.luck) })) : null,
    );
  }
}

/** @param {number} error */
export function mark(error) {
  const level = levelOf(error);
  return level && h("span", { class: `mark mark--${level.name}`, title: level.label() }, level.mark, h("span", { class: "vh" }, ` ${level.label()}`));
}

/**
 * The best play first, the others by what they are worth: engines look at some more deeply, and write those first.
 * @param {Candidate[]} candidates
 */
export function byEquity([best, ...others]) {
  return best ? [best, ...others.sort((a, b) => b.equity - a.equity)] : [];
}

/**
 * Pointing at a row, the focus of its button, or a tap shows that play on the board.
 * @param {Decision} decision @param {(candidate: Candidate | null) => void} point
 */
function playTable(decision, point) {
  const candidates = byEquity(decision.candidates);
  /** @type {{ mouse: Candidate | null, focus: Candidate | null, tapped: Candidate | null }} */
  const looksAt = { mouse: null, focus: null, tapped: null };
  const best = candidates[0]?.equity ?? 0;
  const rows = candidates.map((row, i) => candidate(row, i, best));
  const show = () => {
    point(looksAt.mouse ?? looksAt.focus ?? looksAt.tapped);
    rows.forEach((line, i) => line.querySelector("button")?.setAttribute("aria-pressed", String(looksAt.tapped === candidates[i])));
  };
  rows.forEach((line, i) => {
    const row = candidates[i];
    /** @param {"mouse" | "focus"} name @param {Candidate | null} value */
    const look = (name, value) => { looksAt[name] = value; show(); };
    line.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") look("mouse", row); });
    line.addEventListener("pointerleave", () => look("mouse", null));
    line.addEventListener("focusin", (event) => { if (event.target instanceof Element && event.target.matches(":focus-visible")) look("focus", row); });
    line.addEventListener("focusout", () => look("focus", null));
    line.addEventListener("click", () => {
      looksAt.tapped = looksAt.tapped === row ? null : row;
      show();
    });
  });
  const heads = [pgettext("column", "Play"), gettext("Equity"), pgettext("column", "Loss"), gettext("Win %"), gettext("Gammon %")];
  return h(
    "table",
    { class: "cands num" },
    h("thead", {}, h("tr", {}, ...heads.map((text, i) => h("th", { scope: "col", class: i > 2 ? "wide" : null }, text)))),
    h("tbody", {}, ...rows),
  );
}

/** @param {Candidate} row @param {number} i @param {number} best */
function candidate(row, i, best) {
  const badge = row.played ? h("span", { class: i ? "badge badge--danger" : "badge badge--live" }, pgettext("analysis", "Played")) : i ? null : h("span", { class: "badge badge--live" }, pgettext("analysis", "Best"));
  const name = row.play ? h("button", { type: "button", class: "cand-show", "aria-pressed": "false", title: gettext("Show on the board") }, row.play) : gettext("No move");
  return h(
    "tr",
    { class: row.played ? "played" : null },
    h("th", { scope: "row" }, name, " ", badge),
    h("td", {}, signed(row.equity)),
    h("td", {}, i ? signed(row.equity - best) : ""),
    h("td", { class: "wide quiet" }, percent(row.win)),
    h("td", { class: "wide quiet" }, percent(row.gammon)),
  );
}

/** Which of the three rows of the cube was made; a double is what its answer made it. @param {Decision} decision @param {Decision[]} decisions @returns {number} */
export function madeIn(decision, decisions) {
  const last = decision.kind === "double" ? decisions.find(({ seq }) => seq > decision.seq) : decision;
  return ["play", "take", "drop"].indexOf(last?.kind ?? "");
}

/** @param {CubeDecision} cube @param {Decision} decision @param {number} made */
function cubeTable(cube, decision, made) {
  const taken = Math.min(cube.double_take, cube.double_drop);
  const best = Math.max(cube.no_double, taken);
  /** @type {Array<[string, number]>} */
  const rows = [[gettext("No double"), cube.no_double], [gettext("Double, take"), cube.double_take], [gettext("Double, drop"), cube.double_drop]];
  return h(
    "section",
    { class: "analysis-cube" },
    h("div", { class: "analysis-head" }, h("h3", {}, decision.kind === "play" ? gettext("Cube before this roll") : gettext("Cube action")), mark(decision.kind === "play" ? cube.error : decision.error)),
    h("table", { class: "cands num" }, h("tbody", {}, ...rows.map(([label, equity], i) => h("tr", { class: i === made ? "played" : null }, h("th", { scope: "row" }, label, ...badges(equity === best, i === made)), h("td", {}, signed(equity)), h("td", {}, equity < best ? signed(equity - best) : ""))))),
  );
}

/** @param {boolean} isBest @param {boolean} isMade */
function badges(isBest, isMade) {
  return [
    ...(isBest ? [" ", h("span", { class: "badge badge--live" }, pgettext("analysis", "Best"))] : []),
    ...(isMade ? [" ", h("span", { class: isBest ? "badge badge--live" : "badge badge--danger" }, pgettext("analysis", "Played"))] : []),
  ];
}

/** @param {string} kind */
function cubeWord(kind) {
  return { double: pgettext("analysis", "Double"), take: pgettext("analysis", "Take"), drop: pgettext("analysis", "Drop") }[kind] ?? "";
}
