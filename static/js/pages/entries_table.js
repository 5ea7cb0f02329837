// @ts-check
// The table of entries: Escape gives up a cell, a chosen country is saved at once, and one box chooses the whole page.

export {}; // a module, with names of its own

/** @returns {HTMLInputElement[]} */
const boxes = () => [...document.querySelectorAll(".et tbody .et-pick input")].filter((box) => box instanceof HTMLInputElement);

function showCount() {
  const every = document.querySelector("[data-every]");
  const chosen = boxes().filter((box) => box.checked).length;
  const count = document.querySelector("[data-count]");
  if (count) count.textContent = chosen ? String(chosen) : "";
  if (!(every instanceof HTMLInputElement)) return;
  every.hidden = false;
  every.checked = chosen > 0 && chosen === boxes().length;
  every.indeterminate = chosen > 0 && !every.checked;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !(event.target instanceof Element)) return;
  const cancel = event.target.closest("[data-cell]")?.querySelector("[data-cancel]");
  if (!(cancel instanceof HTMLElement)) return;
  event.preventDefault();
  cancel.click();
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof Element)) return;
  if (field.matches("[data-saves]")) field.closest("form")?.requestSubmit();
  if (field instanceof HTMLInputElement && field.matches("[data-every]")) for (const box of boxes()) box.checked = field.checked;
  if (field.closest(".et-pick")) showCount();
});

showCount();
