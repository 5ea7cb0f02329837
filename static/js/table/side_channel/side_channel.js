// @ts-check
// What stands beside the log of the match: its chat, and the wish for a rematch.

import { Chat } from "./chat.js";
import { Rematch } from "./rematch.js";

/** @import { Announcer } from "../announce/announcer.js" */
/** @import { Panel } from "../panel/panel.js" */
/** @import { Store } from "../store.js" */
/** @import { Tickets } from "../live/ticket.js" */
/** @typedef {{ beside: any, csrf: string, store: Store, tickets: Tickets, announcer: Announcer, panel: Panel }} Parts */

/** @param {Parts} parts @returns {(event: string, data: any) => void} what hears the stream's other events */
export function beside(parts) {
  const chat = parts.beside?.chat ? new Chat(parts.beside.chat, parts) : null;
  const rematch = parts.beside?.rematch ? new Rematch(parts.beside.rematch, parts) : null;
  sayWhatIsAnnounced(parts.announcer);
  return (event, data) => {
    if (event === "chat") chat?.hear(data);
    else if (event === "rematch") rematch?.hear(data);
    else if (event === "announced") askAgain();
  };
}

/** What the house says is said once, when it is new. @param {Announcer} announcer */
function sayWhatIsAnnounced(announcer) {
  const shown = document.getElementById("announced");
  const words = () => (shown?.textContent ?? "").replace(/\s+/g, " ").trim();
  let said = words();
  shown?.addEventListener("htmx:afterSwap", () => {
    const now = words();
    if (now !== said) announcer.say(now);
    said = now;
  });
}

const SPREAD_MS = 3000;

/** The house has something to say, or nothing any more: its words come from the site, not from all tables at once. */
function askAgain() {
  setTimeout(() => document.getElementById("announced")?.dispatchEvent(new Event("refresh")), SPREAD_MS * Math.random());
}
