// @ts-check
// What stands beside the log of the match: its chat, and the wish for a rematch.

import { Chat } from "./chat.js";
import { Rematch } from "./rematch.js";

/** @import { Announcer } from "../announce/announcer.js" */
/** @import { Panel } from "../panel/panel.js" */
/** @import { Store } from "../store.js" */
/** @import { Tickets } from "../live/ticket.js" */
/** @typedef {{ settings: any, csrf: string, store: Store, tickets: Tickets, announcer: Announcer, panel: Panel }} Parts */

/** @param {Parts} parts @returns {(event: string, data: any) => void} what hears the stream's other events */
export function watchSideChannel(parts) {
  const chat = parts.settings?.chat ? new Chat(parts.settings.chat, parts) : null;
  const rematch = parts.settings?.rematch ? new Rematch(parts.settings.rematch, parts) : null;
  watchBanner(parts.announcer);
  return (event, data) => {
    if (event === "chat") chat?.receive(data);
    else if (event === "rematch") rematch?.receive(data);
    else if (event === "announced") refreshBanner();
  };
}

/** What the site announces is spoken once, when it is new. @param {Announcer} announcer */
function watchBanner(announcer) {
  const shown = document.getElementById("announced");
  const words = () => (shown?.textContent ?? "").replace(/\s+/g, " ").trim();
  let announced = words();
  shown?.addEventListener("htmx:afterSwap", () => {
    const now = words();
    if (now !== announced) announcer.say(now);
    announced = now;
  });
}

const SPREAD_MS = 3000;

/** The site has something to announce, or nothing any more: asked for at random moments, so that not all tables ask at once. */
function refreshBanner() {
  setTimeout(() => document.getElementById("announced")?.dispatchEvent(new Event("refresh")), SPREAD_MS * Math.random());
}
