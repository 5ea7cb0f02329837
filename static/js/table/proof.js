// @ts-check
// What is known of the dice: the server's promise, each player's part, the secret after the end. One's own part may be
// written by hand until "Ready". It checks nothing but whether the promise stayed what it was.

import { find, h } from "../dom.js";
import { gettext, put } from "../i18n.js";
import { keepNonce, ownNonce, place } from "./ready.js";

/** @import { Seat } from "./types.js" */
/** @import { Store } from "./store.js" */

const SEATS = /** @type {Seat[]} */ (["A", "B"]);

export class Proof {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.root = find("[data-proof]", HTMLElement);
    this.drawn = "";
  }

  draw() {
    const { status, ready, seat, dice_proof: proof } = this.store.view;
    const drawn = JSON.stringify([proof, status, seat && ready[seat], this.store.rows.length]);
    if (drawn === this.drawn || this.root.contains(document.activeElement)) return;
    this.drawn = drawn;
    this.root.replaceChildren(...[...this.#server(), ...SEATS.map((one) => this.#part(one)), this.#field()].filter((node) => node !== null));
  }

  /** @returns {Array<HTMLElement | null>} */
  #server() {
    const { commitment, seed } = this.store.view.dice_proof;
    const promised = remembered(`${place(this.store)}.promise`, commitment ?? "");
    return [
      fact(gettext("Before the first roll the server promised its secret:"), commitment || "–"),
      promised === (commitment ?? "") ? null : h("p", { class: "strong danger" }, put(gettext("This browser was promised something else before: %(promise)s"), { promise: promised })),
      seed ? fact(gettext("The secret, open since the match ended:"), seed) : h("p", { class: "quiet" }, gettext("The secret is shown when the match has ended; then every roll can be checked.")),
    ];
  }

  /** @param {Seat} seat @returns {HTMLElement | null} */
  #part(seat) {
    const { rows, view } = this.store;
    const name = view.players[seat].name;
    const epoch = rows.findLast((row) => row.kind === "epoch")?.seq ?? 0;
    const nonce = rows.findLast((row) => row.kind === "nonce" && row.seat === seat && row.seq > epoch)?.payload.nonce;
    const status = view.dice_proof.nonce_status?.[seat];
    if (status === "given" && nonce) return fact(put(gettext("%(name)s's part of the dice:"), { name }), nonce);
    /** @type {Record<string, string>} */
    const words = {
      awaited: gettext("%(name)s's part is sealed."),
      given: gettext("%(name)s's part is empty."),
      wrong: gettext("%(name)s's part did not fit its seal: it counts as empty."),
      missing: gettext("%(name)s's part did not come: it counts as empty."),
      none: view.status === "joining" ? "" : gettext("%(name)s added nothing to the dice."),
    };
    const text = words[status] ?? "";
    return text ? h("p", {}, put(text, { name })) : null;
  }

  /** Only where a seal can be made, which needs https or this very machine. @returns {HTMLElement | null} */
  #field() {
    const { seat, status, ready } = this.store.view;
    if (!seat || status !== "joining" || ready[seat] || !globalThis.crypto?.subtle) return null;
    const help = gettext("Drawn at random by this browser; you may write another, letters and digits. It is sealed when you press Ready.");
    const input = /** @type {HTMLInputElement} */ (h("input", { id: "own-part", maxlength: 64, autocomplete: "off", spellcheck: "false", "aria-describedby": "own-part-help", value: ownNonce(this.store) }));
    input.addEventListener("input", () => {
      const clean = input.value.replace(/[^0-9A-Za-z]/g, "");
      if (clean !== input.value) input.value = clean;
      keepNonce(this.store, clean);
    });
    return h("div", { class: "field" }, h("label", { for: "own-part" }, gettext("Your part of the dice")), input, h("div", { class: "help", id: "own-part-help" }, help));
  }
}

/** @param {string} label @param {string} value */
const fact = (label, value) => h("p", {}, `${label} `, h("code", {}, value));

/** What this browser was told first. @param {string} key @param {string} value @returns {string} */
function remembered(key, value) {
  const known = localStorage.getItem(key);
  if (known === null && value) localStorage.setItem(key, value);
  return known ?? value;
}
