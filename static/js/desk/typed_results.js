// @ts-check
// Results typed at the desk are sent one after another, however fast they are typed. A refused one is said and stays to be
// corrected: in the field while nothing else was typed there, else in a line of its own below it.

import { h, say } from "../dom.js";
import { gettext, pgettext } from "../i18n.js";
import { show } from "./dialog.js";
import { ownDesk, refresh } from "./polling.js";

const SLOW_MS = 400;
const RETRY_MS = 2_000;
const PATIENCE_MS = 20_000;

/** @typedef {{ text: string, action: string, token: string, place: HTMLElement | null }} Line */

/** Not answered yet; the first one is under way. @type {Line[]} */
const waiting = [];
/** Has anything been typed in the field since the last result left it? */
let typedSince = false;

/** Is a result still being sent? */
export const isSending = () => waiting.length > 0;

const field = () => /** @type {HTMLInputElement | null} */ (document.querySelector("[data-quick] input[name=text]"));
const list = () => document.querySelector("[data-typed]");

/** @param {HTMLFormElement} form @param {string} text */
function queue(form, text) {
  const token = form.querySelector("[name=csrfmiddlewaretoken]");
  const line = { text, action: form.action, token: token instanceof HTMLInputElement ? token.value : "", place: null };
  waiting.push(line);
  if (waiting.length === 1) sendAll();
  setTimeout(() => { if (waiting.includes(line) && !line.place) tell(line, gettext("Sending…")); }, SLOW_MS);
}

async function sendAll() {
  for (let line = waiting[0]; line; line = waiting[0]) {
    const answer = await sendOne(line);
    if (!answer) {
      tell(line, gettext("No connection. The result will be sent again automatically."));
      await new Promise((again) => { setTimeout(again, RETRY_MS); });
      continue;
    }
    waiting.shift();
    line.place?.remove();
    line.place = null;
    react(line, answer);
  }
  refresh(true);
}

/** @param {Line} line @returns {Promise<{ status: number, page: Document, url: string } | null>} nothing when it has to be sent again */
async function sendOne(line) {
  try {
    const body = new URLSearchParams({ csrfmiddlewaretoken: line.token, text: line.text });
    const headers = { Accept: "text/html", "HX-Request": "true", "X-Desk": ownDesk() };
    const answer = await fetch(line.action, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status === 429 || answer.status >= 502) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { status: answer.redirected ? 0 : answer.status, page, url: answer.url };
  } catch {
    return null;
  }
}

/** @param {Line} line @param {{ status: number, page: Document, url: string }} answer */
function react(line, { status, page, url }) {
  const recorded = page.querySelector("[data-recorded]");
  const reason = page.querySelector("[data-refused]")?.textContent;
  if (recorded) document.querySelector("[data-says]")?.replaceChildren(recorded);
  else if ([200, 409].includes(status) && page.getElementById("main")) ask(line, page, url);
  else refuse(line, reason ?? gettext("This result was not saved. Reload the page and type it again."));
}

/** Is somebody about to see an answer in the field: nothing typed since, nothing else open? */
const isIdle = () => !typedSince && !waiting.length && field()?.value === "" && !document.querySelector("dialog[open]");

/** @param {Line} line @param {string} reason */
function refuse(line, reason) {
  const into = field();
  if (into && isIdle()) {
    into.value = line.text;
    into.setAttribute("aria-invalid", "true");
    const place = into.form?.querySelector("[data-quick-says]");
    if (place) place.replaceChildren(h("span", { class: "danger", role: "alert" }, reason));
    return;
  }
  const input = h("input", { "aria-label": gettext("Correct this result"), "aria-invalid": "true", maxlength: 120, autocomplete: "off", spellcheck: "false" });
  const form = h("form", { class: "desk-refused" }, input, h("button", { class: "btn btn--small" }, gettext("Enter result")), discard(), h("span", { class: "small danger", role: "alert" }, reason));
  /** @type {HTMLInputElement} */ (input).value = line.text; // not as an attribute: the page takes it for typed and not sent
  const place = h("li", {}, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = /** @type {HTMLInputElement} */ (input).value.trim();
    const quick = field()?.form;
    if (!text || !quick) return;
    place.remove();
    queue(quick, text);
  });
  list()?.append(place);
}

/** What stands there already, or what would move, is a page of its own: at once, or when it is asked for. @param {Line} line @param {Document} page @param {string} url */
function ask(line, page, url) {
  if (isIdle()) { show(page, url); return; }
  const button = h("button", { class: "btn btn--small", type: "button" }, pgettext("button", "Decide"));
  const input = h("input", { "aria-label": gettext("Typed result"), readonly: true });
  /** @type {HTMLInputElement} */ (input).value = line.text;
  const why = page.querySelector("#main [role=alert] b")?.textContent ?? page.querySelector("#main h1")?.textContent ?? "";
  const place = h("li", {}, h("div", { class: "desk-refused" }, input, button, discard(), h("span", { class: "small danger", role: "alert" }, why)));
  button.addEventListener("click", () => { place.remove(); show(page, url); });
  list()?.append(place);
}

function discard() {
  const button = h("button", { class: "btn btn--small btn--quiet", type: "button" }, gettext("Discard"));
  button.addEventListener("click", () => button.closest("li")?.remove());
  return button;
}

/** @param {Line} line @param {string} text */
function tell(line, text) {
  line.place ??= h("li", { class: "small quiet" }, h("b", { class: "num" }, line.text), " ", h("span", {}));
  const output = line.place.querySelector("span");
  if (output) say(output, text);
  if (!line.place.isConnected) list()?.append(line.place);
}

export function watchTypedResults() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const from = form instanceof HTMLFormElement && form.hasAttribute("data-quick") ? field() : null;
    if (!(form instanceof HTMLFormElement) || !from) return;
    event.preventDefault();
    const text = from.value.trim();
    if (!text) return;
    form.reset();
    typedSince = false;
    queue(form, text);
  });
  document.addEventListener("input", (event) => {
    if (event.target !== field()) return;
    typedSince = true;
    field()?.removeAttribute("aria-invalid");
  });
}
