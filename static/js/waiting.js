// @ts-check
// What waits for the reader, on every page: the bell with its count, the match to join with its time, cards of forfeits. The
// server is asked every 20 seconds, every 30 in a hidden tab, and answers 204 while nothing has changed. The time is counted
// here, by the clock of the server. Each thing is spoken and sounded once in this browser, however many pages are open.

import { countDown, countdown, syncServerTime, leftUntil } from "./server_time.js";
import { save, load } from "./storage.js";

const SEEN_MS = 20_000;
const HIDDEN_MS = 30_000;
const AGAIN_MS = 15_000;
const URGENT_MS = 120_000;
/** After a time to join has ended the server needs a moment to say what came of it. */
const AFTER_MS = [2500, 6000];

const bell = document.querySelector("[data-waiting]");
const address = bell instanceof HTMLElement ? bell.dataset.waiting ?? "" : "";

/** @param {string} name */
const place = (name) => document.querySelector(`[data-waiting-${name}]`);

let key = "";
let count = 0;
let volume = 0;
let askedAt = 0;
let over = !address;
/** @type {number | undefined} */
let timer;

async function ask() {
  clearTimeout(timer);
  if (over) return;
  askedAt = Date.now();
  try {
    const answer = await fetch(`${address}?${new URLSearchParams({ key, at: location.pathname })}`, { headers: { "X-Requested-With": "fetch" } });
    syncServerTime(Number(answer.headers.get("Server-Time")), askedAt);
    if (answer.status === 200) show(await answer.text());
    if (answer.status === 403) over = true;
  } catch {
    // Off the net: the next round asks again.
  }
  clearTimeout(timer);
  if (!over) timer = setTimeout(ask, document.hidden ? HIDDEN_MS : SEEN_MS);
  tick();
}

/** @param {string} markup made by the server */
function show(markup) {
  const fragment = new DOMParser().parseFromString(markup, "text/html").querySelector("[data-key]");
  if (!(fragment instanceof HTMLElement)) return;
  key = fragment.dataset.key ?? "";
  count = Number(fragment.dataset.count);
  volume = Number(fragment.dataset.volume);
  for (const name of ["list", "banner", "cards"]) replaceLinks(place(name), fragment.querySelector(`[data-part="${name}"]`));
  const number = place("count");
  if (number instanceof HTMLElement) {
    number.textContent = String(count);
    number.hidden = count === 0;
  }
  const label = place("label");
  if (label) label.textContent = fragment.dataset.label ?? "";
  urge();
  notify();
  if ("here" in fragment.dataset) void readHere(fragment.dataset.read ?? "", fragment.dataset.csrf ?? "");
}

/** The reader has opened the page that a notification is about. @param {string} to @param {string} csrf */
async function readHere(to, csrf) {
  await send(to, new URLSearchParams({ csrfmiddlewaretoken: csrf, at: location.pathname }));
}

/** @param {string} to @param {BodyInit} body @returns {Promise<boolean>} */
async function send(to, body) {
  try {
    return (await fetch(to, { method: "POST", body, headers: { "X-Requested-With": "fetch" } })).ok;
  } catch {
    return false; // off the net: it stays unread
  }
}

/** The focus stays on the link that had it. @param {Element | null} where @param {Element | null} part */
function replaceLinks(where, part) {
  if (!where || !part) return;
  const active = document.activeElement;
  const href = active instanceof HTMLAnchorElement && where.contains(active) ? active.getAttribute("href") : null;
  where.replaceChildren(...[...part.children].map((node) => document.importNode(node, true)));
  const again = href && where.querySelector(`a[href="${CSS.escape(href)}"]`);
  if (again instanceof HTMLElement) again.focus();
}

/** What is on the page now, each with its words. @returns {Map<string, string>} */
function marks() {
  const texts = new Map();
  for (const node of document.querySelectorAll(".waits[data-mark], .notified[data-mark], .forfeit-card[data-mark]")) {
    const isLine = node.matches(".waits, .notified");
    const words = node.querySelector(node.matches(".waits") ? "b" : isLine ? ".notified-what > span" : ".stack");
    const text = [...(isLine ? [words] : words?.querySelectorAll("h2, p:not(.small)") ?? [])].map((part) => part?.textContent?.trim()).join(" ");
    texts.set(node.getAttribute("data-mark") ?? "", text);
  }
  const banner = document.querySelector(".join-banner[data-urgent]");
  if (banner) texts.set(banner.getAttribute("data-mark") ?? "", banner.getAttribute("data-warn") ?? "");
  return texts;
}

/** Those that this browser has not noticed yet; from now on it has. @param {string} name @param {Map<string, string>} texts @returns {Array<[string, string]>} */
function unnoticed(name, texts) {
  const noticed = (load(name) ?? "").split(" ");
  const now = [...texts.keys()].join(" ");
  if (now !== noticed.join(" ")) save(name, now);
  return [...texts].filter(([mark]) => !noticed.includes(mark));
}

function notify() {
  const texts = marks();
  const unheard = unnoticed("barpoint.waiting.heard", texts);
  if (unheard.length) void sound(unheard.some(([mark]) => isWarning(mark)) ? "low" : "turn");
  if (document.hidden) return;
  const unseen = unnoticed("barpoint.waiting.seen", texts);
  for (const [name, isOne] of /** @type {const} */ ([["warn", isWarning], ["say", (/** @type {string} */ mark) => !isWarning(mark)]])) {
    const words = unseen.filter(([mark]) => isOne(mark)).map(([, text]) => text).join(" ");
    const region = place(name);
    if (region && words) region.textContent = words;
  }
}

const isWarning = (/** @type {string} */ mark) => mark.startsWith("warning-");

/** The banner under two minutes. @returns {boolean} has that begun just now? */
function urge() {
  const banner = document.querySelector(".join-banner");
  const urgent = banner instanceof HTMLElement && leftUntil(banner.dataset.deadline ?? null) <= URGENT_MS;
  bell?.toggleAttribute("data-urgent", urgent);
  if (!banner || urgent === banner.hasAttribute("data-urgent")) return false;
  banner.toggleAttribute("data-urgent", urgent);
  return urgent;
}

/** Only where the reader has touched the page, which is what browsers ask for. A table knows its volume before the server does. @param {"low" | "turn"} name */
async function sound(name) {
  const loudness = Number(document.documentElement.dataset.volume ?? volume);
  if (!loudness || !navigator.userActivation?.hasBeenActive) return;
  const { Synthesizer } = await import("./table/announce/synthesizer.js");
  new Synthesizer().play(name, loudness);
}

/** Once a second: the times, the colour of the banner, and the title. */
function tick() {
  countDown();
  const banner = document.querySelector(".join-banner");
  const left = banner instanceof HTMLElement ? leftUntil(banner.dataset.deadline ?? null) : 0;
  if (urge()) notify();
  if (banner instanceof HTMLElement && !left) end(banner);
  const others = count && !document.querySelector("main.table") ? `(${count})` : ""; // the title of a table is about its own match
  title(banner instanceof HTMLElement && left ? (banner.dataset.title ?? "").replace("{time}", countdown(left)) : others);
}

/** The time is over: the banner goes, and the server is asked what came of it. @param {HTMLElement} banner */
function end(banner) {
  banner.remove();
  for (const after of AFTER_MS) setTimeout(ask, after);
}

let put = "";

/** @param {string} mark stands before the title of the page, whoever writes that */
function title(mark) {
  const plain = put && document.title.startsWith(put) ? document.title.slice(put.length) : document.title;
  put = mark ? `${mark} ${mark.startsWith("(") ? "" : "· "}` : "";
  const whole = put + plain;
  if (document.title !== whole) document.title = whole;
}

/** @param {SubmitEvent} event the button of a card, or that of the list */
async function dismiss(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-waiting-dismiss], [data-notifications-read]")) return;
  event.preventDefault();
  if (!(await send(form.action, new FormData(form)))) return form.submit();
  if (form.matches("[data-notifications-read]")) {
    await ask();
    const summary = bell?.querySelector("summary");
    if (summary instanceof HTMLElement) summary.focus();
    return undefined;
  }
  form.closest(".forfeit-card")?.remove();
  document.getElementById("main")?.focus();
  return undefined;
}

if (address) {
  document.addEventListener("submit", dismiss);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    notify();
    if (Date.now() - askedAt >= AGAIN_MS) ask();
  });
  addEventListener("pageshow", (event) => event.persisted && ask());
  addEventListener("online", () => ask());
  setInterval(tick, 1000);
  // What the page itself is for comes first.
  if (document.readyState === "complete") ask();
  else addEventListener("load", () => ask());
}
