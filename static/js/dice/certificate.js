// @ts-check
// The certificate page: fetches the file, computes every roll again, and says what came of it.

import { find, h, icon } from "../dom.js";
import { gettext, put, pgettext } from "../i18n.js";
import { canHash } from "./hashing.js";
import { savePromise } from "./dice_store.js";
import { dice, comparedWithSaved, sentence, verified } from "./verdict.js";
import { check } from "./verify.js";

/** @import { Certificate, Checked } from "./verify.js" */

const MOST_NAMED = 5;
const root = find("[data-certificate]", HTMLElement);
const place = find("[data-verdict]", HTMLElement);

/** @param {string} kind @param {string} picture @param {string} strong @param {string} text @param {HTMLElement[]} [more] */
function say(kind, picture, strong, text, more = []) {
  const notice = h("div", { class: `notice verdict ${kind}`, role: "status" }, icon(picture), h("div", { class: "stack" }, h("p", {}, h("b", {}, strong), " ", text), ...more));
  place.replaceChildren(notice);
}

/** @param {string[]} lines @param {string} picture */
const list = (lines, picture) => h("ul", { class: "stack small" }, ...lines.map((line) => h("li", { class: "row" }, icon(picture, true), h("span", {}, line))));

/** @param {Certificate} certificate @param {Checked} checked */
function mark(certificate, { faults, computed }) {
  for (const by of root.querySelectorAll("[data-by]")) by.textContent = gettext("Computed by your browser");
  const wrong = new Set(faults.filter((fault) => fault.kind === "throw" || fault.kind === "number").map((fault) => fault.n));
  let n = 0;
  for (const rolled of certificate.epochs.flatMap((entry) => entry.throws)) {
    n += 1;
    const row = root.querySelector(`[data-roll="${n}"]`);
    if (!row) continue;
    fill(row, "[data-said]", dice(rolled.dice));
    const due = computed.get(n);
    if (!due) continue;
    fill(row, "[data-computed]", dice(due));
    row.classList.toggle("wrong", wrong.has(n));
    row.querySelector("[data-fits]")?.replaceChildren(icon(wrong.has(n) ? "close" : "check", true), h("span", { class: wrong.has(n) ? "strong" : "vh" }, wrong.has(n) ? pgettext("roll", "Does not match") : pgettext("roll", "Matches")));
  }
}

/** @param {Element} row @param {string} where @param {string} text */
function fill(row, where, text) {
  const cell = row.querySelector(where);
  if (cell) cell.textContent = text;
}

/** @param {Certificate} certificate @param {Checked} checked */
function judge(certificate, checked) {
  const comparisons = comparedWithSaved(certificate);
  const good = comparisons.filter((line) => line.right).map((line) => line.text);
  const bad = [...comparisons.filter((line) => !line.right).map((line) => line.text), ...checked.faults.map((fault) => sentence(fault, certificate))];
  const kind = good.length ? "check" : "info";
  if (!good.length) good.push(certificate.over ? gettext("This browser saved nothing about this match, so it has nothing to compare.") : gettext("This browser saves the commitment now and compares it after the match."));
  if (bad.length) {
    const more = bad.length > MOST_NAMED ? [put(gettext("and %(count)s more"), { count: bad.length - MOST_NAMED })] : [];
    return say("notice--danger", "alert", gettext("Not verified."), gettext("The check found these problems:"), [list([...bad.slice(0, MOST_NAMED), ...more], "close")]);
  }
  const isShared = certificate.epochs.some((entry) => entry.shared && entry.seed === null);
  const sealed = isShared ? gettext("Several tables roll these dice. The seed is shown when all of them are over. Then you can check every roll here.") : gettext("The seed is shown after the match. Then you can check every roll here.");
  if (!certificate.over) return say("", "info", gettext("Sealed."), sealed, [list(good, kind)]);
  return say("notice--you", "check", gettext("Verified."), verified(certificate.throws), [list(good, kind)]);
}

async function run() {
  if (!canHash()) return say("notice--warn", "alert", gettext("Not checked by your browser."), gettext("Browsers can do this check only over HTTPS. Save the file and check it with the script below."));
  const answer = await fetch(root.dataset.file ?? "", { headers: { Accept: "application/json" }, cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  /** @type {Certificate} */
  const certificate = await answer.json();
  if (certificate.imported) return;
  const checked = await check(certificate);
  mark(certificate, checked);
  judge(certificate, checked);
  for (const { epoch, commitment, seed, throws } of certificate.epochs) if (seed === null) savePromise(certificate.match, epoch, { commitment, throws: throws.length });
}

run().catch(() => say("notice--warn", "wifi", gettext("Not checked by your browser."), gettext("The certificate could not be loaded. Reload the page.")));
