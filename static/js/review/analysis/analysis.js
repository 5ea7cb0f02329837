// @ts-check
// The analysis on the review page: waits for it, then draws the curve, and beside the board the decision of each step with the way
// to the next error and to solving this one; it marks the errors in the list of moves. Without it the page lists the errors all the
// same. As long as there is none of the site's own, the analysis of an imported file is drawn in its place; never both.

import { find, h, icon, s, say } from "../../dom.js";
import { gettext, ngettext, pgettext, put } from "../../i18n.js";
import { Curve } from "./curve.js";
import { DecisionPanel, mark } from "./decision_panel.js";
import { chosenError, filterFields, filterList } from "./error_filter.js";
import { decisionAt, nextError, questionAt, worstError } from "./levels.js";

/** @import { ReplayCursor } from "../cursor.js" */
/** @import { BoardArrows } from "./board_arrows.js" */
/** @import { Decision } from "./types.js" */
/** @import { Choice } from "./error_filter.js" */
/** @import { Measure } from "./curve.js" */

const ASK_AGAIN_MS = 1_000;

/** @param {ReplayCursor} cursor @param {BoardArrows} arrows */
export function watchAnalysis(cursor, arrows) {
  const root = document.querySelector("[data-analysis]");
  if (!(root instanceof HTMLElement)) return;
  watchPositionLink(root, cursor);
  const { status, analysis } = root.dataset;
  const ofFile = document.querySelector("[data-file-analysis]");
  const fileLane = ofFile instanceof HTMLElement ? new AnalysisLane(ofFile, cursor, arrows) : null;
  if (fileLane) void show(fileLane, fileLane.root.dataset.fileAnalysis ?? "");
  const lane = new AnalysisLane(root, cursor, arrows);
  if (status === "done") void show(lane, analysis ?? "");
  else if (status === "waiting" || status === "running") void wait(fileLane ? null : lane, root, analysis ?? "");
  else if (!fileLane) offerBesideTheBoard(root);
}

/** Where there is no analysis yet, asking for one is in sight with the board. @param {HTMLElement} root */
function offerBesideTheBoard(root) {
  const card = root.querySelector(".analysis-ask");
  const link = root.querySelector("a[data-position-link]");
  if (!card) return;
  if (link) card.append(link);
  find("[data-decision]", HTMLElement).append(card);
  root.hidden = true;
}

/** The link to the analysis of the position that is shown, with the play that was made there. @param {HTMLElement} root @param {ReplayCursor} cursor */
function watchPositionLink(root, cursor) {
  const link = root.querySelector("a[data-position-link]");
  if (!(link instanceof HTMLAnchorElement)) return;
  const address = link.pathname;
  const draw = () => {
    const { frames } = cursor.review;
    const { ids, kind } = cursor.frame;
    const moves = kind === "play" ? null : frames[frames.indexOf(cursor.frame) + 1]?.moves;
    const play = moves?.map(([source, target]) => `${source}/${target}`).join(" ");
    link.href = `${address}?${new URLSearchParams(play ? { xgid: ids[2], play } : { xgid: ids[2] })}`;
  };
  cursor.listeners.push(draw);
  draw();
  link.hidden = false;
}

/** @param {string} address */
async function ask(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** Until it is done or has failed; then the page is read again. What is judged so far is drawn. @param {AnalysisLane | null} lane @param {HTMLElement} root @param {string} address */
async function wait(lane, root, address) {
  for (;;) {
    const state = await ask(address);
    if (state && !["waiting", "running"].includes(state.status)) return location.reload();
    if (state) tell(root, state);
    if (state?.result) lane?.show(state.result.decisions);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** @param {HTMLElement} root @param {{ status: string, done: number, total: number, ahead: number }} state */
function tell(root, state) {
  const text = find("[data-progress-text]", HTMLElement, root);
  const bar = find("[data-progress]", HTMLProgressElement, root);
  if (state.status === "waiting" && state.ahead) say(text, put(ngettext("Waiting for %(n)s other match to be analysed.", "Waiting for %(n)s other matches to be analysed.", state.ahead), { n: state.ahead }));
  else say(text, gettext("The match is being analysed."));
  bar.max = state.total || 1;
  bar.value = state.done;
}

/** @param {AnalysisLane} lane @param {string} address */
async function show(lane, address) {
  const state = await ask(address);
  lane.show(state?.result?.decisions ?? []);
}

/** The curve, the buttons and the decision of the step that is shown. */
class AnalysisLane {
  /** @param {HTMLElement} root @param {ReplayCursor} cursor @param {BoardArrows} arrows */
  constructor(root, cursor, arrows) {
    this.root = root;
    this.cursor = cursor;
    this.arrows = arrows;
    /** @type {Decision[]} */
    this.decisions = [];
    /** @type {Choice} */
    this.choice = { seat: "", kind: "", level: "" };
    /** @type {Measure} */
    this.measure = "win";
    this.draw = () => {};
    this.solve = h("a", { class: "btn", hidden: true, "aria-keyshortcuts": "S" }, pgettext("button", "Solve position"), h("kbd", { "aria-hidden": "true" }, "S"));
  }

  /** Draws them; more of them later replace what is drawn. @param {Decision[]} decisions */
  show(decisions) {
    if (decisions.length <= this.decisions.length) return;
    if (!this.decisions.length) this.#listen();
    this.decisions = decisions;
    this.#rebuild();
    markMoves(decisions);
    this.arrows.decisions = decisions;
    this.arrows.changed();
    this.root.dataset.ready = "";
  }

  #build() {
    const { cursor, arrows, decisions } = this;
    const curve = new Curve(cursor, decisions, this.measure, this.#errorOf);
    const panel = new DecisionPanel(cursor, decisions, (candidate) => arrows.point(candidate));
    const buttons = /** @type {Array<[HTMLElement, 1 | -1]>} */ ([[this.#button(-1), -1], [this.#button(1), 1]]);
    const filter = filterFields(this.choice, cursor.review.names, () => {
      filterList(this.choice, this.root);
      this.#rebuild();
    });
    const lane = find("[data-lane]", HTMLElement, this.root);
    lane.replaceChildren(legend(arrows, this.#measures()), curve.root, filter);
    const steps = h("div", { class: "analysis-steps" }, ...buttons.map(([button]) => button), this.solve);
    find("[data-decision]", HTMLElement).replaceChildren(panel.root, steps);
    lane.hidden = false;
    this.draw = () => {
      curve.draw();
      panel.draw();
      this.#drawSolve();
      for (const [button, way] of buttons) button.setAttribute("aria-disabled", String(nextError(decisions, cursor.frame.seq, way, this.#errorOf) === null));
    };
    this.draw();
  }

  /** With the focus on the control that had it: controls keep their order. */
  #rebuild() {
    const lane = find("[data-lane]", HTMLElement, this.root);
    const controls = () => /** @type {HTMLElement[]} */ ([...lane.querySelectorAll("input, select"), ...document.querySelectorAll(".analysis-steps button")]);
    const focused = controls().findIndex((control) => control === document.activeElement);
    this.#build();
    if (focused >= 0) controls()[focused]?.focus();
  }

  /** What a step has cost, as far as it is chosen. @param {Decision} decision */
  #errorOf = (decision) => chosenError(this.choice, decision);

  /** What the curve shows. */
  #measures() {
    const labels = /** @type {Array<[Measure, string]>} */ ([["win", gettext("Win chance")], ["equity", gettext("Equity")]]);
    const list = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": gettext("Curve"), "data-measure": "curve" }, ...labels.map(([value, text]) => h("option", { value, selected: value === this.measure }, text))));
    list.addEventListener("change", () => {
      this.measure = /** @type {Measure} */ (list.value);
      this.#rebuild();
    });
    return h("span", { class: "field" }, list);
  }

  /** @param {1 | -1} way */
  #button(way) {
    const label = way > 0 ? gettext("Next error") : gettext("Previous error");
    const key = way > 0 ? "E" : "Shift+E";
    const shown = way > 0 ? [label, icon("next"), h("kbd", { "aria-hidden": "true" }, "E")] : [icon("back"), h("span", { class: "vh" }, label)];
    const button = h("button", { type: "button", class: way > 0 ? "btn btn--primary" : "btn btn--icon", title: way > 0 ? null : label, "aria-keyshortcuts": key }, ...shown);
    button.addEventListener("click", () => this.#go(way));
    return button;
  }

  /** Where the step shown is an error, the link to the page that asks it once more; it leads back to this step. */
  #drawSolve() {
    const { seq, kind } = this.cursor.frame;
    const decision = decisionAt(this.decisions, seq, kind);
    const ask = questionAt(decision);
    const address = this.root.dataset.solve;
    this.solve.hidden = !address || !decision || !ask;
    if (!address || !decision || !ask) return this.solve.removeAttribute("href");
    this.solve.setAttribute("href", address.replace(/0\/play\/$/, `${decision.seq}/${ask}/`));
  }

  /** @param {1 | -1} way */
  #go(way) {
    const seq = nextError(this.decisions, this.cursor.frame.seq, way, this.#errorOf);
    if (seq !== null) this.cursor.go(seq);
  }

  #listen() {
    this.cursor.listeners.push(() => this.draw());
    document.addEventListener("keydown", (event) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, details[open]:not([data-errors])")) return;
      const key = event.key.toLowerCase();
      if (key === "e") this.#go(event.shiftKey ? -1 : 1);
      else if (key === "s" && !event.shiftKey && !event.repeat && !this.solve.hidden) this.solve.click();
    });
  }
}

/** What the arrows mean, their switch, and that of the curve. @param {BoardArrows} arrows @param {HTMLElement} measures */
function legend(arrows, measures) {
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: arrows.isOn, "data-arrows": true }));
  box.addEventListener("change", () => arrows.turn(box.checked));
  /** @param {string} kind @param {string} text */
  const sample = (kind, text) => h("span", {}, s("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" }, s("path", { class: `legend-${kind}`, d: "M2 4h20" })), text);
  return h("p", { class: "analysis-legend small quiet" }, sample("best", gettext("Best play")), sample("played", pgettext("analysis", "Played")), h("label", { class: "end" }, box, gettext("Arrows on the board")), measures);
}

/** In the list of moves, beside the play. @param {Decision[]} decisions */
function markMoves(decisions) {
  for (const decision of decisions) {
    const sign = mark(worstError(decision));
    const link = sign && document.querySelector(`[data-moves] tbody a[data-seq="${decision.seq}"]`);
    if (link && !link.querySelector(".mark")) link.append(" ", sign);
  }
}
