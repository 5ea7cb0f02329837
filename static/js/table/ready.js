// @ts-check
// "Ready", with this browser's part of the dice: the hash goes first, the nonce only when both hashes are stored.

import { keepNonce, keepSealed, keptNonce } from "../dice/kept.js";
import { newKey } from "./actions.js";

/** @import { Actions } from "./actions.js" */
/** @import { Store } from "./store.js" */

/** Whose part of which dice: by match, epoch and seat. @param {Store} store @returns {[string, number, string]} */
const part = ({ view }) => [view.match, view.dice_proof?.epoch ?? 0, view.seat ?? ""];

/** @param {Store} store @param {Actions} actions */
export async function sendReady(store, actions) {
  if (store.view.status !== "joining") return actions.send("ready");
  const nonce = ownNonce(store);
  const hash = await sha256(nonce);
  const whose = part(store);
  await actions.send("ready", { nonce_hash: hash });
  const taken = hash && store.rows.some((row) => row.kind === "ready" && row.seat === store.view.seat && row.payload.nonce_hash === hash);
  if (taken) keepSealed(...whose, nonce);
}

/** Random, unless the player has written another. @param {Store} store @returns {string} */
export function ownNonce(store) {
  return keptNonce(...part(store)) ?? drawNonce(store);
}

/** Another one, at random. @param {Store} store @returns {string} */
export function drawNonce(store) {
  const nonce = newKey();
  writeNonce(store, nonce);
  return nonce;
}

/** @param {Store} store @param {string} nonce */
export const writeNonce = (store, nonce) => keepNonce(...part(store), nonce);

/** Shows the nonce when it is asked for; lost ones (another browser) are given up at once, so that nobody waits. @param {Store} store @param {Actions} actions */
export function sendNonce(store, actions) {
  const { view } = store;
  if (view.waiting_for !== "nonce" || !view.seat || view.may.nonce !== null || store.sending) return;
  const nonce = keptNonce(...part(store));
  const partnerHasIt = nonce === null && (view.players[view.seat].people ?? []).length > 1;
  if (partnerHasIt) return;
  actions.send("nonce", { nonce: nonce ?? "" });
}

/** Null where the browser has no WebCrypto (plain http): then the seat adds nothing. @param {string} text @returns {Promise<string | null>} */
async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
