// @ts-check
// The wall: panels take turns, the server is asked every few seconds, and what is shown stays when it cannot be reached.

import { say } from "../dom.js";
import { countClocks } from "../desk/clocks.js";

const TURN_MS = 10_000;
const PATIENCE_MS = 8_000;
/** Quiet for so long before the mark appears: a single lost request is no news. */
const AWAY_MS = 9_000;

const wall = /** @type {HTMLElement} */ (document.querySelector("[data-wall]"));
const ASK_MS = Number(wall.dataset.ask) || 4_000;
let turn = 0;
let lastAnswer = Date.now();
let asking = false;

/** @param {Date} at */
const clock = (at) => at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });

/** @param {string} selector @returns {HTMLElement[]} */
const all = (selector) => [...wall.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);

function show() {
  const panels = all("[data-panel]");
  panels.forEach((panel, n) => { panel.hidden = n !== turn % panels.length; });
  all(".w-pages i").forEach((mark, n) => mark.classList.toggle("on", n === turn % panels.length));
  const says = all("[data-say]");
  says.forEach((element, n) => { element.hidden = n !== turn % says.length; });
}

function tick() {
  const time = wall.querySelector("[data-time]");
  if (time) say(time, clock(new Date()));
  const away = wall.querySelector("[data-away]");
  if (away instanceof HTMLElement) {
    away.hidden = Date.now() - lastAnswer < AWAY_MS;
    const place = away.querySelector("span");
    if (place) say(place, clock(new Date(lastAnswer)));
  }
  countClocks(wall);
}

/** Lays a new page over the one that stands: what is the same stays where it is. @param {string} text */
function applyPage(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-wall]");
  if (!(fresh instanceof HTMLElement)) throw new Error("no wall");
  wall.replaceChildren(...fresh.children);
  for (const name of ["key", "renderedAt", "servedAt"]) wall.dataset[name] = fresh.dataset[name];
  show();
}

async function ask() {
  if (asking) return;
  asking = true;
  try {
    const asked = new URLSearchParams(location.search);
    asked.set("key", wall.dataset.key ?? "");
    const answer = await fetch(`${location.pathname}?${asked}`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status === 200) applyPage(await answer.text());
    if (answer.status === 200 || answer.status === 204) lastAnswer = Date.now();
  } catch {
    // it stays as it is; the mark says since when
  } finally {
    asking = false;
  }
  tick();
}

function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

show();
tick();
stayAwake();
setInterval(ask, ASK_MS);
setInterval(tick, 1_000);
setInterval(() => { turn += 1; show(); }, TURN_MS);
document.addEventListener("visibilitychange", stayAwake);
