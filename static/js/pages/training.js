// @ts-check
// Keys of a position to solve: 1 to 6 press a choice, Enter goes on. Without this script the buttons and links do.

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
  const isTyping = event.target instanceof Element && event.target.matches("input, select, textarea");
  if (choice instanceof HTMLElement && !isTyping) choice.click();
});
