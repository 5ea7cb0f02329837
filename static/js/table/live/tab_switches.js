// @ts-check
// How often a player leaves the table for another tab or window, counted by game and reported when the game is over or the page is
// left. Without a switch nothing is sent. Staff see the counts (docs/fair-play.md); the privacy page says so.

/** @import { Store } from "../store.js" */

/** @param {{ store: Store, address: string | undefined, csrf: string }} given */
export function watchTabSwitches({ store, address, csrf }) {
  if (!address) return;
  const counts = /** @type {Map<number, number>} */ (new Map());
  const reported = /** @type {Map<number, number>} */ (new Map());

  const isPlaying = () => store.view.status === "playing" && !store.view.paused && !store.view.outcome;

  function report() {
    for (const [game, count] of counts) {
      if (reported.get(game) === count) continue;
      reported.set(game, count);
      const headers = { "X-CSRFToken": csrf, "Content-Type": "application/json" };
      fetch(address ?? "", { method: "POST", headers, body: JSON.stringify({ game, count }), keepalive: true }).catch(() => reported.delete(game));
    }
  }

  let game = store.view.game;
  store.listeners.push(() => {
    if (store.view.game === game && !store.view.outcome) return;
    game = store.view.game;
    report();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && isPlaying()) counts.set(store.view.game, (counts.get(store.view.game) ?? 0) + 1);
  });
  addEventListener("pagehide", report);
}
