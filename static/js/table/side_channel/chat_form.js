// @ts-check
// Says a line: typed and sent with Enter, or a quick phrase. The same key goes again until the server has answered.

import { say } from "../../dom.js";
import { gettext } from "../../i18n.js";
import { newKey } from "../actions.js";
import { TicketRefused } from "../live/ticket.js";

/** @import { Line } from "./chat_line.js" */
/** @import { Tickets } from "../live/ticket.js" */

const TRIES = 4;
const AGAIN = new Set([401, 502, 503, 504]);

export class ChatForm {
  /** @param {HTMLElement} root @param {string} url @param {Tickets} tickets @param {(line: Line) => void} onSent */
  constructor(root, url, tickets, onSent) {
    this.url = url;
    this.tickets = tickets;
    this.onSent = onSent;
    this.notice = root.querySelector("[data-chat-said]");
    this.form = root.querySelector("[data-chat-form]");
    this.field = root.querySelector("[data-chat-form] input");
    this.phrases = root.querySelector(".chat-phrases");
    /** One after the other, in the order in which they were said. @type {Promise<boolean>} */
    this.last = Promise.resolve(true);
    this.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type();
    });
    this.phrases?.addEventListener("click", (event) => {
      const chip = event.target instanceof Element ? event.target.closest("[data-phrase]") : null;
      if (chip instanceof HTMLElement) this.#send({ phrase: chip.dataset.phrase ?? "" });
    });
  }

  /** Whether there is anything to write in. @param {boolean} on */
  open(on) {
    for (const part of [this.form, this.phrases]) if (part instanceof HTMLElement) part.hidden = !on;
  }

  async #type() {
    const { field } = this;
    if (!(field instanceof HTMLInputElement) || field.readOnly || !field.value.trim()) return;
    field.readOnly = true;
    if (await this.#send({ text: field.value })) field.value = "";
    field.readOnly = false;
    field.focus();
  }

  /** @param {{ text?: string, phrase?: string }} message @returns {Promise<boolean>} whether it was said */
  #send(message) {
    this.last = this.last.then(() => this.#deliver({ ...message, key: newKey() }));
    return this.last;
  }

  /** @param {Record<string, string>} body */
  async #deliver(body) {
    this.#tell("");
    const answer = await this.#answer(body);
    if (answer.line) this.onSent(answer.line);
    else this.#tell(answer.detail ?? gettext("The server cannot be reached. Try again."));
    return Boolean(answer.line);
  }

  /** @param {Record<string, string>} body @returns {Promise<{ line?: Line, detail?: string }>} */
  async #answer(body) {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      try {
        const headers = { Authorization: await this.tickets.header(), "Content-Type": "application/json" };
        const answer = await fetch(this.url, { method: "POST", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(8_000) });
        if (answer.status === 401) this.tickets.drop();
        if (!AGAIN.has(answer.status)) return await answer.json();
      } catch (error) {
        if (error instanceof TicketRefused) return { detail: error.message };
        // No answer: it may have arrived or not. The key makes repeating safe.
      }
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
    }
    return {};
  }

  /** @param {string} text */
  #tell(text) {
    if (this.notice) say(this.notice, text);
  }
}
