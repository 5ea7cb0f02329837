// @ts-check
// Lays fresh markup over what stands: nodes that stay are kept, so that focus, scrolling, open details and half-typed
// fields stay where they are. Lines are known by data-key.

/** What the page itself sets on elements, and no answer of the server takes away. */
const OWN = new Set(["aria-selected", "aria-current-line", "open", "tabindex"]);
const TIMES = "[data-clock], time[data-until], time[data-since]";

/** Has somebody typed here and not sent it? @param {Element} box */
function isDirty(box) {
  for (const field of box.querySelectorAll("input, textarea, select")) {
    if (field instanceof HTMLInputElement) {
      if (field.type === "hidden" || field.type === "submit") continue;
      if (field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue) return true;
    } else if (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) return true;
    else if (field instanceof HTMLSelectElement && [...field.options].some((one) => one.selected !== one.defaultSelected && one.value !== "")) return true;
  }
  return false;
}

/** A button that was just pressed shows what became of it; only a field is left alone. @param {Element} form */
function isTypedIn(form) {
  return form.contains(document.activeElement) && !(document.activeElement instanceof HTMLButtonElement);
}

/** Keeps its hands off: what says so, a form that is being filled in, a line with something typed in it. @param {Element} old */
function stays(old) {
  if (old.hasAttribute("data-keep")) return true;
  if (old instanceof HTMLFormElement || old.hasAttribute("data-row")) return isDirty(old) || (old instanceof HTMLFormElement && isTypedIn(old));
  return false;
}

/** @param {Element} old @param {Element} fresh */
function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** @param {Node} one @param {Node} other */
function alike(one, other) {
  if (one.nodeType !== other.nodeType || one.nodeName !== other.nodeName) return false;
  if (!(one instanceof Element && other instanceof Element)) return true;
  return one.getAttribute("data-key") === other.getAttribute("data-key") && one.id === other.id;
}

/** @param {Element} old @param {Element} fresh */
export function morph(old, fresh) {
  if (stays(old)) return;
  attributes(old, fresh);
  if (old.matches(TIMES) && old.childElementCount === 0) return;
  const keyed = new Map();
  for (const child of old.children) {
    const key = child.getAttribute("data-key");
    if (key) keyed.set(key, child);
  }
  /** @type {ChildNode | null} */
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const key = next instanceof Element ? next.getAttribute("data-key") : null;
    const known = key ? keyed.get(key) : null;
    if (known && known !== at && alike(known, next)) {
      old.insertBefore(known, at);
      at = known;
    }
    if (at && alike(at, next)) {
      const here = at;
      at = at.nextSibling;
      if (here instanceof Element && next instanceof Element) morph(here, next);
      else if (here.nodeValue !== next.nodeValue) here.nodeValue = next.nodeValue;
    } else {
      old.insertBefore(next, at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}
