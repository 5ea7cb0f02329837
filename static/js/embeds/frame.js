// @ts-check
// Inside a frame: tells the page around it how high the content is, and shows what has changed.
// The chosen round, the focus and scrolling stay.

import { morph } from "../dom_diff.js";

const EVERY_MS = document.body.dataset.every === "fast" ? 3000 : 20000;
let etag = "";

function tellHeight() {
  const barpointHeight = document.documentElement.getBoundingClientRect().height;
  window.parent.postMessage({ barpointHeight }, "*");
}

async function refresh() {
  if (document.hidden) return;
  /** @type {Record<string, string>} */
  const headers = etag ? { "If-None-Match": etag } : {};
  const answer = await fetch(location.href, { credentials: "omit", cache: "no-store", headers });
  if (answer.status !== 200) return;
  etag = answer.headers.get("ETag") || "";
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  const shown = document.querySelector("main");
  if (fresh && shown && !fresh.isEqualNode(shown)) morph(shown, fresh);
}

if (window.parent !== window) {
  new ResizeObserver(tellHeight).observe(document.body);
  tellHeight();
}
setInterval(() => refresh().catch(() => {}), EVERY_MS);
