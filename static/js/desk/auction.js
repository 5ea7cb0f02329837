// @ts-check
// The auctioneer's keys: the amount has the focus, Enter raises the bid, S sells, N goes on. A name may have any letter, so the
// letters do nothing while one is typed.

const block = document.querySelector("[data-auction]");
const price = block?.querySelector('[name="price"]');
const hint = block?.querySelector("[data-auction-keys]");

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
  const field = event.target;
  const isTyping = (field instanceof HTMLInputElement && field !== price) || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
  const key = event.key.toLowerCase();
  if (isTyping || (key !== "s" && key !== "n")) return;
  const button = block?.querySelector(`[data-press="${key}"]`);
  if (!(button instanceof HTMLButtonElement) || button.disabled) return;
  event.preventDefault();
  button.click();
}

if (price instanceof HTMLInputElement) {
  price.focus({ preventScroll: true });
  price.select();
}
if (hint instanceof HTMLElement) hint.hidden = false;
document.addEventListener("keydown", pressed);
