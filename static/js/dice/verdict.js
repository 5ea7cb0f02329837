// @ts-check
// The outcome of a check in words.

import { gettext, ngettext, put } from "../i18n.js";
import { savedPromise, savedSealed } from "./dice_store.js";

/** @import { Certificate, Fault } from "./verify.js" */

/** @param {number[] | undefined} dice */
export const dice = (dice) => (dice ?? []).join("–");

/** @param {Fault} fault @param {Certificate} certificate @returns {string} */
export function sentence(fault, certificate) {
  const values = { epoch: fault.epoch ?? 0, n: fault.n ?? 0, said: dice(fault.logged), computed: dice(fault.computed), name: fault.seat ? certificate.players[fault.seat] : "", total: certificate.throws };
  switch (fault.kind) {
    case "format": return gettext("This page cannot read this certificate format.");
    case "commitment": return put(gettext("Seed %(epoch)s does not match its commitment."), values);
    case "part": return put(gettext("%(name)s, seed %(epoch)s: the nonce is not used as its seal requires."), values);
    case "mix": return put(gettext("Seed %(epoch)s: the shared dice were not mixed from the nonces of all tables."), values);
    case "order": return put(gettext("Seed %(epoch)s: commitment, nonces and rolls are in the wrong order."), values);
    case "number": return put(gettext("A roll is missing before number %(n)s."), values);
    case "throw": return put(gettext("Roll %(n)s does not match: the log says %(said)s, the seed and nonces give %(computed)s."), values);
    default: return put(gettext("Rolls in the match: %(total)s. Rolls in this file: %(n)s."), values);
  }
}

/** @param {number} count */
export function verified(count) {
  if (!count) return gettext("The seed matches its commitment. No dice were rolled.");
  return put(ngettext("%(count)s roll matches the sealed seed and nonces. Your browser has checked it.", "%(count)s rolls match the sealed seed and nonces. Your browser has checked each one.", count), { count });
}

/**
 * What this browser kept, compared with what the certificate says.
 * @param {Certificate} certificate @returns {Array<{ right: boolean, text: string }>}
 */
export function comparedWithSaved(certificate) {
  return certificate.epochs.flatMap((entry) => {
    const values = { epoch: entry.epoch };
    const lines = [];
    const promise = savedPromise(certificate.match, entry.epoch);
    if (promise) lines.push(promised(promise, entry.commitment, values));
    for (const seat of /** @type {Array<"A" | "B">} */ (["A", "B"])) {
      const sealed = savedSealed(certificate.match, entry.epoch, seat);
      const { shown } = entry.nonces[seat];
      if (sealed === null || shown === null) continue;
      const name = certificate.players[seat];
      lines.push(sealed === shown
        ? { right: true, text: put(gettext("%(name)s, seed %(epoch)s: the nonce matches the one this browser sealed."), { ...values, name }) }
        : { right: false, text: put(gettext("%(name)s, seed %(epoch)s: this browser sealed a different nonce, “%(sealed)s”."), { ...values, name, sealed }) });
    }
    return lines;
  });
}

/** @param {import("./dice_store.js").Promised} promise @param {string} now @param {Record<string, string | number>} values */
function promised(promise, now, values) {
  if (promise.commitment !== now) return { right: false, text: put(gettext("Seed %(epoch)s: this browser saw a different commitment before: %(before)s"), { ...values, before: promise.commitment }) };
  if (!promise.throws) return { right: true, text: put(gettext("Commitment %(epoch)s matches the one this browser saw before the first roll."), values) };
  return { right: true, text: put(gettext("Commitment %(epoch)s matches the one this browser saw after roll %(throws)s."), { ...values, throws: promise.throws }) };
}
