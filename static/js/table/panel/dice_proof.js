// @ts-check
// What is known of the dice: the server's promise, each player's part, the secret after the end. One's own part may be
// drawn again or written by hand until "Ready". It checks that promise and own part stayed what this browser kept; the
// certificate checks the rolls.

import { find, h } from "../../dom.js";
import { gettext, put } from "../../i18n.js";
import { canHash } from "../../dice/hashing.js";
import { savePromise, savedPromise, savedSealed } from "../../dice/dice_store.js";
import { drawNonce, ownNonce, writeNonce } from "../live/ready.js";

/** @import { Seat } from "../types.js" */
/** @import { Store } from "../store.js" */

const SEATS = /** @type {Seat[]} */ (["A", "B"]);

export class DiceProof {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.root = find("[data-proof]", HTMLElement);
    this.drawn = "";
  }

  draw() {
    const { status, ready, seat, dice_proof: proof } = this.store.view;
    const drawn = JSON.stringify([proof, status, seat && ready[seat], this.store.rows.length]);
    const writing = this.#mayWrite() && this.root.contains(document.activeElement);
    if (drawn === this.drawn || writing) return;
    this.drawn = drawn;
    this.root.replaceChildren(...[...this.#server(), ...SEATS.map((seat) => this.#part(seat)), this.#own(), this.#field()].filter((node) => node !== null));
  }

  /** @returns {Array<HTMLElement | null>} */
  #server() {
    const { match, dice_proof: proof, shared_dice: shared } = this.store.view;
    const later = shared ? gettext("Other tables roll the same dice. The dice seed is shown when all of them are over. Then every roll can be checked.") : gettext("The dice seed is shown after the match. Then every roll can be checked.");
    const { commitment, epoch, seed, throws } = proof;
    if (!epoch) return [h("p", {}, gettext("This match was imported. Its dice were not sealed on this site."))];
    const now = { commitment: commitment ?? "", throws };
    const promised = (commitment && !seed ? savePromise(match, epoch, now) : (savedPromise(match, epoch) ?? now)).commitment;
    return [
      fact(gettext("Dice seal, published before the first roll:"), commitment || "–"),
      promised === now.commitment ? null : h("p", { class: "strong danger" }, put(gettext("This browser saw a different dice seal before: %(promise)s"), { promise: promised })),
      seed ? fact(gettext("Dice seed, shown after the match:"), seed) : h("p", { class: "quiet" }, later),
    ];
  }

  /** @param {Seat} seat @returns {HTMLElement | null} */
  #part(seat) {
    const { view } = this.store;
    if (!view.dice_proof.epoch) return null;
    const name = view.players[seat].name;
    const nonce = this.#shown(seat);
    const status = view.dice_proof.nonce_status?.[seat];
    if (status === "given" && nonce) return fact(put(gettext("%(name)s, random text:"), { name }), nonce);
    /** @type {Record<string, string>} */
    const words = {
      awaited: gettext("%(name)s: random text sealed."),
      given: gettext("%(name)s: random text empty."),
      wrong: gettext("%(name)s: the random text does not match its seal and counts as empty."),
      missing: gettext("%(name)s: the random text did not arrive and counts as empty."),
      none: view.status === "joining" ? "" : gettext("%(name)s: no random text."),
    };
    const text = words[status] ?? "";
    return text ? h("p", {}, put(text, { name })) : null;
  }

  /** Was one's own part shown as this browser sealed it? @returns {HTMLElement | null} */
  #own() {
    const { match, seat, dice_proof: proof } = this.store.view;
    const sealed = seat ? savedSealed(match, proof.epoch, seat) : null;
    const shown = seat ? this.#shown(seat) : undefined;
    if (sealed === null || shown === undefined) return null;
    if (sealed === shown) return h("p", { class: "quiet" }, gettext("Your random text matches the one this browser sealed."));
    return h("p", { class: "strong", "data-tell": true }, put(gettext("Your random text differs from the one this browser sealed: %(sealed)s"), { sealed }));
  }

  /** The nonce that a seat has shown for these dice. @param {Seat} seat @returns {string | undefined} */
  #shown(seat) {
    const { rows } = this.store;
    const epoch = rows.findLast((row) => row.kind === "epoch")?.seq ?? 0;
    return rows.findLast((row) => row.kind === "nonce" && row.seat === seat && row.seq > epoch)?.payload.nonce;
  }

  /** Only where a seal can be made, which needs https or this very machine. */
  #mayWrite() {
    const { seat, status, ready } = this.store.view;
    return Boolean(seat && status === "joining" && !ready[seat] && canHash());
  }

  /** @returns {HTMLElement | null} */
  #field() {
    if (!this.#mayWrite()) return null;
    const help = gettext("Made by this browser. You may type your own letters and digits. Ready seals the text.");
    const input = /** @type {HTMLInputElement} */ (h("input", { id: "own-part", maxlength: 64, autocomplete: "off", spellcheck: "false", "aria-describedby": "own-part-help", value: ownNonce(this.store) }));
    input.addEventListener("input", () => {
      const clean = input.value.replace(/[^0-9A-Za-z]/g, "");
      if (clean !== input.value) input.value = clean;
      writeNonce(this.store, clean);
    });
    const again = h("button", { class: "btn btn--small", type: "button", "data-draw": true }, gettext("New random text"));
    again.addEventListener("click", () => {
      input.value = drawNonce(this.store);
    });
    return h("div", { class: "field" }, h("label", { for: "own-part" }, gettext("Your random text for the dice")), input, h("div", { class: "row" }, again), h("div", { class: "help", id: "own-part-help" }, help));
  }
}

/** @param {string} label @param {string} value */
const fact = (label, value) => h("p", {}, `${label} `, h("code", {}, value));
