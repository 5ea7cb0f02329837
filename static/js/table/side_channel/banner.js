// @ts-check
// What the site announces, above the table. Other pages ask by htmx, which the table does not load.

/** @import { Announcer } from "../announce/announcer.js" */

const AGAIN_MS = 60_000;
const SPREAD_MS = 3000;

export class Banner {
  /** @param {Announcer} announcer */
  constructor(announcer) {
    this.announcer = announcer;
    this.shown = document.getElementById("announced");
    this.announced = this.words();
    setInterval(() => this.ask(), AGAIN_MS);
  }

  words() {
    return (this.shown?.textContent ?? "").replace(/\s+/g, " ").trim();
  }

  /** Something has changed: asked for at random moments, so that not all tables ask at once. */
  refresh() {
    setTimeout(() => this.ask(), SPREAD_MS * Math.random());
  }

  /** What is new is spoken once. */
  async ask() {
    const address = this.shown?.getAttribute("hx-get");
    if (!address) return;
    const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } }).catch(() => null);
    if (!answer?.ok) return; // off the net: the next round asks again
    const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
    this.shown?.replaceChildren(...[...body.childNodes].map((node) => document.importNode(node, true)));
    const now = this.words();
    if (now !== this.announced) this.announcer.say(now);
    this.announced = now;
  }
}
