// @ts-check
// What this browser keeps of a match's dice: the promise as it was first seen, and its own part of them, by match and epoch.
// It tells afterwards whether anything was exchanged.

import { remove, save, namesStartingWith, load } from "../storage.js";

/** @typedef {{ commitment: string, throws: number }} Promised the commitment, and how many rolls there were when it came */

const ROOM = "barpoint.dice";

/** @param {string} match @param {number} epoch @param {string} field */
const place = (match, epoch, field) => `${ROOM}.${match}.${epoch}.${field}`;

/** A full store drops what it knows of other matches first. @param {string} key @param {string} value */
function write(key, value) {
  if (save(key, value)) return;
  const match = key.split(".").slice(0, 3).join(".");
  for (const old of namesStartingWith(`${ROOM}.`)) if (!old.startsWith(match)) remove(old);
  save(key, value);
}

/** What was promised first stays; call it only while the seed is not known. @param {string} match @param {number} epoch @param {Promised} promised @returns {Promised} */
export function savePromise(match, epoch, promised) {
  const earlier = savedPromise(match, epoch);
  if (!earlier) write(place(match, epoch, "promise"), JSON.stringify(promised));
  return earlier ?? promised;
}

/** @param {string} match @param {number} epoch @returns {Promised | null} */
export function savedPromise(match, epoch) {
  try {
    return JSON.parse(load(place(match, epoch, "promise")) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match @param {number} epoch @param {string} seat @param {string} nonce */
export const saveNonce = (match, epoch, seat, nonce) => write(place(match, epoch, `nonce.${seat}`), nonce);

/** @param {string} match @param {number} epoch @param {string} seat @returns {string | null} */
export const savedNonce = (match, epoch, seat) => load(place(match, epoch, `nonce.${seat}`));

/** This browser sealed this nonce with "Ready": nothing else may be shown for it. @param {string} match @param {number} epoch @param {string} seat @param {string} nonce */
export const saveSealed = (match, epoch, seat, nonce) => write(place(match, epoch, `sealed.${seat}`), nonce);

/** @param {string} match @param {number} epoch @param {string} seat @returns {string | null} */
export const savedSealed = (match, epoch, seat) => load(place(match, epoch, `sealed.${seat}`));
