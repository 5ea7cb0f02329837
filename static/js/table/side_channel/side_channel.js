// @ts-check
// What stands beside the log of the match: its chat, and the wish for a rematch.

import { Banner } from "./banner.js";
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
  const banner = new Banner(parts.announcer);
  return (event, data) => {
    if (event === "chat") chat?.receive(data);
    else if (event === "rematch") rematch?.receive(data);
    else if (event === "announced") banner.refresh();
  };
}
