// @ts-check
// What this browser keeps from page to page. Where it keeps nothing (storage switched off or full), it lasts as long as the
// page: reading or writing never fails.

/** @type {Map<string, string>} */
const memory = new Map();

/** @param {string} name @returns {string | null} */
export function load(name) {
  try {
    return memory.get(name) ?? localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** @param {string} name @param {string} text @returns {boolean} will it outlive the page? */
export function save(name, text) {
  try {
    localStorage.setItem(name, text);
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, text);
    return false;
  }
}

/** @param {string} name */
export function remove(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

/** The names that begin so. @param {string} start @returns {string[]} */
export function namesStartingWith(start) {
  const names = [...memory.keys()];
  try {
    names.push(...Object.keys(localStorage));
  } catch {
    // Only what lasts as long as the page.
  }
  return names.filter((name) => name.startsWith(start));
}
