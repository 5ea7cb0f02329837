// @ts-check
// "Ready", with this browser's part of the dice: the hash goes first, the nonce only when both hashes are stored.

import { newKey } from "./actions.js";

/** @import { Actions } from "./actions.js" */
/** @import { Store } from "./store.js" */

/** Where this browser keeps its part. @param {Store} store */
export const place = (store) => `barpoint.nonce.${store.view.match}.${store.view.dice_proof?.epoch ?? 0}`;

/** @param {Store} store @param {Actions} actions */
export async function sendReady(store, actions) {
  if (store.view.status !== "joining") return actions.send("ready");
  const hash = await sha256(ownNonce(store));
  await actions.send("ready", { nonce_hash: hash });
}

/** Random, unless the player has written another. @param {Store} store @returns {string} */
export function ownNonce(store) {
  const kept = localStorage.getItem(place(store));
  if (kept !== null) return kept;
  const nonce = newKey();
  keepNonce(store, nonce);
  return nonce;
}

/** @param {Store} store @param {string} nonce */
export const keepNonce = (store, nonce) => localStorage.setItem(place(store), nonce);

/** Shows the nonce when it is asked for; lost ones (another browser) are given up at once, so that nobody waits. @param {Store} store @param {Actions} actions */
export function sendNonce(store, actions) {
  const { view } = store;
  if (view.waiting_for !== "nonce" || !view.seat || view.may.nonce !== null || store.sending) return;
  const partnerHasIt = localStorage.getItem(place(store)) === null && (view.players[view.seat].people ?? []).length > 1;
  if (partnerHasIt) return;
  actions.send("nonce", { nonce: localStorage.getItem(place(store)) ?? "" });
}

/** Null where the browser has no WebCrypto (plain http): then the seat adds nothing. @param {string} text @returns {Promise<string | null>} */
async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
