// @ts-check
// A result typed at the desk: what it means is said while it is typed. typed_results.js sends it.

import { say } from "../dom.js";

const WAIT_MS = 150;
let timer = 0;

/** @param {HTMLInputElement} field */
async function ask(field) {
  const form = field.form;
  const place = form?.querySelector("[data-quick-says]");
  if (!form || !place) return;
  const typed = field.value.trim();
  if (!typed) { say(place, ""); return; }
  try {
    const answer = await fetch(`${form.action}?says=1&text=${encodeURIComponent(typed)}`, { headers: { Accept: "text/html" } });
    if (!answer.ok || field.value.trim() !== typed || field.getAttribute("aria-invalid")) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceChildren(...page.body.childNodes);
  } catch {
    say(place, "");
  }
}

export function watchResultField() {
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.closest("[data-quick]")) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => ask(field), WAIT_MS);
  });
  document.addEventListener("reset", (event) => {
    clearTimeout(timer);
    const place = event.target instanceof Element ? event.target.querySelector("[data-quick-says]") : null;
    if (place) say(place, "");
  });
}
