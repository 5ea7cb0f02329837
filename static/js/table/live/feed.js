// @ts-check
// What happens at the table, as it happens: one event stream that comes back by itself and misses nothing.

import { messages } from "./sse.js";
import { TicketRefused } from "./ticket.js";

/** @import { Changes, Presence, Row, View } from "../types.js" */
/** @import { Tickets } from "./ticket.js" */
/**
 * @typedef {Object} FeedHandlers
 * @property {() => number} after the last row known
 * @property {(row: Row) => void} row
 * @property {(view: View) => void} view
 * @property {(changes: Changes) => void} [changes] what changed, in place of a view; without it the stream has views only
 * @property {(presence: Presence) => void} presence
 * @property {(event: string, data: any) => void} sideChannel what is no part of the log
 * @property {(why: string) => void} refused the reader may not listen any more
 * @property {(state: "connecting" | "open" | "lost" | "closed") => void} state
 */

const SILENCE_MS = 40_000;
const LONGEST_MS = 8_000;
const DOUBT_MS = 20_000;
/** A line that lasted less counts as one more failed attempt, so that a page never asks in a tight loop. */
const STEADY_MS = 5_000;

export class Feed {
  /** @param {string} url @param {Tickets} tickets @param {FeedHandlers} handlers */
  constructor(url, tickets, handlers) {
    this.url = handlers.changes ? `${url}?changes=1` : url;
    this.tickets = tickets;
    this.handlers = handlers;
    this.attempt = 0;
    /** How often a handler threw. */
    this.failures = 0;
    this.stopped = false;
    this.resting = false;
    this.heardAt = 0;
    /** @type {AbortController | null} */
    this.connection = null;
    this.wake = () => {};
    window.addEventListener("online", () => this.again());
    window.addEventListener("offline", () => this.connection?.abort());
  }

  async run() {
    while (!this.stopped) {
      try {
        await this.#listen();
      } catch (error) {
        // Broken line, old ticket, sleeping laptop: all are answered by coming back; a reader without a right is not.
        if (error instanceof TicketRefused) this.#refused(error.message);
      }
      if (this.stopped) break;
      if (this.resting) await new Promise((resolve) => { this.wake = () => resolve(undefined); });
      this.handlers.state(this.attempt > 0 || !navigator.onLine ? "lost" : "connecting");
      await this.#pause();
      this.attempt += 1;
    }
    this.handlers.state("closed");
  }

  /** Come back now: the network is there again, or the page is looked at again after a sleep. */
  again() {
    const rested = this.resting;
    this.resting = false;
    this.attempt = 0;
    if (rested || Date.now() - this.heardAt > DOUBT_MS) this.connection?.abort();
    this.wake();
  }

  /** A page nobody looks at gives its line back until `again`. */
  rest() {
    this.resting = true;
    this.connection?.abort();
  }

  stop() {
    this.stopped = true;
    this.connection?.abort();
    this.wake();
  }

  /** @param {string} why */
  #refused(why) {
    this.stopped = true;
    this.handlers.refused(why);
  }

  async #listen() {
    const connection = new AbortController();
    this.connection = connection;
    const headers = { Authorization: await this.tickets.header(), Accept: "text/event-stream", "Last-Event-ID": String(this.handlers.after()) };
    let alarm = setTimeout(() => connection.abort(), SILENCE_MS);
    let openedAt = Infinity;
    try {
      const answer = await fetch(this.url, { headers, signal: connection.signal, cache: "no-store" });
      if (answer.status === 401 || answer.status === 403) this.tickets.drop();
      if (answer.status === 404) this.stopped = true;
      if (!answer.ok || !answer.body) throw new Error(`stream ${answer.status}`);
      openedAt = Date.now();
      this.handlers.state("open");
      for await (const message of messages(answer.body)) {
        clearTimeout(alarm);
        alarm = setTimeout(() => connection.abort(), SILENCE_MS);
        this.#hear(message.event, message.data);
      }
    } finally {
      clearTimeout(alarm);
      if (Date.now() - openedAt >= STEADY_MS) this.attempt = 0;
    }
  }

  /** A handler that throws is a fault of the page, not of the line: it is reported, and the line stays open. @param {string} event @param {string} data */
  #hear(event, data) {
    this.heardAt = Date.now();
    try {
      this.#handle(event, data);
    } catch (error) {
      this.failures += 1;
      if (Number.isInteger(Math.log2(this.failures))) reportError(error); // the 1st, 2nd, 4th, 8th time: never a flood
    }
  }

  /** @param {string} event @param {string} data */
  #handle(event, data) {
    if (event === "action") this.handlers.row(JSON.parse(data));
    else if (event === "view") this.handlers.view(JSON.parse(data));
    else if (event === "changes") this.handlers.changes?.(JSON.parse(data));
    else if (event === "presence") this.handlers.presence(JSON.parse(data));
    else if (event) this.handlers.sideChannel(event, JSON.parse(data));
  }

  #pause() {
    const wait = this.attempt === 0 ? 150 : Math.min(LONGEST_MS, 400 * 2 ** this.attempt) * (0.7 + 0.6 * Math.random());
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}
