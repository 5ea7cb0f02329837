// @ts-check
// "Ready", with this browser's part of the dice: the hash goes first, the nonce only when both hashes are stored.

import { newKey } from "./actions.js";

/** @import { Actions } from "./actions.js" */
/** @import { Store } from "./store.js" */

/** @param {Store} store */
const place = (store) => `barpoint.nonce.${store.view.match}.${store.view.dice_proof?.epoch ?? 0}`;

/** @param {Store} store @param {Actions} actions */
export async function sendReady(store, actions) {
  if (store.view.status !== "joining") return actions.send("ready");
  const nonce = newKey();
  const hash = await sha256(nonce);
  if (hash) localStorage.setItem(place(store), nonce);
  await actions.send("ready", { nonce_hash: hash });
}

/** Shows the nonce when it is asked for; lost ones (another browser) are given up at once, so that nobody waits. @param {Store} store @param {Actions} actions */
export function sendNonce(store, actions) {
  const { view } = store;
  if (view.waiting_for !== "nonce" || !view.seat || view.may.nonce !== null || store.sending) return;
  actions.send("nonce", { nonce: localStorage.getItem(place(store)) ?? "" });
}

/** Null where the browser has no WebCrypto (plain http): then the seat adds nothing. @param {string} text @returns {Promise<string | null>} */
async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
