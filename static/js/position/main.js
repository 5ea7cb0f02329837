// @ts-check
// The page of a single position: the board is set up by hand, the ID and the address follow it, and it follows them. The server
// judges and refuses. Without this script the ID is typed.

import { find, s, say } from "../dom.js";
import { gettext } from "../i18n.js";
import { arrowsOf, stepsOf } from "../review/analysis/arrows.js";
import { pathOf } from "../review/analysis/board_arrows.js";
import { Board } from "../table/board/board.js";
import { PrefsStore } from "../table/settings/prefs.js";
import { BoardEditor } from "./board_editor.js";
import { gnubgIdOf, readId, xgidOf } from "./ids.js";
import { drawSides } from "./player_sides.js";
import { sceneOf } from "./scene.js";
import { SettingsForm } from "./settings_form.js";
import * as setups from "./setup.js";

/** @import { Scene } from "../table/board/board.js" */
/** @import { Seat } from "../table/types.js" */
/** @import { Setup, SetupChange, SetupRefusal } from "./setup.js" */

const ADDRESS_MS = 300;

const data = JSON.parse(document.getElementById("position-data")?.textContent ?? "null");
const prefs = new PrefsStore(data.account);
const main = find("main", HTMLElement);
const root = find("[data-position]", HTMLElement);
const field = find("[name=xgid]", HTMLInputElement);
const note = find("[data-note]", HTMLElement);
const judged = readId(data.judged ?? "");
/** @type {Setup} */
let setup = readId(field.value) ?? judged ?? /** @type {Setup} */ (readId(data.start));
/** @type {Setup[]} */
let earlier = [];
/** @type {"A" | "B" | "remove"} */
let brush = "A";
/** @type {number | null} */
let lifted = null;
let address = 0;
let isTyping = false;
/** Has this page an entry of its own in the history for what is being set up? */
let isEntered = !new URLSearchParams(location.search).has("xgid");

const board = new Board(find("svg.review-svg", SVGSVGElement, root));
const arrows = s("g", { class: "b-arrows", "aria-hidden": "true" });
board.root.append(arrows);
const editor = new BoardEditor(board, {
  tap: (place) => change(brush === "remove" ? setups.remove(setup, place) : setups.add(setup, place, sideFor(place))),
  add: (place) => change(setups.add(setup, place, sideFor(place))),
  remove: (place) => change(setups.remove(setup, place)),
  clear: (place) => change(setups.clear(setup, place)),
  move: (source, target) => change(setups.move(setup, source, target)),
  lift: (place) => { lifted = place; draw(); },
}, data.names);
const settings = new SettingsForm(find("[data-settings]", HTMLElement), () => setup, change);

/** The side whose checker is added: a bar takes only its own. @param {number} place @returns {Seat} */
function sideFor(place) {
  if (place === 25) return "A";
  if (place === 0) return "B";
  return brush === "remove" ? setups.seatAt(setup, place) ?? "A" : brush;
}

/** @param {SetupChange} next */
function change(next) {
  if (typeof next === "string") return tell(next);
  if (xgidOf(next) === xgidOf(setup)) {
    tell(null);
    return draw();
  }
  earlier.push(setup);
  show(next);
  remember();
}

/** An ID that is being typed stays as it is. @param {Setup} next */
function show(next) {
  setup = next;
  if (!isTyping) field.value = xgidOf(setup);
  tell(null);
  draw();
}

/** @param {SetupRefusal | "bad_position" | null} code */
function tell(code) {
  const words = {
    all_on_board: gettext("All 15 checkers of this player are on the board. Take one off first, or drag one here."),
    wrong_bar: gettext("This half of the bar is for the other player."),
    no_checker: gettext("There is no checker to take off."),
    bad_position: gettext("This is not an XGID or a GNU Backgammon ID. Copy the whole ID and try again."),
  };
  note.dataset.code = code ?? "";
  say(note, code ? words[code] : "");
}

/** The address carries the position. The one that the page came with stays behind the Back button. */
function remember() {
  clearTimeout(address);
  address = window.setTimeout(write, ADDRESS_MS);
}

function write() {
  clearTimeout(address);
  address = 0;
  const to = `?${new URLSearchParams({ xgid: xgidOf(setup) })}`;
  if (isEntered) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  isEntered = true;
}

function draw() {
  const scene = sceneOf(setup, prefs.values.mirror, lifted);
  board.draw(scene);
  editor.draw(scene, setup);
  settings.draw(setup);
  drawSides(root, setup);
  const isJudged = judged !== null && xgidOf(setup) === xgidOf(judged);
  arrows.replaceChildren(...(isJudged ? arrowsFor(scene) : []));
  for (const part of root.querySelectorAll("[data-judged]")) part.toggleAttribute("hidden", !isJudged);
  for (const part of document.querySelectorAll("[data-refusal], .position-form .error")) part.toggleAttribute("hidden", earlier.length > 0 && !isJudged);
  find("[data-unjudged]", HTMLElement, root).hidden = isJudged;
  find(".position-form button", HTMLButtonElement).hidden = !isJudged;
  const undo = find("[data-edit=undo]", HTMLButtonElement, root);
  undo.setAttribute("aria-disabled", String(!earlier.length));
  say(find("[data-id=xgid]", HTMLElement, root), xgidOf(setup));
  const gnubg = gnubgIdOf(setup);
  const shown = find("[data-id=gnubg]", HTMLElement, root);
  say(shown, gnubg ?? gettext("Not available with a beaver."));
}

/** The best play and the one that was made, as the engine judged them. @param {Scene} scene */
function arrowsFor({ geometry: lies, position }) {
  /** @type {Array<[kind: string, play: string]>} */
  const plays = data.plays;
  return plays.flatMap(([kind, play]) => arrowsOf(stepsOf(play), position, setup.turn, lies).map((arrow) => pathOf(arrow, kind)));
}

/** @param {string} what */
function edit(what) {
  if (what === "undo") {
    const last = earlier.pop();
    if (!last) return;
    show(last);
    remember();
  } else if (what === "start") change(setups.started(setup));
  else if (what === "empty") change(setups.emptied(setup));
  else if (what === "turn") change(setups.turned(setup));
}

/** @param {string} value */
function choose(value) {
  brush = value === "B" ? "B" : value === "remove" ? "remove" : "A";
  for (const radio of root.querySelectorAll("input[name=brush]")) if (radio instanceof HTMLInputElement) radio.checked = radio.value === brush;
}

/** @param {KeyboardEvent} event */
function press(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
    event.preventDefault();
    edit("undo");
  } else if (key === "x" && board.root.contains(target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    choose(brush === "A" ? "B" : "A");
  }
}

/** An ID that was typed or pasted. */
function typed() {
  const next = readId(field.value);
  if (!next) return tell(field.value.trim() ? "bad_position" : null);
  isTyping = true;
  change(next);
  isTyping = false;
}

/** The position of the address, after Back and Forward. */
function arrive() {
  const next = readId(new URLSearchParams(location.search).get("xgid") ?? data.start);
  clearTimeout(address);
  address = 0;
  if (!next || xgidOf(next) === xgidOf(setup)) return;
  earlier = [];
  isEntered = judged === null || xgidOf(next) !== xgidOf(judged);
  show(next);
}

root.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-edit]") : null;
  if (button instanceof HTMLElement) edit(button.dataset.edit ?? "");
});
root.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name === "brush") choose(event.target.value);
});
field.addEventListener("input", typed);
field.form?.addEventListener("submit", () => { if (address) write(); });
document.addEventListener("keydown", press);
window.addEventListener("popstate", arrive);
prefs.changed = () => { main.dataset.board = prefs.values.board; };
prefs.changed();
for (const part of document.querySelectorAll("[data-needs-script]")) part.toggleAttribute("hidden", false);
if (!field.value.trim()) field.value = xgidOf(setup);
draw();
document.documentElement.dataset.position = "ready";
