// @ts-check
// Keys of a position to solve: 1 to 6 press a choice while the focus is on the choices or nowhere, Enter goes on. Without this
// script the buttons and links do.

export {}; // a module, with names of its own

document.addEventListener("keydown", (event) => {
  const isBusy = event.target instanceof Element && event.target.closest("a, button, input, select, textarea, summary");
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key === "Enter" && !isBusy) {
    const next = document.querySelector("[data-next]");
    if (next instanceof HTMLElement) next.click();
    return;
  }
  const choice = /^[1-6]$/.test(event.key) ? document.querySelectorAll("[data-choice]")[Number(event.key) - 1] : null;
  const isHere = event.target === document.body || (event.target instanceof Element && event.target.closest(".quiz-choices"));
  if (choice instanceof HTMLElement && isHere) choice.click();
});
