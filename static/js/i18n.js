// @ts-check
// Words in the reader's language. The catalogue is a script of the server (/jsi18n/); without it English stays.

/** @type {any} */
const catalogue = globalThis;

/** @param {string} text @returns {string} */
export const gettext = (text) => (catalogue.django?.gettext ?? ((/** @type {string} */ t) => t))(text);

/** @param {string} one @param {string} many @param {number} count @returns {string} */
export function ngettext(one, many, count) {
  if (catalogue.django?.ngettext) return catalogue.django.ngettext(one, many, count);
  return count === 1 ? one : many;
}

/**
 * Puts values where the text says %(name)s.
 * @param {string} text @param {Record<string, string | number>} values
 */
export const put = (text, values) => text.replace(/%\((\w+)\)s/g, (whole, name) => String(values[name] ?? whole));
