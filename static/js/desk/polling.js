// @ts-check
// Keeps the desk up to date: asks with the key of what it shows, hears 204 while that holds, and lays the answer over it.

import { say } from "../dom.js";
import { gettext, put } from "../i18n.js";
import { countClocks } from "./clocks.js";
import { morph } from "../dom_diff.js";

const ASK_MS = 1_500;
const PATIENCE_MS = 10_000;

/** @type {(() => void)[]} */
export const afterRefresh = [];
let asking = false;
/** Was a refresh asked for while one was under way? */
let again = false;
let lastAnswer = Date.now();

const desk = () => /** @type {HTMLElement} */ (document.getElementById("desk"));

/** The address of this desk, without what is asked of it. */
export const ownDesk = () => new URL(desk().dataset.desk ?? "", location.href).pathname;

/** On an event's desk: the desks of its tournaments. */
export const otherDesks = () => (desk().dataset.desks ?? "").split(" ").filter(Boolean);

/** Does a page show the same part of this desk as stands here? @param {ParentNode} from */
export function isShown(from) {
  const fresh = from.querySelector("#desk");
  return fresh instanceof HTMLElement && fresh.dataset.desk === desk().dataset.desk && fresh.dataset.ask === desk().dataset.ask;
}

/** Lays the desk of a page or of an answer over the one that stands; a page of another desk is left out. @param {ParentNode} from */
export function applyDesk(from) {
  const fresh = from.querySelector("#desk");
  if (!(fresh instanceof HTMLElement) || fresh.dataset.desk !== desk().dataset.desk) return;
  morph(desk(), fresh);
  const others = document.querySelector("[data-live=others]");
  const names = desk().dataset.others ?? "";
  if (others) say(others, names ? put(gettext("Also here: %(names)s"), { names }) : "");
  countClocks();
  for (const listener of afterRefresh) listener();
}

/** @param {boolean} [anyway] whatever the key */
export async function refresh(anyway = false) {
  if (asking || (document.hidden && !anyway)) { again ||= anyway; return; }
  const { desk: address, key = "", ask = "" } = desk().dataset;
  asking = true;
  try {
    const asked = `${address}?key=${anyway ? "" : encodeURIComponent(key)}&${ask}`;
    const answer = await fetch(asked, { headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status === 200 && !answer.redirected) applyDesk(new DOMParser().parseFromString(await answer.text(), "text/html"));
    if (answer.ok) lastAnswer = Date.now();
  } catch {
    // what is shown stays; away() says so
  } finally {
    asking = false;
  }
  away();
  if (again) { again = false; refresh(true); }
}

/** Says that the desk is not reached, once that is more than a hiccup. */
function away() {
  const notice = document.querySelector("[data-away]");
  if (!(notice instanceof HTMLElement)) return;
  notice.hidden = Date.now() - lastAnswer < 7_000;
  const place = notice.querySelector("span");
  const at = new Date(lastAnswer).toLocaleTimeString(document.documentElement.lang || undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (place) say(place, put(gettext("No connection. Last update: %(time)s."), { time: at }));
}

export function startPolling() {
  countClocks();
  setInterval(countClocks, 1_000);
  setInterval(() => { if (desk().hasAttribute("data-polls")) refresh(); }, ASK_MS);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
}
