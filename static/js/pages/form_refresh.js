// @ts-check
// A form whose parts are replaced while it is filled in. Fresh markup is laid over a part with idiomorph, so that the
// focused field keeps its selection; what was typed after the request stays, and the server hears of it.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */
/** @typedef {{ value: string, checked: boolean, from: number | null, to: number | null }} FieldState */

/** The vendored scripts of base.html and of the page. */
const { htmx, Idiomorph } = /** @type {any} */ (globalThis);

htmx.defineExtension("morph", {
  /** @param {string} style */
  isInlineSwap: (style) => style === "morph",
  /** @param {string} style @param {Element} target @param {DocumentFragment} fragment */
  handleSwap: (style, target, fragment) => style === "morph" && Idiomorph.morph(target, fragment.children, { ignoreActiveValue: true }),
});

/** @type {WeakMap<XMLHttpRequest, Map<string, FieldState>>} what stood in the part when it was asked for */
const sent = new WeakMap();
/** @type {WeakMap<XMLHttpRequest, Map<string, FieldState>>} what has been typed since */
const typed = new WeakMap();

document.addEventListener("htmx:beforeRequest", (event) => {
  const { xhr, target } = /** @type {CustomEvent} */ (event).detail;
  sent.set(xhr, statesOf(target));
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = /** @type {CustomEvent} */ (event).detail;
  const before = sent.get(xhr);
  if (!before) return;
  const now = [...statesOf(target)];
  typed.set(xhr, new Map(now.filter(([id, field]) => {
    const was = before.get(id);
    return was && (was.value !== field.value || was.checked !== field.checked);
  })));
});
document.addEventListener("htmx:afterSwap", (event) => {
  const { xhr } = /** @type {CustomEvent} */ (event).detail;
  const changes = typed.get(xhr) ?? new Map();
  typed.delete(xhr);
  const fields = [...changes].filter(([id, state]) => restore(id, state)).map(([id]) => id);
  const last = fields.at(-1);
  if (last) document.addEventListener("htmx:afterSettle", () => notifyChange(last), { once: true });
});

/** All fields of a part by their ids. @param {unknown} part @returns {Map<string, FieldState>} */
function statesOf(part) {
  const elements = part instanceof Element ? [...part.querySelectorAll("input, select, textarea")] : [];
  return new Map(elements.filter(isField).map((field) => [field.id, stateOf(field)]));
}

/** @param {Element | null} element @returns {element is Field} */
function isField(element) {
  const hasValue = element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
  return hasValue && Boolean(element.id) && element.type !== "hidden";
}

/** @param {Field} field @returns {FieldState} */
function stateOf(field) {
  const isText = !(field instanceof HTMLSelectElement);
  return {
    value: field.value,
    checked: field instanceof HTMLInputElement && field.checked,
    from: isText ? field.selectionStart : null,
    to: isText ? field.selectionEnd : null,
  };
}

/** Into the field that came anew, if there is one that can hold it. @param {string} id @param {FieldState} state */
function restore(id, state) {
  const field = document.getElementById(id);
  if (!isField(field)) return false;
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === state.value)) return false;
  if (field instanceof HTMLInputElement) field.checked = state.checked;
  field.value = state.value;
  if (!(field instanceof HTMLSelectElement) && state.from !== null) field.setSelectionRange(state.from, state.to);
  return true;
}

/** The part may say something of what was typed, as its numbers do. @param {string} id */
function notifyChange(id) {
  document.getElementById(id)?.dispatchEvent(new Event("change", { bubbles: true }));
}
