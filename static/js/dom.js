// @ts-check
// Makes elements. Nothing is ever set as markup text, so what people typed stays text.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element @param {Record<string, unknown>} attributes @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child || child === "") element.append(child);
}

/** @param {string} tag @param {Record<string, unknown>} [attributes] @param {...Child} children @returns {HTMLElement} */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** @param {string} tag @param {Record<string, unknown>} [attributes] @param {...Child} children @returns {SVGElement} */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  fill(element, attributes, children);
  return element;
}

/** @param {string} name of a symbol in the sprite @param {boolean} [small] */
export function icon(name, small = false) {
  return s("svg", { class: small ? "icon icon--s" : "icon", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** @template {Element} T @param {string} selector @param {{ new (): T }} type @param {ParentNode} [within] @returns {T} */
export function find(selector, type, within = document) {
  const element = within.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`The page lacks ${selector}`);
  return element;
}

/** Writes only what differs, so that nothing is announced or laid out twice. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
