// @ts-check
// The review page: fetches the steps once and walks through them. Without it the links of the page do the same, more slowly.

import { find } from "../dom.js";
import { gettext, put } from "../i18n.js";
import { Board } from "../table/board/board.js";
import { other } from "../table/board/position.js";
import { PrefsStore } from "../table/settings/prefs.js";
import { animateMoves } from "../table/board/animation.js";
import { Autoplay } from "./autoplay.js";
import { disableMissingIds, watchCopyButtons } from "./copy.js";
import { ReplayCursor } from "./cursor.js";
import { sceneOf } from "./scene.js";
import { Details } from "./details.js";
import { watchAnalysis } from "./analysis/analysis.js";
import { BoardArrows } from "./analysis/board_arrows.js";

/** @import { Seat } from "../table/types.js" */

const ADDRESS_MS = 200;
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
/** @type {Record<string, string>} */
const SHIFTED = { ArrowLeft: "game_back", ArrowRight: "game_next" };

const page = JSON.parse(document.getElementById("review-data")?.textContent ?? "null");
const prefsStore = new PrefsStore(page.account);
const cursor = new ReplayCursor(await (await fetch(page.review)).json(), page.at);
const board = new Board(find("svg.review-svg", SVGSVGElement));
const arrows = new BoardArrows(board.root, cursor);
const details = new Details(cursor, page.image);
const autoplay = new Autoplay(cursor);
const main = find("main", HTMLElement);
let turned = prefsStore.values.flip;
let address = 0;

/** The board and the colours that the reader likes at the table. */
function applyTheme() {
  const { board: name, colours } = prefsStore.values;
  /** @type {Record<string, Seat | null>} */
  const light = { seat: page.seat, light: "A", dark: "B" };
  const swapped = page.seat !== null && light[colours] !== page.seat;
  main.dataset.board = name;
  main.dataset.colours = swapped ? "swapped" : "";
  const [a, b] = cursor.review.names;
  const label = put(gettext("Board. Light checkers: %(a)s. Dark checkers: %(b)s."), swapped ? { a: b, b: a } : { a, b });
  board.root.setAttribute("aria-label", label);
}

function draw() {
  const { frame } = cursor;
  /** @type {Seat} */
  const bottom = turned ? other(page.bottom) : page.bottom;
  const scene = arrows.adorned(sceneOf(frame, bottom, prefsStore.values.mirror));
  find(".review", HTMLElement).dataset.bottom = bottom;
  board.draw(scene);
  arrows.draw(scene);
  if (cursor.from !== null && frame.moves?.length && frame.seat && prefsStore.values.motion) {
    animateMoves(board, scene, { seat: frame.seat, moves: frame.moves });
  }
  cursor.from = null;
  details.draw();
  disableMissingIds(cursor);
}

/** The address follows, a little later: browsers allow only so many changes. */
function remember() {
  clearTimeout(address);
  address = window.setTimeout(() => history.replaceState(null, "", `?at=${cursor.frame.seq}`), ADDRESS_MS);
}

function turn() {
  turned = !turned;
  draw();
}

/** A plain click on a link to a step of this page. @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a[data-seq], a[data-step]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  autoplay.stop();
  if (link.dataset.step) cursor.step(link.dataset.step);
  else cursor.go(Number(link.dataset.seq));
}

/** @param {KeyboardEvent} event */
function press(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, [contenteditable], details[open]")) return;
  const name = (event.shiftKey ? SHIFTED : KEYS)[event.key];
  if (name) {
    event.preventDefault();
    autoplay.stop();
    cursor.step(name);
  } else if (event.key === " " && !target.closest("a, button, summary")) {
    event.preventDefault();
    autoplay.toggle();
  } else if (event.key.toLowerCase() === "f" && !event.shiftKey) {
    turn();
  }
}

const flip = find("[data-flip]", HTMLButtonElement);
flip.hidden = false;
flip.addEventListener("click", turn);
document.addEventListener("click", follow);
document.addEventListener("keydown", press);
arrows.changed = draw;
prefsStore.changed = () => { applyTheme(); draw(); };
cursor.listeners.push(draw, remember);
watchCopyButtons(cursor);
applyTheme();
draw();
watchAnalysis(cursor, arrows);
document.documentElement.dataset.review = "ready";
