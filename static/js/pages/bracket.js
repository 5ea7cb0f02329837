// @ts-check
// The drawn bracket: all rounds in the width or full size (kept in a cookie the server reads), pointing at a name shows where
// else they stand, and on a phone the round of the match that the address names comes to the front. Links do the rest.

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
  if (!(link instanceof HTMLElement)) return;
  event.preventDefault();
  setZoom(link.dataset.zoomTo ?? "normal");
});

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in KEYS && document.querySelector("[data-zoom-to]")) setZoom(KEYS[event.key]);
  const find = document.getElementById("find");
  if (event.key === "/" && find) {
    event.preventDefault();
    find.focus();
  }
});

/** A phone shows one round of a bracket: that of the match which the address names. */
function showAddressed() {
  const pair = location.hash.startsWith("#pair-") ? document.getElementById(location.hash.slice(1)) : null;
  const round = pair?.closest(".round");
  const picks = round?.closest(".bracket-part")?.querySelectorAll(".round-pick input");
  const place = [...(round?.parentElement?.children ?? [])].indexOf(/** @type {Element} */ (round));
  const pick = picks?.[place];
  if (!pair || !(pick instanceof HTMLInputElement) || pick.checked) return;
  pick.checked = true;
  pair.scrollIntoView({ block: "nearest" });
}

/** A tall bracket opens at the match that counts, unless the address names another; a phone's row of rounds at the chosen one. */
function lookAtMatch() {
  for (const box of document.querySelectorAll("[data-focus]")) {
    const pair = box instanceof HTMLElement && document.getElementById(box.dataset.focus ?? "");
    if (!pair || !box.contains(pair) || location.hash.startsWith("#pair-") || box.scrollHeight <= box.clientHeight + 8) continue;
    if (getComputedStyle(box).overflowY === "visible") continue;
    box.scrollTop += pair.getBoundingClientRect().top - box.getBoundingClientRect().top - ROOM_ABOVE;
  }
  for (const pick of document.querySelectorAll(".round-pick:has(:checked)")) {
    const row = pick.parentElement;
    if (row && pick instanceof HTMLElement) row.scrollLeft = pick.offsetLeft - row.clientWidth / 2 + pick.offsetWidth / 2;
  }
}

showAddressed();
lookAtMatch();
addEventListener("hashchange", showAddressed);

document.addEventListener("pointerover", (event) => {
  const entry = side(event.target);
  if (entry) point(entryOf(entry));
});
document.addEventListener("pointerout", (event) => {
  if (side(event.target)) point("");
});
