// @ts-check
// What this browser keeps of a match's dice: the promise as it was first seen, and its own part of them, by match and epoch.
// It tells afterwards whether anything was exchanged.

import { forget, keep, namesLike, recall } from "../storage.js";

/** @typedef {{ commitment: string, throws: number }} Promised the commitment, and how many throws there were when it came */

const ROOM = "barpoint.dice";

/** @param {string} match @param {number} epoch @param {string} what */
const place = (match, epoch, what) => `${ROOM}.${match}.${epoch}.${what}`;

/** A full store drops what it knows of other matches first. @param {string} key @param {string} value */
function write(key, value) {
  if (keep(key, value)) return;
  const match = key.split(".").slice(0, 3).join(".");
  for (const old of namesLike(`${ROOM}.`)) if (!old.startsWith(match)) forget(old);
  keep(key, value);
}

/** What was promised first stays; call it only while the seed is not known. @param {string} match @param {number} epoch @param {Promised} promised @returns {Promised} */
export function keepPromise(match, epoch, promised) {
  const known = keptPromise(match, epoch);
  if (!known) write(place(match, epoch, "promise"), JSON.stringify(promised));
  return known ?? promised;
}

/** @param {string} match @param {number} epoch @returns {Promised | null} */
export function keptPromise(match, epoch) {
  try {
    return JSON.parse(recall(place(match, epoch, "promise")) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match @param {number} epoch @param {string} seat @param {string} nonce */
export const keepNonce = (match, epoch, seat, nonce) => write(place(match, epoch, `nonce.${seat}`), nonce);

/** @param {string} match @param {number} epoch @param {string} seat @returns {string | null} */
export const keptNonce = (match, epoch, seat) => recall(place(match, epoch, `nonce.${seat}`));

/** This browser sealed this nonce with "Ready": nothing else may be shown for it. @param {string} match @param {number} epoch @param {string} seat @param {string} nonce */
export const keepSealed = (match, epoch, seat, nonce) => write(place(match, epoch, `sealed.${seat}`), nonce);

/** @param {string} match @param {number} epoch @param {string} seat @returns {string | null} */
export const keptSealed = (match, epoch, seat) => recall(place(match, epoch, `sealed.${seat}`));
