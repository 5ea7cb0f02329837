// @ts-check
// What every page needs: menus that close by themselves, and the choice of colours kept in a cookie the server reads.

export {}; // a module, with names of its own

const YEAR = 31_536_000;

/** @param {Event} event */
function closeMenus(event) {
  const inside = event.target instanceof Element ? event.target.closest("details[data-menu]") : null;
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (menu !== inside) menu.removeAttribute("open");
  }
}

/** @param {string} theme "", "light" or "dark" */
function setTheme(theme) {
  document.cookie = `theme=${theme}; path=/; max-age=${theme ? YEAR : 0}; samesite=lax`;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  markTheme();
  edges(theme);
}

/** The edge of the window takes the colour of the top bar. @param {string} theme */
function edges(theme) {
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    const dark = theme ? theme === "dark" : meta.getAttribute("media")?.includes("dark");
    meta.setAttribute("content", dark ? "#191d1b" : "#ffffff");
  }
}

/** @param {HTMLElement} button its data-copy names the field */
async function copyText(button) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    return; // not allowed here: it stands selected, to be copied by hand
  }
  button.setAttribute("aria-pressed", "true");
  button.textContent = button.dataset.copied ?? button.textContent;
}

function markTheme() {
  const now = document.documentElement.dataset.theme ?? "";
  for (const button of document.querySelectorAll("[data-theme-value]")) {
    button.setAttribute("aria-pressed", String(button instanceof HTMLElement && button.dataset.themeValue === now));
  }
}

/** On a phone the chosen tab may lie beyond the edge of its row: the row goes there, the page stays. */
function showChosenTab() {
  for (const tab of document.querySelectorAll(".tabs > [aria-current='page']")) {
    const row = tab.parentElement;
    if (!row || row.scrollWidth <= row.clientWidth) continue;
    const [at, edge] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    if (at.right > edge.right || at.left < edge.left) row.scrollLeft += (at.left + at.right - edge.left - edge.right) / 2;
  }
}

/** Forms that keep the reader's time zone: signing up, logging in, the profile. */
function fillZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  for (const field of document.querySelectorAll("[data-browser-zone]")) if (field instanceof HTMLInputElement) field.value = zone;
}

document.addEventListener("click", (event) => {
  closeMenus(event);
  const button = event.target instanceof Element ? event.target.closest("[data-theme-value]") : null;
  if (button instanceof HTMLElement) setTheme(button.dataset.themeValue ?? "");
  const copy = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (copy instanceof HTMLElement) copyText(copy);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  }
});
markTheme();
showChosenTab();
fillZone();
document.addEventListener("htmx:afterSettle", showChosenTab);
