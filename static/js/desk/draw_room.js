// @ts-check
// The draw room: two players that are ticked are swapped at once, by touch, mouse or keys; one can be dragged onto the
// other. Without this script they are ticked and a button swaps them.

import { gettext, put } from "../i18n.js";

const swap = /** @type {HTMLFormElement | null} */ (document.getElementById("swap"));
const instruction = document.querySelector("[data-swap-text]");
const choose = instruction?.textContent ?? "";
/** @type {HTMLElement | null} */
let lifted = null;

/** @returns {HTMLElement[]} */
const seats = () => [...document.querySelectorAll("label.seat")].filter((each) => each instanceof HTMLElement);

/** @param {Element} seat @returns {HTMLInputElement} */
const boxOf = (seat) => /** @type {HTMLInputElement} */ (seat.querySelector("input"));

/** @param {EventTarget | null} target */
function seatAt(target) {
  const seat = target instanceof Element ? target.closest("label.seat") : null;
  return seat instanceof HTMLElement ? seat : null;
}

function ticked() {
  const chosen = seats().filter((seat) => boxOf(seat).checked);
  if (instruction) instruction.textContent = chosen.length === 1 ? put(gettext("%(name)s: select the player to swap with."), { name: chosen[0].dataset.name ?? "" }) : choose;
  if (chosen.length === 2) swap?.requestSubmit();
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const at = seatAt(event.target);
  if (event.key === "Escape") {
    swap?.reset();
    ticked();
  } else if (at && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const all = seats();
    const next = all[all.indexOf(at) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    boxOf(next).focus();
  } else if (at && event.key === "Enter") {
    event.preventDefault();
    boxOf(at).click();
  } else if (event.key.toLowerCase() === "s") {
    const button = document.querySelector('[data-press="s"]');
    if (button instanceof HTMLElement) button.click();
  }
}

/** @param {HTMLElement | null} target */
function mark(target) {
  for (const seat of seats()) seat.classList.toggle("target", seat === target && seat !== lifted);
}

document.addEventListener("keydown", pressed);
if (swap) {
  document.addEventListener("change", (event) => { if (seatAt(event.target)) ticked(); });
  swap.addEventListener("reset", () => setTimeout(ticked));
  document.addEventListener("dragstart", (event) => {
    lifted = seatAt(event.target);
    if (!lifted || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", lifted.dataset.name ?? "");
    lifted.classList.add("lifted");
  });
  document.addEventListener("dragover", (event) => {
    const seat = lifted ? seatAt(event.target) : null;
    if (seat && seat !== lifted) event.preventDefault();
    mark(seat);
  });
  document.addEventListener("dragend", () => {
    lifted?.classList.remove("lifted");
    lifted = null;
    mark(null);
  });
  document.addEventListener("drop", (event) => {
    const seat = lifted ? seatAt(event.target) : null;
    if (!lifted || !seat || seat === lifted) return;
    event.preventDefault();
    for (const each of seats()) boxOf(each).checked = each === lifted || each === seat;
    ticked();
  });
  const last = document.querySelector(".seat:target");
  if (last) boxOf(last).focus({ preventScroll: true });
  for (const seat of seats()) boxOf(seat).checked = false; // a page that comes back from the history
}
