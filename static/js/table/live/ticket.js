// @ts-check
// The ticket that opens the live table: asked for with the login, renewed before it ends, never put in an address.

import { gettext } from "../../i18n.js";

/** @typedef {{ ticket: string, expires_at: number }} Ticket */

const EARLY_MS = 45_000;

/** The server gives this reader no ticket (a suspended account, a match that is gone): asking again changes nothing. */
export class TicketRefused extends Error {}

export class Tickets {
  /** @param {string} url @param {Ticket | null} first @param {() => number} now the server's time */
  constructor(url, first, now) {
    this.url = url;
    this.current = first;
    this.now = now;
    /** @type {Promise<Ticket> | null} */
    this.asking = null;
  }

  /** @returns {Promise<string>} the value of the Authorization header */
  async header() {
    if (!this.current || this.current.expires_at - this.now() < EARLY_MS) {
      this.asking ??= this.#ask().finally(() => { this.asking = null; });
      this.current = await this.asking;
    }
    return `Ticket ${this.current.ticket}`;
  }

  /** The server no longer takes it. */
  drop() {
    this.current = null;
  }

  /** @returns {Promise<Ticket>} */
  async #ask() {
    const answer = await fetch(this.url, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (answer.status === 403 || answer.status === 404) {
      const body = await answer.json().catch(() => ({}));
      throw new TicketRefused(body.detail ?? gettext("The server did not accept this. Reload the page and try again."));
    }
    if (!answer.ok) throw new Error(`no ticket: ${answer.status}`);
    return answer.json();
  }
}
