// @ts-check
// One line of the chat, and what can be done about it: mute, report, take away. Text stays text; links are not links.

import { h, icon } from "../../dom.js";
import { gettext, pgettext, put } from "../../i18n.js";

/** @typedef {{ id: number, room: "players" | "spectators", seat: "A" | "B" | null, author: number | null, name: string, text: string, phrase: string, at: string }} Line */
/** @typedef {{ mute: (line: Line) => void, report: (line: Line, reason: string) => Promise<string>, hide: (line: Line) => void }} LineActions */

/** @param {Line} line @param {string} words @param {{ mine: boolean, steward: boolean, login: boolean }} reader @param {LineActions} actions */
export function chatLine(line, words, reader, actions) {
  const when = new Date(line.at);
  const time = when.toLocaleTimeString(document.documentElement.lang || undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const name = line.name || gettext("Former player");
  return h("li", { class: reader.mine ? "chat-line chat-line--mine" : "chat-line", "data-line": line.id },
    mark(line),
    h("p", { class: "chat-words" }, h("b", { dir: "auto" }, name), " ", h("span", { dir: "auto" }, words)),
    h("time", { class: "num quiet", datetime: line.at, title: when.toLocaleString(document.documentElement.lang || undefined) }, time),
    ...(reader.login && (!reader.mine || reader.steward) ? more(line, name, reader, actions) : []));
}

/** A player's checker, or the eye of a spectator. @param {Line} line */
function mark(line) {
  if (line.seat) return h("i", { class: `disc disc--${line.seat.toLowerCase()}`, title: line.seat === "A" ? gettext("Light checkers") : gettext("Dark checkers") });
  return h("span", { class: "chat-eye quiet", title: gettext("Spectator") }, icon("eye", true), h("span", { class: "vh" }, gettext("Spectator")));
}

/** @param {Line} line @param {string} name @param {{ mine: boolean, steward: boolean }} reader @param {LineActions} actions */
function more(line, name, reader, actions) {
  const label = put(gettext("Message options: %(name)s"), { name });
  const acts = h("div", { class: "chat-acts", hidden: true });
  if (!reader.mine) acts.append(button(pgettext("button", "Mute"), () => actions.mute(line)), button(pgettext("chat message", "Report…"), () => askWhy(acts, line, actions)));
  if (reader.steward) acts.append(button(gettext("Remove message"), () => actions.hide(line)));
  const open = h("button", { class: "chat-more", type: "button", "aria-label": label, title: label, "aria-expanded": "false" }, icon("more", true));
  open.addEventListener("click", () => {
    acts.hidden = !acts.hidden;
    open.setAttribute("aria-expanded", String(!acts.hidden));
    if (!acts.hidden) acts.scrollIntoView({ block: "nearest" });
  });
  return [open, acts];
}

/** @param {string} label @param {() => void} press */
function button(label, press) {
  const element = h("button", { class: "btn btn--small", type: "button" }, label);
  element.addEventListener("click", press);
  return element;
}

/** @param {HTMLElement} acts @param {Line} line @param {LineActions} actions */
function askWhy(acts, line, actions) {
  const reason = h("input", { type: "text", maxlength: 300, autocomplete: "off", "aria-label": gettext("Reason (optional)"), placeholder: gettext("Reason (optional)") });
  const form = h("form", { class: "chat-why" }, reason, h("button", { class: "btn btn--small" }, gettext("Report to staff")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const outcome = await actions.report(line, reason instanceof HTMLInputElement ? reason.value : "");
    acts.replaceChildren(h("p", { class: "small", "data-tell": true }, outcome));
  });
  acts.replaceChildren(form);
  reason.focus();
}
