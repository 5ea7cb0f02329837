// @ts-check
// The sum of what is ticked on the form of somebody who enters. The server computes the same when the form is sent.

export {}; // a module, with names of its own

/** @typedef {{ label: string, amount: number }} Line */

/** @param {number} amount smallest units @param {string} currency */
function money(amount, currency) {
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency });
  const whole = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  const digits = amount % whole ? undefined : 0;
  return new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency, minimumFractionDigits: digits }).format(amount / whole);
}

/** @param {Element} division @returns {Line[]} nothing where it is not chosen, or is a waiting list */
function linesOf(division) {
  const chooses = division.querySelector("[data-chooses]");
  if (!(chooses instanceof HTMLElement) || division.hasAttribute("data-waits")) return [];
  if (chooses instanceof HTMLInputElement && !chooses.checked) return [];
  const ticked = [...division.querySelectorAll(".rg-extras input")].filter((box) => box instanceof HTMLInputElement && box.checked);
  return [chooses, ...ticked].map((item) => (item instanceof HTMLElement ? { label: item.dataset.label ?? "", amount: Number(item.dataset.amount) } : { label: "", amount: 0 })).filter((line) => line.amount);
}

/** @param {string} label @param {string} amount @param {boolean} [isTotal] */
function row(label, amount, isTotal) {
  const item = document.createElement("li");
  if (isTotal) item.className = "rg-total";
  const name = document.createElement("span"), sum = document.createElement("b");
  name.textContent = label;
  sum.className = "num";
  sum.textContent = amount;
  item.append(name, sum);
  return item;
}

function show() {
  const bill = document.querySelector("[data-bill]");
  if (!(bill instanceof HTMLElement)) return;
  /** @type {Map<string, number>} */
  const sums = new Map();
  /** @type {HTMLElement[]} */
  const rows = [];
  for (const division of document.querySelectorAll("[data-division]")) {
    if (!(division instanceof HTMLElement)) continue;
    const currency = division.dataset.currency ?? "";
    const chooses = division.querySelector("[data-chooses]");
    for (const extra of division.querySelectorAll(".rg-extras input")) if (extra instanceof HTMLInputElement) extra.disabled = chooses instanceof HTMLInputElement && !chooses.checked;
    for (const line of currency ? linesOf(division) : []) {
      sums.set(currency, (sums.get(currency) ?? 0) + line.amount);
      rows.push(row(line.label, money(line.amount, currency)));
    }
  }
  const total = [...sums].map(([currency, sum]) => money(sum, currency)).join(" + ");
  bill.replaceChildren(...rows, ...(total ? [row(bill.dataset.total ?? "", total, true)] : []));
  for (const sum of document.querySelectorAll("[data-sum]")) sum.textContent = total;
  const chosen = [...document.querySelectorAll("[data-division]")].filter((division) => {
    const chooses = division.querySelector("[data-chooses]");
    return !(chooses instanceof HTMLInputElement) || chooses.checked;
  });
  const onlyWaits = chosen.length > 0 && chosen.every((division) => division.hasAttribute("data-waits"));
  for (const button of document.querySelectorAll("[data-enters]")) {
    if (!(button instanceof HTMLElement) || onlyWaits) continue;
    button.textContent = total ? (button.dataset.words ?? "").replace("{amount}", total) : button.dataset.free ?? "";
  }
}

document.addEventListener("change", show);
show();
