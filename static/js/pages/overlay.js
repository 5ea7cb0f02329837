// @ts-check
// An overlay on a stream: asks once a second, draws what has changed, and counts the clocks down in between. Without an answer it stays.

import { find, say } from "../dom.js";
import { reading } from "../tableclock/clock.js";
import { time } from "../tableclock/words.js";

const ASK_MS = 1_000;
const PATIENCE_MS = 8_000;
const DRAW_MS = 200;
/** Letters that fit beside flag, cube and clock. */
const LONG = 15;
/** @type {("A" | "B")[]} */
const SEATS = ["A", "B"];

const root = find("[data-overlay]", HTMLElement);
/** @type {any} */
let shown = JSON.parse(find("#overlay-data", HTMLScriptElement).textContent ?? "{}");
let at = performance.now();
let isAsking = false;

/** @param {string} name @param {ParentNode} [within] */
const part = (name, within = root) => find(`[data-${name}]`, HTMLElement, within);

function draw() {
  root.hidden = !shown.players;
  if (!shown.players) return;
  for (const name of ["title", "where", "note"]) say(part(name), shown[name]);
  say(part("length"), String(shown.length));
  say(part("unit"), shown.length_unit);
  SEATS.forEach((seat, n) => player(seat, n));
}

/** @param {"A" | "B"} seat @param {number} n */
function player(seat, n) {
  const box = find(`[data-player="${seat}"]`, HTMLElement, root);
  const { name, country, flag, rating } = shown.players[n];
  say(part("score", box), String(shown.score[n]));
  say(part("name", box), name);
  part("name", box).classList.toggle("long", name.length > LONG);
  say(part("rating", box), rating);
  const image = find("[data-flag]", HTMLImageElement, box);
  image.hidden = !flag;
  if (flag && image.getAttribute("src") !== flag) image.src = flag;
  image.alt = country;
  const cube = part("cube", box);
  cube.hidden = shown.owner !== seat;
  say(cube, String(shown.cube));
  box.classList.toggle("won", shown.winner === seat);
  tick(seat, box);
}

/** @param {"A" | "B"} seat @param {HTMLElement} box */
function tick(seat, box) {
  const clock = shown.clock?.clock;
  const place = part("time", box);
  place.hidden = !clock;
  box.classList.toggle("on", Boolean(clock) && clock.running === seat && clock.since !== null);
  if (!clock) return;
  const left = reading(shown.clock.settings, clock, seat, shown.now + performance.now() - at);
  say(place, time(left.reserve || left.overtime));
}

async function ask() {
  if (isAsking) return;
  isAsking = true;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(`${location.pathname}?key=${encodeURIComponent(shown.key)}`, { cache: "no-store", signal: abort.signal });
    if (answer.status === 200) {
      shown = await answer.json();
      at = performance.now();
      draw();
    }
  } catch {
    // the stream keeps what it shows
  } finally {
    clearTimeout(timer);
    isAsking = false;
  }
}

draw();
setInterval(ask, ASK_MS);
setInterval(() => {
  if (shown.players) for (const seat of SEATS) tick(seat, find(`[data-player="${seat}"]`, HTMLElement, root));
}, DRAW_MS);
