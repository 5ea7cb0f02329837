// @ts-check
// The areas of the board that are pressed: a strip for each point, bar and tray, and dice and cube above them.

import { s } from "../../dom.js";
import { gettext, pgettext } from "../../i18n.js";

/** @import { Board, Scene } from "./board.js" */

/** @type {Record<string, number>} */
const NAMED = { Home: 24, End: 1, PageUp: 25, PageDown: 0 };
const PLACES = Array.from({ length: 26 }, (_, i) => 25 - i);

/** @param {Board} board @param {Scene} scene @param {(place: number) => void} onFocus @returns {Map<number, SVGElement>} */
export function buildHitAreas(board, { geometry, own }, onFocus) {
  const strips = new Map(PLACES.map((place) => {
    const strip = s("rect", { class: "b-hit", role: "button", "data-point": place, ...geometry.strip(own, place) });
    strip.addEventListener("focus", () => onFocus(place));
    return [place, strip];
  }));
  board.layers.hits.replaceChildren(...strips.values());
  return strips;
}

/** Dice and cube are pressed above the strips. @param {Board} board @param {Scene} scene */
export function drawControlAreas(board, { dice, cubeLook, geometry, cube }) {
  for (const old of board.layers.hits.querySelectorAll("[data-what]")) old.remove();
  if (dice?.live) {
    const [a, b] = [geometry.die(dice.seat, 0, 2), geometry.die(dice.seat, 1, 2)];
    const box = { x: Math.min(a.x, b.x) - 48, y: a.y - 48, width: Math.abs(b.x - a.x) + 96, height: 96, rx: 18 };
    board.layers.hits.append(pressed("dice", gettext("Swap dice"), box));
  }
  if (cube.in_use && cubeLook.kind === "live") {
    const at = geometry.cube(cube.owner, cubeLook.askedOf);
    board.layers.hits.append(pressed("cube", pgettext("cube", "Double"), { x: at.x - 44, y: at.y - 44, width: 88, height: 88, rx: 12 }));
  }
}

/** @param {string} what @param {string} label @param {Record<string, number>} box */
const pressed = (what, label, box) =>
  s("rect", { class: "b-hit b-hit--live", "data-what": what, role: "button", tabindex: -1, "aria-label": label, ...box });

/** @param {Element} element */
export function placeOf(element) {
  const place = element.getAttribute?.("data-point");
  return place === null || place === undefined ? null : Number(place);
}

/**
 * The place beside this one, as seen: left and right along a rim, up and down across the board; or one with a key of its own.
 * @param {number} place @param {string} key @param {boolean} straight 1 lies right below
 */
export function neighbour(place, key, straight) {
  if (key in NAMED) return NAMED[key];
  if (key === "ArrowUp" || key === "ArrowDown") return place === 0 || place === 25 ? null : 25 - place;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const right = (key === "ArrowRight") === straight;
  const below = place <= 12;
  const next = below === right ? place - 1 : place + 1;
  return next < 0 || next > 25 ? null : next;
}
