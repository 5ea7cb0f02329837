// @ts-check
// Arranging a room: a table is dragged to a place, or moved by the arrow keys; two tables swap places. The fields with rows
// and columns are what is sent. Without this script they are typed.

import { gettext, put } from "../i18n.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("arrange"));
const says = document.querySelector("[data-arrange-says]");
/** @type {HTMLElement | null} */
let lifted = null;

/** @param {EventTarget | null} target @param {string} selector @returns {HTMLElement | null} */
function within(target, selector) {
  const element = target instanceof Element ? target.closest(selector) : null;
  return element instanceof HTMLElement ? element : null;
}

/** @param {HTMLElement} table @param {HTMLElement} place */
function write(table, place) {
  place.append(table);
  const field = form?.elements.namedItem(`place-${table.dataset.table}`);
  if (field instanceof HTMLInputElement) field.value = place.dataset.place ?? "";
}

/** Puts a table on a place of its room; whoever stood there takes the place that it leaves. @param {HTMLElement} table @param {HTMLElement} place */
function move(table, place) {
  const from = within(table, "[data-place]");
  if (!from || from === place || within(from, "[data-room]") !== within(place, "[data-room]")) return;
  const other = place.querySelector("[data-table]");
  write(table, place);
  if (other instanceof HTMLElement) write(other, from);
  const [row, column] = (place.dataset.place ?? "").split(",");
  if (says) says.textContent = put(gettext("Table %(n)s: row %(row)s, column %(column)s."), { n: table.dataset.number ?? "", row, column });
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const table = within(event.target, "[data-table]");
  const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  if (!table || !step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const at = (within(table, "[data-place]")?.dataset.place ?? "").split(",").map(Number);
  const rtl = getComputedStyle(table).direction === "rtl";
  const wanted = `${at[0] + step[0]},${at[1] + (rtl ? -step[1] : step[1])}`;
  const place = within(table, "[data-room]")?.querySelector(`[data-place="${wanted}"]`);
  if (!(place instanceof HTMLElement)) return;
  move(table, place);
  table.focus();
}

/** @param {HTMLElement | null} place */
function mark(place) {
  for (const each of document.querySelectorAll(".plan-target")) if (each !== place) each.classList.remove("plan-target");
  place?.classList.add("plan-target");
}

function drag() {
  document.addEventListener("dragstart", (event) => {
    lifted = within(event.target, "[data-table]");
    if (!lifted || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", lifted.dataset.number ?? "");
  });
  document.addEventListener("dragover", (event) => {
    const place = lifted ? within(event.target, "[data-place]") : null;
    if (place) event.preventDefault();
    mark(place);
  });
  document.addEventListener("drop", (event) => {
    const place = lifted ? within(event.target, "[data-place]") : null;
    if (!lifted || !place) return;
    event.preventDefault();
    move(lifted, place);
  });
  document.addEventListener("dragend", () => {
    lifted = null;
    mark(null);
  });
}

/** On a phone nothing is dragged: a tap lifts a table, the next tap puts it down. @param {MouseEvent} event */
function tapped(event) {
  const place = within(event.target, "[data-place]");
  if (!place) return;
  const chosen = document.querySelector('[data-table][aria-pressed="true"]');
  const table = within(event.target, "[data-table]");
  if (chosen instanceof HTMLElement) {
    chosen.removeAttribute("aria-pressed");
    if (table !== chosen) move(chosen, place);
  } else if (table) {
    table.setAttribute("aria-pressed", "true");
  }
}

/** A form has at most a thousand fields: all places are sent as one, a line for each table. @param {FormDataEvent} event */
function pack({ formData }) {
  const places = [...formData].filter(([name]) => name.startsWith("place-"));
  for (const [name] of places) formData.delete(name);
  formData.set("places", places.map(([name, place]) => `${name.slice("place-".length)}:${place}`).join("\n"));
}

if (form) {
  form.addEventListener("formdata", pack);
  for (const part of form.querySelectorAll("[data-arrange-grid], [data-arrange-help]")) if (part instanceof HTMLElement) part.hidden = false;
  document.addEventListener("keydown", pressed);
  form.addEventListener("click", tapped);
  drag();
}
