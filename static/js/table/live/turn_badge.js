// @ts-check
// "Your turn" where it is seen while another window is in front: the icon of the tab, and the badge of the installed site,
// which counts every table that is open in this browser. The title is set by player_strips.js.

import { remove, save, namesStartingWith } from "../../storage.js";

/** @import { Store } from "../store.js" */

const TURN = "barpoint.turn.";

/** @param {Store} store */
export function watchTurnBadge(store) {
  const icon = document.querySelector("link[rel=icon]");
  const calm = icon?.getAttribute("href") ?? "";
  const calling = icon?.getAttribute("data-turn") ?? calm;
  const key = TURN + store.view.match;
  let shown = false;

  function draw() {
    const mine = isOurTurn(store);
    if (mine === shown) return;
    shown = mine;
    icon?.setAttribute("href", mine ? calling : calm);
    if (mine) save(key, "1");
    else remove(key);
    count();
  }

  /** A table that is closed calls nobody. */
  function leave() {
    remove(key);
    shown = false;
    count();
  }

  store.listeners.push(draw);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", draw);
  remove(key);
  draw();
}

/** @param {Store} store */
function isOurTurn({ view }) {
  if (!view.seat || view.outcome || view.paused) return false;
  return view.to_act === view.seat || ((view.status === "joining" || view.status === "break") && !view.ready[view.seat]);
}

function count() {
  const tables = namesStartingWith(TURN).length;
  const { setAppBadge, clearAppBadge } = navigator;
  (tables ? setAppBadge?.call(navigator, tables) : clearAppBadge?.call(navigator))?.catch(() => {});
}
