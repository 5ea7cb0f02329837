// @ts-check
// Where there is little room the open chat lies over all but the board (css/components/chat.css). Its head says what is
// waited for, and takes the reader back there.

import { find, say } from "../../dom.js";
import { sentence } from "../words/sentences.js";

/** @import { Parts } from "./side_channel.js" */

/** @param {HTMLElement} root @param {HTMLElement} tab @param {Parts} parts */
export function chatSheet(root, tab, { panel, store }) {
  const head = find("[data-chat-now]", HTMLElement, root);
  const words = find("span", HTMLElement, head);
  const draw = () => {
    const { view } = store;
    say(words, sentence(store).strong);
    head.classList.toggle("chat-now--you", Boolean(view.seat) && view.to_act === view.seat && !view.outcome);
  };
  const close = () => {
    panel.show("moves");
    panel.root.classList.remove("panel--open");
  };
  head.addEventListener("click", () => {
    close();
    tab.focus();
  });
  // A second press on the tab closes the panel; an empty chat is not left standing there.
  panel.root.addEventListener("click", () => {
    if (!root.hidden && !panel.root.classList.contains("panel--open") && getComputedStyle(head).display !== "none") close();
  });
  store.listeners.push(draw);
  draw();
}
