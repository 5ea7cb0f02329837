// @ts-check
// While the table waits for dice that other tables share, it asks every few seconds how many are still awaited.

/** @import { Store } from "../store.js" */
/** @typedef {{ tables: number, playing: number, awaited: number, paused: number }} SharedTables */

const AGAIN_MS = 3_000;

/** @param {Store} store @param {string} address of the tables */
export function watchSharedDice(store, address) {
  let asking = false;
  const ask = async () => {
    if (asking || document.hidden || !store.view.shared_dice?.waits) return;
    asking = true;
    const tables = await read(address);
    asking = false;
    if (tables && JSON.stringify(tables) !== JSON.stringify(store.sharedTables)) store.set({ sharedTables: tables });
  };
  let waited = false;
  const check = () => {
    const waits = Boolean(store.view.shared_dice?.waits);
    if (waits && !waited) {
      store.sharedTables = null; // of the roll before
      void ask();
    }
    waited = waits;
  };
  store.listeners.push(check);
  setInterval(ask, AGAIN_MS);
  check();
}

/** @param {string} address @returns {Promise<SharedTables | null>} null when the server cannot be reached */
async function read(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(5_000) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
