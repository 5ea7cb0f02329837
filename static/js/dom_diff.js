// @ts-check
// Lays fresh markup over a part of the page with idiomorph. Nodes that are in both stay, and with them focus, scrolling,
// open details and half-typed fields. Lines are recognized by their id, wherever they move.

/** The vendored script (static/vendor/idiomorph); a page that loads this module loads that script before it. */
const { Idiomorph } = /** @type {any} */ (globalThis);

/** Attributes that the page sets itself; no answer of the server removes them. */
const OWN = new Set(["aria-selected", "aria-current-line", "open", "tabindex"]);
const TIMES = "[data-clock], time[data-until], time[data-since]";
const FIELDS = "input, textarea, select";

/** @param {Element} field has it another value than the one it was sent with? */
function isChanged(field) {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    if (!field.multiple && !options.some((option) => option.defaultSelected)) return field.selectedIndex > 0;
    return options.some((option) => option.selected !== option.defaultSelected);
  }
  if (!(field instanceof HTMLInputElement) || ["hidden", "submit", "button"].includes(field.type)) return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Fields with something typed and not sent; those of a search are left out. @param {ParentNode} part @returns {HTMLElement[]} */
export function unsavedFields(part) {
  return [...part.querySelectorAll(FIELDS)].filter((field) => field instanceof HTMLElement).filter((field) => isChanged(field) && !isSearch(field));
}

/** @param {Element} field */
function isSearch(field) {
  const { form } = /** @type {HTMLInputElement} */ (field);
  return form !== null && form.method === "get";
}

/** @param {Element} part */
const isDirty = (part) => [...part.querySelectorAll(FIELDS)].some(isChanged);

/** @param {Element} form does the focus stand in a field of it? A button that was just pressed shows what became of it. */
const isTypedIn = (form) => form.contains(document.activeElement) && !(document.activeElement instanceof HTMLButtonElement);

/** Is left as it is: what says so, a form that is being filled in, a line with something typed in it, a field with the focus. @param {Node} old */
function stays(old) {
  if (old instanceof Text) return old.parentElement?.matches(TIMES) ?? false;
  if (!(old instanceof Element)) return false;
  if (old.hasAttribute("data-keep")) return true;
  if (old instanceof HTMLFormElement) return isDirty(old) || isTypedIn(old);
  if (old.hasAttribute("data-row")) return isDirty(old);
  return old.matches(FIELDS) && (isChanged(old) || old === document.activeElement);
}

/** Typed text that the server knows nothing of outlives the part of the page it stands in. @param {Node} old */
function outlives(old) {
  if (old instanceof Text) return stays(old);
  if (!(old instanceof Element)) return false;
  return [old, ...old.querySelectorAll("[data-keep]")].some((part) => part.hasAttribute("data-keep") && isDirty(part));
}

const CALLBACKS = {
  beforeNodeMorphed: (/** @type {Node} */ old) => !stays(old),
  beforeNodeRemoved: (/** @type {Node} */ old) => !outlives(old),
  beforeAttributeUpdated: (/** @type {string} */ name) => !OWN.has(name),
};

/** @param {Element} old @param {Element} fresh of the same id, in a document of its own */
export function morph(old, fresh) {
  Idiomorph.morph(old, fresh, { callbacks: CALLBACKS });
}
