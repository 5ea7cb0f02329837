// @ts-check
// The drawn bracket: all rounds in the width or full size (kept in a cookie the server reads), a press on a name follows
// that player's way, pointing at one shows where else they stand. Without it the same links and the search field do that.

export {}; // a module, with names of its own

const YEAR = 31_536_000;
const ROOM_ABOVE = 150;
/** @type {Record<string, string>} */
const KEYS = { "-": "fit", "+": "normal", "=": "normal" };

/** @param {string} zoom "fit" or "normal" */
function setZoom(zoom) {
  document.cookie = `zoom=${zoom}; path=/; max-age=${YEAR}; samesite=lax`;
  for (const box of document.querySelectorAll("[data-bracket]")) box.classList.toggle("bracket--fit", zoom === "fit");
  for (const link of document.querySelectorAll("[data-zoom-to]")) {
    if (link instanceof HTMLElement && link.dataset.zoomTo === zoom) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** @param {EventTarget | null} target */
const side = (target) => (target instanceof Element ? target.closest("[data-entry]") : null);

/** @param {Element} element @returns {string} */
const entryOf = (element) => (element instanceof HTMLElement && element.dataset.entry) || "";

/** @param {string} entry nobody when empty */
function point(entry) {
  for (const side of document.querySelectorAll(".side.met")) side.classList.remove("met");
  if (!entry) return;
  for (const side of document.querySelectorAll(`[data-entry="${CSS.escape(entry)}"]`)) side.classList.add("met");
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("[data-zoom-to]") : null;
  if (link instanceof HTMLElement) {
    event.preventDefault();
    setZoom(link.dataset.zoomTo ?? "normal");
    return;
  }
  const entry = side(event.target);
  const onName = event.target instanceof Element && event.target.closest(".n, .seed");
  if (!entry || !onName || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const to = new URL(location.href);
  to.searchParams.delete("find");
  to.searchParams.set("follow", entryOf(entry));
  to.hash = entry.closest(".pair")?.id ?? "";
  location.assign(to);
});

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in KEYS && document.querySelector("[data-bracket]")) setZoom(KEYS[event.key]);
  const find = document.getElementById("find");
  if (event.key === "/" && find) {
    event.preventDefault();
    find.focus();
  }
});

/** A tall bracket opens at the match that counts, unless the address names another. */
function lookAtMatch() {
  for (const box of document.querySelectorAll("[data-focus]")) {
    const pair = box instanceof HTMLElement && document.getElementById(box.dataset.focus ?? "");
    if (!pair || !box.contains(pair) || location.hash.startsWith("#pair-") || box.scrollHeight <= box.clientHeight + 8) continue;
    box.scrollTop += pair.getBoundingClientRect().top - box.getBoundingClientRect().top - ROOM_ABOVE;
  }
}

lookAtMatch();

document.addEventListener("pointerover", (event) => {
  const entry = side(event.target);
  if (entry) point(entryOf(entry));
});
document.addEventListener("pointerout", (event) => {
  if (side(event.target)) point("");
});
