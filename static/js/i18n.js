// @ts-check
// Words in the reader's language. The catalogue is a script of the server (/jsi18n/); without it English stays.

/** @type {any} */
const catalogue = globalThis;

/** @param {string} text @returns {string} */
export const gettext = (text) => (catalogue.django?.gettext ?? ((/** @type {string} */ t) => t))(text);

/** The text in one of its senses, such as a button or a state. @param {string} context @param {string} text @returns {string} */
export const pgettext = (context, text) => (catalogue.django?.pgettext ?? ((/** @type {string} */ _c, /** @type {string} */ t) => t))(context, text);

/** @param {string} one @param {string} many @param {number} count @returns {string} */
export function ngettext(one, many, count) {
  if (catalogue.django?.ngettext) return catalogue.django.ngettext(one, many, count);
  return count === 1 ? one : many;
}

/** @param {string} context @param {string} one @param {string} many @param {number} count @returns {string} */
export function npgettext(context, one, many, count) {
  if (catalogue.django?.npgettext) return catalogue.django.npgettext(context, one, many, count);
  return count === 1 ? one : many;
}

/** Several things in one sentence: "5 or 3", "5 and 3". @param {Array<string | number>} items @param {"conjunction" | "disjunction"} type */
export const listed = (items, type) => new Intl.ListFormat(globalThis.document?.documentElement?.lang || undefined, { type }).format(items.map(String));

const TO_THE_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name written from right to left keeps to itself, so that a score beside it is not turned round. @param {string} value */
export const isolateBidi = (value) => (TO_THE_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/**
 * Puts values where the text says %(name)s.
 * @param {string} text @param {Record<string, string | number>} values
 */
export const put = (text, values) => text.replace(/%\((\w+)\)s/g, (whole, name) => isolateBidi(String(values[name] ?? whole)));
