// @ts-check
// One line of the chat, and what can be done about it: mute, report, take away. Text stays text; links are not links.

import { h, icon } from "../../dom.js";
import { gettext, put } from "../../i18n.js";

/** @typedef {{ id: number, room: "players" | "spectators", seat: "A" | "B" | null, author: number | null, name: string, text: string, phrase: string, at: string }} Line */
/** @typedef {{ mute: (line: Line) => void, report: (line: Line, reason: string) => Promise<string>, hide: (line: Line) => void }} Does */

/** @param {Line} line @param {string} words @param {{ mine: boolean, steward: boolean, login: boolean }} how @param {Does} does */
export function chatLine(line, words, how, does) {
  const when = new Date(line.at);
  const time = when.toLocaleTimeString(document.documentElement.lang || undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const name = line.name || gettext("Former player");
  return h("li", { class: how.mine ? "chat-line chat-line--mine" : "chat-line", "data-line": line.id },
    mark(line),
    h("p", { class: "chat-words" }, h("b", { dir: "auto" }, name), " ", h("span", { dir: "auto" }, words)),
    h("time", { class: "num quiet", datetime: line.at, title: when.toLocaleString(document.documentElement.lang || undefined) }, time),
    ...(how.login && (!how.mine || how.steward) ? more(line, name, how, does) : []));
}

/** A player's checker, or the eye of a spectator. @param {Line} line */
function mark(line) {
  if (line.seat) return h("i", { class: `disc disc--${line.seat.toLowerCase()}`, title: line.seat === "A" ? gettext("ivory") : gettext("ink") });
  return h("span", { class: "chat-eye quiet", title: gettext("spectator") }, icon("eye", true), h("span", { class: "vh" }, gettext("spectator")));
}

/** @param {Line} line @param {string} name @param {{ mine: boolean, steward: boolean }} how @param {Does} does */
function more(line, name, how, does) {
  const label = put(gettext("About this line of %(name)s"), { name });
  const acts = h("div", { class: "chat-acts", hidden: true });
  if (!how.mine) acts.append(button(put(gettext("Mute %(name)s"), { name }), () => does.mute(line)), button(gettext("Report…"), () => askWhy(acts, line, does)));
  if (how.steward) acts.append(button(gettext("Take away"), () => does.hide(line)));
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
  const made = h("button", { class: "btn btn--small", type: "button" }, label);
  made.addEventListener("click", press);
  return made;
}

/** @param {HTMLElement} acts @param {Line} line @param {Does} does */
function askWhy(acts, line, does) {
  const reason = h("input", { type: "text", maxlength: 300, autocomplete: "off", "aria-label": gettext("What is wrong with it (optional)"), placeholder: gettext("What is wrong with it (optional)") });
  const form = h("form", { class: "chat-why" }, reason, h("button", { class: "btn btn--small" }, gettext("Report to the staff")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = await does.report(line, reason instanceof HTMLInputElement ? reason.value : "");
    acts.replaceChildren(h("p", { class: "small", "data-tell": true }, said));
  });
  acts.replaceChildren(form);
  reason.focus();
}
