// @ts-check
// "Ready", with this browser's part of the dice: the hash goes first, the nonce only when both hashes are stored.

import { canHash, sha256 } from "../../dice/hashing.js";
import { saveNonce, saveSealed, savedNonce } from "../../dice/dice_store.js";
import { newKey } from "../actions.js";

/** @import { Actions } from "../actions.js" */
/** @import { Store } from "../store.js" */

/** Whose part of which dice: by match, epoch and seat. @param {Store} store @returns {[string, number, string]} */
const part = ({ view }) => [view.match, view.dice_proof?.epoch ?? 0, view.seat ?? ""];

/** @param {Store} store @param {Actions} actions */
export async function sendReady(store, actions) {
  if (store.view.status !== "joining") return actions.send("ready");
  const nonce = ownNonce(store);
  const hash = await sealOf(nonce);
  const whose = part(store);
  await actions.send("ready", { nonce_hash: hash });
  const taken = hash && store.rows.some((row) => row.kind === "ready" && row.seat === store.view.seat && row.payload.nonce_hash === hash);
  if (taken) saveSealed(...whose, nonce);
}

/** Random, unless the player has written another. @param {Store} store @returns {string} */
export function ownNonce(store) {
  return savedNonce(...part(store)) ?? drawNonce(store);
}

/** Another one, at random. @param {Store} store @returns {string} */
export function drawNonce(store) {
  const nonce = newKey();
  writeNonce(store, nonce);
  return nonce;
}

/** @param {Store} store @param {string} nonce */
export const writeNonce = (store, nonce) => saveNonce(...part(store), nonce);

/** So long the browser that sealed the nonce, if it was another one, may take to show it. */
const PATIENCE_MS = 3000;
let patience = 0;

/** Shows the nonce when it is asked for; one that another browser sealed is given up after a while, so that nobody waits. @param {Store} store @param {Actions} actions */
export async function sendNonce(store, actions) {
  if (!owesNonce(store)) return;
  const nonce = savedNonce(...part(store));
  const sealed = store.rows.findLast((row) => row.kind === "ready" && row.seat === store.view.seat)?.payload.nonce_hash;
  if (nonce !== null && (await sealOf(nonce)) === sealed) {
    if (owesNonce(store)) await actions.send("nonce", { nonce });
    return;
  }
  const { seat, players } = store.view;
  const partnerHasIt = seat && (players[seat].people ?? []).length > 1;
  if (partnerHasIt || patience) return;
  patience = window.setTimeout(() => {
    patience = 0;
    if (owesNonce(store)) actions.send("nonce", { nonce: "" });
  }, PATIENCE_MS);
}

/** @param {Store} store */
const owesNonce = ({ view, sending }) => Boolean(view.waiting_for === "nonce" && view.seat && view.may.nonce === null && !sending);

/** Null where the browser has no cryptography: then the seat adds nothing. @param {string} nonce @returns {Promise<string | null>} */
const sealOf = async (nonce) => (canHash() ? sha256(nonce) : null);
