// @ts-check
// A form whose parts come anew while it is filled in: what was typed after a part was asked for stays, and is told to the server.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */
/** @typedef {{ value: string, checked: boolean, from: number | null, to: number | null }} Said */

/** @type {WeakMap<XMLHttpRequest, Map<string, Said>>} what stood in the part when it was asked for */
const sent = new WeakMap();
/** @type {WeakMap<XMLHttpRequest, Map<string, Said>>} what has been typed since */
const typed = new WeakMap();

document.addEventListener("htmx:beforeRequest", (event) => {
  const { xhr, target } = /** @type {CustomEvent} */ (event).detail;
  sent.set(xhr, said(target));
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = /** @type {CustomEvent} */ (event).detail;
  const before = sent.get(xhr);
  if (!before) return;
  const now = [...said(target)];
  typed.set(xhr, new Map(now.filter(([id, field]) => {
    const was = before.get(id);
    return was && (was.value !== field.value || was.checked !== field.checked);
  })));
});
document.addEventListener("htmx:afterSwap", (event) => {
  const { xhr } = /** @type {CustomEvent} */ (event).detail;
  const kept = typed.get(xhr) ?? new Map();
  typed.delete(xhr);
  const fields = [...kept].filter(([id, what]) => put(id, what)).map(([id]) => id);
  const last = fields.at(-1);
  if (last) document.addEventListener("htmx:afterSettle", () => tell(last), { once: true });
});

/** All fields of a part by their ids. @param {unknown} part @returns {Map<string, Said>} */
function said(part) {
  const found = part instanceof Element ? [...part.querySelectorAll("input, select, textarea")] : [];
  return new Map(found.filter(isField).map((field) => [field.id, stateOf(field)]));
}

/** @param {Element | null} it @returns {it is Field} */
function isField(it) {
  const known = it instanceof HTMLInputElement || it instanceof HTMLSelectElement || it instanceof HTMLTextAreaElement;
  return known && Boolean(it.id) && it.type !== "hidden";
}

/** @param {Field} field @returns {Said} */
function stateOf(field) {
  const isText = !(field instanceof HTMLSelectElement);
  return {
    value: field.value,
    checked: field instanceof HTMLInputElement && field.checked,
    from: isText ? field.selectionStart : null,
    to: isText ? field.selectionEnd : null,
  };
}

/** Into the field that came anew, if there is one that can hold it. @param {string} id @param {Said} what */
function put(id, what) {
  const field = document.getElementById(id);
  if (!isField(field)) return false;
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === what.value)) return false;
  if (field instanceof HTMLInputElement) field.checked = what.checked;
  field.value = what.value;
  if (!(field instanceof HTMLSelectElement) && what.from !== null) field.setSelectionRange(what.from, what.to);
  return true;
}

/** The part may say something of what was typed, as its numbers do. @param {string} id */
function tell(id) {
  document.getElementById(id)?.dispatchEvent(new Event("change", { bubbles: true }));
}
