// @ts-check
// What this browser keeps from page to page. Where it keeps nothing (storage switched off or full), it lasts as long as the
// page: reading or writing never fails.

/** @type {Map<string, string>} */
const passing = new Map();

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return passing.get(name) ?? localStorage.getItem(name);
  } catch {
    return passing.get(name) ?? null;
  }
}

/** @param {string} name @param {string} text @returns {boolean} will it outlive the page? */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
    passing.delete(name);
    return true;
  } catch {
    passing.set(name, text);
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  passing.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

/** The names that begin so. @param {string} start @returns {string[]} */
export function namesLike(start) {
  const names = [...passing.keys()];
  try {
    names.push(...Object.keys(localStorage));
  } catch {
    // Only what lasts as long as the page.
  }
  return names.filter((name) => name.startsWith(start));
}
