// @ts-check
// Times that run: clocks of matches counted down from what the server said, times until and since.

/** When each running clock had these seconds, by the time of this device. @type {WeakMap<Element, { seconds: string, at: number }>} */
const startedAt = new WeakMap();

const two = (/** @type {number} */ n) => String(n).padStart(2, "0");

/** @param {number} seconds */
const minutes = (seconds) => (seconds < 3600 ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`);

/** @param {Element} place @param {string} text */
function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** How old a page from a cache was when the server sent it, in milliseconds. @param {Element} place */
function ageOf(place) {
  const page = place.closest("[data-rendered-at]");
  return page ? Number(page.getAttribute("data-served-at")) - Number(page.getAttribute("data-rendered-at")) : 0;
}

/** @param {ParentNode} [within] */
export function countClocks(within = document) {
  const now = Date.now();
  for (const place of within.querySelectorAll("[data-clock]")) {
    const seconds = place.getAttribute("data-clock") ?? "0";
    let from = startedAt.get(place);
    if (from?.seconds !== seconds) startedAt.set(place, (from = { seconds, at: now - ageOf(place) }));
    write(place, minutes(Math.max(0, Number(seconds) - Math.floor((now - from.at) / 1000))));
  }
  for (const place of within.querySelectorAll("time[data-until]")) {
    const left = Date.parse(place.getAttribute("datetime") ?? "") - now;
    write(place, minutes(Math.max(0, Math.round(left / 1000))));
  }
  for (const place of within.querySelectorAll("time[data-since]")) {
    const passed = Math.max(0, Math.floor((now - Date.parse(place.getAttribute("datetime") ?? "")) / 60_000));
    write(place, passed < 1440 ? `${Math.floor(passed / 60)}:${two(passed % 60)}` : `${Math.floor(passed / 1440)} d`);
  }
}
