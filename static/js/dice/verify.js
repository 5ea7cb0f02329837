// @ts-check
// Checks a certificate (docs/dice.md) with the browser's own cryptography. Knows nothing of the page.

import { sha256 } from "./hashing.js";

/** @typedef {{ status: string, hash: string | null, hash_seq: number | null, shown: string | null, shown_seq: number | null, used: string }} Part */
/** @typedef {{ n: number, seq: number, game: number, kind: string, seat: string, dice: number[], number?: number }} Roll number: counts within the game, where dice are shared */
/** @typedef {{ id: string, label: string, mix: string, nonces: string[][] }} Shared dice that several matches roll from */
/** @typedef {{ epoch: number, commitment: string, seq: number, seed: string | null, nonces: { A: Part, B: Part }, shared?: Shared | null, throws: Roll[] }} Epoch */
/** @typedef {{ format: string, match: string, players: { A: string, B: string }, imported: boolean, void: boolean, over: boolean, throws: number, epochs: Epoch[] }} Certificate */
/** @typedef {{ kind: "format" | "commitment" | "part" | "mix" | "order" | "number" | "throw" | "count", epoch?: number, seat?: "A" | "B", n?: number, logged?: number[], computed?: number[] }} Fault */
/** @typedef {{ faults: Fault[], computed: Map<number, number[]> }} Checked computed: what each roll had to be, by its place in the file */

const FORMAT = "barpoint-certificate-1";
const text = new TextEncoder();

/** @param {Certificate} certificate @returns {Promise<Checked>} */
export async function check(certificate) {
  /** @type {Fault[]} */
  const faults = certificate.format === FORMAT ? [] : [{ kind: "format" }];
  /** @type {Map<number, number[]>} */
  const computed = new Map();
  let n = 0;
  for (const entry of certificate.epochs) {
    faults.push(...(await promiseFaults(certificate, entry)));
    const dice = entry.seed === null ? null : await roller(certificate.match, entry, entry.seed);
    /** @type {Map<number, number>} */
    const inGame = new Map();
    for (const rolled of entry.throws) {
      n += 1;
      inGame.set(rolled.game, (inGame.get(rolled.game) ?? 0) + 1);
      if (rolled.n !== n || (entry.shared && (rolled.number !== inGame.get(rolled.game) || rolled.game !== inGame.size))) faults.push({ kind: "number", epoch: entry.epoch, n });
      if (!dice) continue;
      const due = await dice(n, rolled);
      computed.set(n, due);
      if (String(due) !== String(rolled.dice)) faults.push({ kind: "throw", epoch: entry.epoch, n, logged: rolled.dice, computed: due });
    }
  }
  if (n !== certificate.throws) faults.push({ kind: "count", n });
  return { faults, computed };
}

/** Commitment, both parts, and the order of it all. @param {Certificate} certificate @param {Epoch} entry @returns {Promise<Fault[]>} */
async function promiseFaults(certificate, entry) {
  /** @type {Fault[]} */
  const faults = [];
  const { epoch } = entry;
  const sealed = entry.shared ? `barpoint-shared-seed-1|${entry.shared.id}|${entry.seed}` : `barpoint-seed-1|${certificate.match}|${epoch}|${entry.seed}`;
  if (entry.seed !== null && (await sha256(sealed)) !== entry.commitment) faults.push({ kind: "commitment", epoch });
  for (const seat of /** @type {Array<"A" | "B">} */ (["A", "B"])) {
    const part = entry.nonces[seat];
    const fits = part.hash !== null && part.shown !== null && (await sha256(part.shown)) === part.hash;
    if ((part.status === "given") !== fits || part.used !== (fits ? part.shown : "")) faults.push({ kind: "part", epoch, seat });
  }
  if (entry.shared && entry.throws.length && !(await isMixed(certificate.match, entry, entry.shared))) faults.push({ kind: "mix", epoch });
  return inOrder(entry) ? faults : [...faults, { kind: "order", epoch }];
}

/** Is the mix made from the nonces of all boards, those of this match among them? @param {string} match @param {Epoch} entry @param {Shared} shared */
async function isMixed(match, entry, shared) {
  const rows = shared.nonces.map((row) => row.join("|")).sort();
  const own = [match, entry.nonces.A.used, entry.nonces.B.used].join("|");
  return rows.includes(own) && (await sha256(["barpoint-mix-1", ...rows].join("|"))) === shared.mix;
}

/** Commitment, then the sealed parts, then the parts, then the rolls. @param {Epoch} entry */
function inOrder(entry) {
  const parts = [entry.nonces.A, entry.nonces.B];
  const steps = [[entry.seq], parts.map((part) => part.hash_seq ?? 0).filter(Boolean), parts.map((part) => part.shown_seq ?? 0).filter(Boolean), entry.throws.map((rolled) => rolled.seq)];
  const taken = steps.filter((step) => step.length);
  return taken.every((step, at) => at === 0 || Math.max(...taken[at - 1]) < Math.min(...step));
}

/** @param {string} match @param {Epoch} entry @param {string} seed @returns {Promise<(n: number, rolled: Roll) => Promise<number[]>>} */
async function roller(match, entry, seed) {
  const bytes = new Uint8Array((seed.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const { nonces: { A, B }, shared } = entry;
  return async (n, rolled) => {
    const roll = shared ? `barpoint-shared-dice-1|${shared.id}|${shared.mix}|${rolled.game}|${rolled.number}` : `barpoint-dice-1|${match}|${entry.epoch}|${A.used}|${B.used}|${n}`;
    /** @type {number[]} */
    const faces = [];
    for (let k = 0; faces.length < 2; k += 1) {
      const block = await crypto.subtle.sign("HMAC", key, text.encode(`${roll}|${k}`));
      faces.push(...[...new Uint8Array(block)].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1));
    }
    return faces.slice(0, 2);
  };
}
