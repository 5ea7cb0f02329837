// @ts-check
// SHA-256 by the browser's own cryptography.

const text = new TextEncoder();

/** Plain http has no cryptography, except on this very machine. */
export const canHash = () => Boolean(globalThis.crypto?.subtle);

/** @param {string} value @returns {Promise<string>} 64 hexadecimal digits */
export async function sha256(value) {
  const digest = await crypto.subtle.digest("SHA-256", text.encode(value));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
