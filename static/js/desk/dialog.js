// @ts-check
// Pages of the desk in a dialog over it: links with data-opens, and the forms inside. The pages are the ordinary ones; the
// middle of each is shown, and an answer that leads back to the desk closes the dialog and brings the desk up to date.

import { gettext } from "../i18n.js";
import { isShown, applyDesk, otherDesks, ownDesk, refresh } from "./polling.js";

const box = /** @type {HTMLDialogElement} */ (document.getElementById("desk-dialog"));
const body = /** @type {HTMLElement} */ (box.querySelector("[data-dialog-body]"));
/** @type {HTMLElement | null} */
let opener = null;
/** Requests go one after another: none is dropped because another is under way. @type {Promise<unknown>} */
let turn = Promise.resolve();
/** Forms under way: a second press of the same button is one press. @type {WeakSet<HTMLFormElement>} */
const sending = new WeakSet();

/** This desk, and those of the tournaments that stand on it. */
const desks = () => [ownDesk(), ...otherDesks()];

/** @param {Document} page @param {string} address */
export function show(page, address) {
  const main = page.getElementById("main");
  if (!main) { location.assign(address); return; }
  for (const form of main.querySelectorAll("form")) form.setAttribute("action", new URL(form.getAttribute("action") || address, address).href);
  for (const link of main.querySelectorAll("a[href]")) link.setAttribute("href", new URL(link.getAttribute("href") ?? "", address).href);
  const sheets = [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href") ?? "");
  for (const href of sheets) if (!document.querySelector(`link[href="${CSS.escape(href)}"]`)) document.head.append(sheet(href));
  body.replaceChildren(close(), ...main.childNodes);
  if (!box.open) box.showModal();
  box.scrollTop = 0;
  const wrong = body.querySelector("[aria-invalid=true]");
  const first = wrong ?? body.querySelector("form :is(input:not([type=hidden]), select, textarea)") ?? body.querySelector("form button, a.btn");
  if (first instanceof HTMLElement) first.focus();
  if (first instanceof HTMLInputElement && !["radio", "checkbox"].includes(first.type)) first.select();
}

/** @param {string} href */
function sheet(href) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return link;
}

function close() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--quiet btn--small desk-close";
  button.textContent = box.dataset.close ?? "";
  button.addEventListener("click", () => box.close());
  return button;
}

/** @param {string} text */
function fail(text) {
  const notice = document.createElement("p");
  notice.className = "notice notice--danger";
  notice.setAttribute("role", "alert");
  notice.textContent = text;
  body.querySelector(".desk-failed")?.remove();
  notice.classList.add("desk-failed");
  body.prepend(notice);
  if (!box.open) box.showModal();
}

/** Asks for a page, or sends a form, and shows what comes. @param {string} address @param {RequestInit} [asked] @param {boolean} [quiet] an answer is never shown, only what it says */
function go(address, asked = {}, quiet = false) {
  turn = turn.then(() => request(address, asked, quiet));
  return turn;
}

/** @param {string} address @param {RequestInit} asked @param {boolean} quiet */
async function request(address, asked, quiet) {
  box.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { ...asked, headers: { Accept: "text/html", "X-Desk": ownDesk() } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const path = new URL(answer.url).pathname;
    const isDone = asked.method === "POST" && answer.redirected && (quiet || path !== new URL(address, location.href).pathname);
    if (path === ownDesk()) done(page);
    else if ((isDone || otherDesks().includes(path)) && answer.ok) { done(page); }
    else show(page, answer.url);
  } catch {
    fail(gettext("No connection. Nothing was sent twice. Try again."));
  } finally {
    box.removeAttribute("aria-busy");
  }
}

/** Back at the desk: what was said there is said here. @param {Document} page */
function done(page) {
  const place = document.querySelector("[data-says]");
  const notices = page.querySelector(".notices");
  place?.replaceChildren(...(notices ? [notices] : []));
  if (isShown(page)) applyDesk(page);
  else refresh(true);
  if (box.open) box.close();
}

/** @param {string} href @param {HTMLElement | null} [from] */
export function open(href, from = null) {
  opener = from;
  go(href);
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
export function send(form, submitter) {
  const data = new FormData(form, submitter);
  if (form.method !== "post") {
    const asked = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
    return go(`${form.action.split("?")[0]}?${asked}`);
  }
  return go(form.action, { method: "POST", body: data }, form.hasAttribute("data-quiet"));
}

/** @param {HTMLTemplateElement} template */
export function showTemplate(template) {
  body.replaceChildren(close(), template.content.cloneNode(true));
  if (!box.open) box.showModal();
}

export function watchDialogs() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    const inside = box.contains(link);
    if (inside && desks().includes(link.pathname)) { event.preventDefault(); box.close(); return; }
    const opens = link.hasAttribute("data-opens") || (inside && desks().some((path) => link.pathname.startsWith(path)));
    if (!opens) return;
    event.preventDefault();
    open(link.href, inside ? opener : link);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (event.defaultPrevented || !(box.contains(form) || form.hasAttribute("data-quiet"))) return;
    event.preventDefault();
    if (sending.has(form)) return;
    sending.add(form);
    send(form, event instanceof SubmitEvent ? event.submitter : null).finally(() => sending.delete(form));
  });
  box.addEventListener("close", () => {
    body.replaceChildren();
    const back = opener?.closest("[data-row]") ?? opener;
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    opener = null;
  });
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
}
