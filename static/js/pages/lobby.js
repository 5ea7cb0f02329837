// @ts-check
// The lobby as it changes: challenges that are accepted or withdrawn go at once, new ones come below. While the stream is
// open the list is not asked for; without it js/pages/live_page.js asks every few seconds, as before.

const LOBBY = "play-lobby";
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** @type {EventSource | null} */
let stream = null;

const isOpen = () => stream?.readyState === EventSource.OPEN;
const lobby = () => document.getElementById(LOBBY);
/** @returns {HTMLElement[]} */
const rows = () => [...document.querySelectorAll(`#${LOBBY} [data-challenge]`)].filter((row) => row instanceof HTMLElement);

/** Ask for the whole list: something happened that concerns this reader alone. */
const look = () => lobby()?.dispatchEvent(new Event("look"));

function listen() {
  if (stream) return;
  stream = new EventSource(`/live/lobby?${new URLSearchParams({ language: document.documentElement.lang })}`);
  stream.addEventListener("challenges", (event) => {
    const open = new Set(JSON.parse(event.data));
    remove(rows().filter((row) => !open.has(row.dataset.challenge) && !isMine(row)));
    const shown = new Set(rows().map((row) => row.dataset.challenge));
    if ([...open].some((id) => !shown.has(id)) || rows().some((row) => isMine(row) && !open.has(row.dataset.challenge))) look();
  });
  stream.addEventListener("change", (event) => {
    const { gone, fresh } = JSON.parse(event.data);
    const leaving = rows().filter((row) => gone.includes(row.dataset.challenge));
    if (leaving.some(isMine)) look(); // accepted, or lapsed: the server leads to the table, or says so
    else remove(leaving);
    for (const [id, markup] of Object.entries(fresh)) add(id, markup);
    show();
  });
}

function rest() {
  stream?.close();
  stream = null;
}

/** @param {HTMLElement} row */
const isMine = (row) => row.classList.contains("you");

/** @param {HTMLElement[]} leaving */
function remove(leaving) {
  const hasFocus = leaving.some((row) => row.contains(document.activeElement));
  for (const row of leaving) row.remove();
  if (hasFocus) document.getElementById("lobby-h")?.focus();
  show();
}

/** What stands in place of the button where the reader's rating is not in the range of a challenge. @param {HTMLElement} row */
function outOfRange(row) {
  const closed = document.querySelector(`#${LOBBY} template[data-lobby-closed="${row.dataset.pool}"]`);
  if (!(closed instanceof HTMLTemplateElement) || !row.dataset.lowest) return null;
  const rating = Number(closed.dataset.rating);
  return rating < Number(row.dataset.lowest) || rating > Number(row.dataset.highest) ? closed : null;
}

/** Would a rated match against the host be casual, by the limit of a day? @param {HTMLElement} row */
const isAtLimit = (row) => (lobby()?.dataset.atLimit ?? "").split(" ").includes(row.dataset.ratedHost ?? "-");

/** @param {string} id @param {string} markup the row without its last cell */
function add(id, markup) {
  if (lobby()?.hasAttribute("data-asks-for-rows")) return look(); // the server leaves out what this reader may not accept
  const body = document.querySelector(`#${LOBBY} tbody`);
  const action = document.querySelector(`#${LOBBY} [data-lobby-action]`);
  if (!body || !(action instanceof HTMLTemplateElement) || rows().some((row) => row.dataset.challenge === id)) return;
  const row = new DOMParser().parseFromString(`<table>${markup}</table>`, "text/html").querySelector("tr");
  if (!row) return;
  if (isAtLimit(row)) return look(); // the server says so beside the button
  const cell = document.createElement("td");
  cell.className = "lobby-go r";
  cell.append((outOfRange(row) ?? action).content.cloneNode(true));
  for (const part of cell.querySelectorAll("*")) {
    for (const { name, value } of part.attributes) if (value.includes(NOBODY)) part.setAttribute(name, value.replaceAll(NOBODY, id));
  }
  const name = cell.querySelector(".vh");
  if (name) name.textContent = ` ${row.querySelector(".lobby-who b")?.textContent ?? ""}`;
  row.append(cell);
  body.append(row);
}

/** The count, and the text of an empty list. */
function show() {
  const count = rows().length;
  const [table, badge, none] = ["rows", "count", "none"].map((name) => document.querySelector(`#${LOBBY} [data-lobby-${name}]`));
  if (badge) badge.textContent = String(count);
  for (const part of [table, badge]) part?.toggleAttribute("hidden", count === 0);
  none?.toggleAttribute("hidden", count > 0);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = /** @type {CustomEvent} */ (event).detail;
  if (elt instanceof Element && elt.id === LOBBY && isOpen() && !requestConfig.triggeringEvent) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) listen();
  else if (!rows().some(isMine)) rest();
});
if (!document.hidden) listen();
