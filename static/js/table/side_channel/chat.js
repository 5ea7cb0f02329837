// @ts-check
// The chat beside the board: two rooms, one list. Unread lines are counted on the tab; the place one reads at stays.

import { find, h, say } from "../../dom.js";
import { gettext, ngettext, put } from "../../i18n.js";
import { save, load } from "../../storage.js";
import { siteRequest } from "./site_request.js";
import { ChatForm } from "./chat_form.js";
import { chatLine } from "./chat_line.js";
import { chatSheet } from "./chat_sheet.js";

/** @import { Line } from "./chat_line.js" */
/** @import { Parts } from "./side_channel.js" */
/** @typedef {{ me: number | null, phrases: Array<[string, string]>, send: string, lines: string, mutes: string, login: string | null }} Page */
/** @typedef {{ on?: boolean, room?: string, rooms?: string[], may_write?: boolean, steward?: boolean, muted?: number[], lines?: Line[], hidden?: number[] }} ChatUpdate */

const NEAR_END = 40;

export class Chat {
  /** @param {Page} page @param {Parts} parts */
  constructor(page, parts) {
    this.page = page;
    this.parts = parts;
    this.words = new Map(page.phrases);
    this.root = find("[data-chat]", HTMLElement);
    this.tab = find("#tab-chat", HTMLElement);
    this.list = find("[data-chat-lines]", HTMLElement, this.root);
    this.count = find("[data-chat-unread]", HTMLElement);
    this.form = new ChatForm(this.root, page.send, parts.tickets, (line) => this.#add([line], true));
    /** @type {Map<number, Line>} */
    this.linesById = new Map();
    /** @type {Set<number>} */
    this.muted = new Set();
    this.steward = false;
    this.storageKey = `barpoint.chat.${parts.store.view.match}`;
    this.read = Number(load(this.storageKey) ?? (parts.store.view.seat ? 0 : Infinity));
    this.isSeen = false;
    chatSheet(this.root, this.tab, parts);
    new IntersectionObserver((entries) => this.#seen(entries.at(-1)?.isIntersecting ?? false)).observe(this.list);
    document.addEventListener("visibilitychange", () => this.#seen(this.isSeen));
  }

  /** @param {ChatUpdate} news */
  receive(news) {
    if (news.on === false) return this.#off();
    if (news.on) this.#opening(news);
    for (const id of news.hidden ?? []) this.#drop(id);
    this.#add(news.lines ?? [], !news.on);
  }

  #off() {
    this.tab.hidden = true;
    if (this.tab.getAttribute("aria-selected") === "true") this.parts.panel.show("moves");
  }

  /** A stream opens with the last lines: what is not among them was taken away meanwhile. @param {ChatUpdate} news */
  #opening(news) {
    this.tab.hidden = false;
    this.steward = Boolean(news.steward);
    this.muted = new Set(news.muted);
    const there = new Set(news.lines?.map((line) => line.id));
    const oldest = Math.min(...there);
    for (const id of this.linesById.keys()) if (id >= oldest && !there.has(id)) this.#drop(id);
    this.form.open(Boolean(news.may_write));
    say(find("[data-chat-who]", HTMLElement, this.root), this.#who(news));
    if (this.read === Infinity) this.read = Math.max(0, ...there);
  }

  /** Who reads what is written here. @param {ChatUpdate} news */
  #who({ room, rooms }) {
    if (room === "players") return rooms?.includes("spectators") ? gettext("The match is over. You can now read the spectators’ chat too.") : gettext("Both players, directors and staff can read this chat. Spectators have a separate one.");
    return gettext("Spectators’ chat. The players can read it after their match.");
  }

  /** @param {Line[]} lines @param {boolean} isNews */
  #add(lines, isNews) {
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < NEAR_END;
    const login = this.page.me !== null || !this.page.login;
    for (const line of lines) {
      if (this.linesById.has(line.id)) continue;
      this.linesById.set(line.id, line);
      const mine = line.author !== null && line.author === this.page.me;
      const item = chatLine(line, this.#text(line), { mine, steward: this.steward, login }, this.#lineActions());
      item.hidden = this.#isMuted(line);
      const next = [...this.list.children].find((item) => item instanceof HTMLElement && Number(item.dataset.line) > line.id);
      this.list.insertBefore(item, next ?? null);
      if (isNews && !mine && !item.hidden) this.parts.announcer.say(`${line.name}: ${this.#text(line)}`);
      if (isNews && mine) this.#markRead(line.id);
    }
    if (atEnd || lines.some((line) => isNews && line.author === this.page.me)) this.list.scrollTop = this.list.scrollHeight;
    this.#mutes();
    this.#draw();
  }

  /** @param {Line} line */
  #text(line) {
    return line.phrase ? (this.words.get(line.phrase) ?? line.phrase) : line.text;
  }

  /** @param {Line} line */
  #isMuted(line) {
    return line.author !== null && line.author !== this.page.me && this.muted.has(line.author);
  }

  /** @returns {import("./chat_line.js").LineActions} */
  #lineActions() {
    const { lines, mutes } = this.page;
    return {
      mute: (line) => this.#mute(line.author, true, mutes),
      hide: async (line) => void ((await this.#ask("POST", `${lines}/${line.id}/hide`)) && this.#drop(line.id)),
      report: async (line, reason) => ((await this.#ask("POST", `${lines}/${line.id}/report`, { reason })) ? gettext("Reported. The staff will look at this message.") : gettext("Not reported. Try again.")),
    };
  }

  /** @param {number | null} author @param {boolean} on @param {string} url */
  async #mute(author, on, url) {
    if (author === null || !(await this.#ask(on ? "PUT" : "DELETE", `${url}/${author}`))) return;
    if (on) this.muted.add(author);
    else this.muted.delete(author);
    for (const [id, line] of this.linesById) {
      const row = this.list.querySelector(`[data-line="${id}"]`);
      if (row instanceof HTMLElement) row.hidden = this.#isMuted(line);
    }
    this.#mutes();
    this.#draw();
  }

  /** Those one does not read, with the way back. */
  #mutes() {
    const there = new Map([...this.linesById.values()].filter((line) => this.#isMuted(line)).map((line) => [line.author, line.name]));
    find("[data-chat-muted]", HTMLElement, this.root).replaceChildren(...[...there].map(([author, name]) => {
      const back = h("button", { class: "btn btn--small", type: "button" }, gettext("Unmute"));
      back.addEventListener("click", () => this.#mute(author, false, this.page.mutes));
      return h("p", {}, h("span", { class: "quiet" }, put(gettext("Muted: %(name)s."), { name }), " "), back);
    }));
  }

  /** @param {string} method @param {string} url @param {unknown} [body] @returns {Promise<boolean>} */
  async #ask(method, url, body) {
    const answer = await siteRequest(method, url, this.parts.csrf, body).catch(() => null);
    say(find("[data-chat-said]", HTMLElement, this.root), answer?.ok ? "" : (answer?.data.detail ?? gettext("The server cannot be reached. Try again.")));
    return Boolean(answer?.ok);
  }

  /** @param {number} id */
  #drop(id) {
    this.linesById.delete(id);
    this.list.querySelector(`[data-line="${id}"]`)?.remove();
    this.#draw();
  }

  /** @param {boolean} isSeen */
  #seen(isSeen) {
    if (isSeen && !this.isSeen) this.list.scrollTop = this.list.scrollHeight;
    this.isSeen = isSeen;
    this.#draw();
  }

  /** @param {number} id */
  #markRead(id) {
    if (id <= this.read) return;
    this.read = id;
    save(this.storageKey, String(id));
  }

  #draw() {
    if (this.isSeen && !document.hidden) this.#markRead(Math.max(0, ...this.linesById.keys()));
    const unread = [...this.linesById.values()].filter((line) => line.id > this.read && line.author !== this.page.me && !this.#isMuted(line)).length;
    this.count.hidden = unread === 0;
    say(this.count, String(Math.min(unread, 99)));
    if (unread) this.tab.setAttribute("aria-label", put(ngettext("Chat, %(n)s new message", "Chat, %(n)s new messages", unread), { n: unread }));
    else this.tab.removeAttribute("aria-label");
    find("[data-chat-empty]", HTMLElement, this.root).hidden = this.linesById.size > 0;
  }
}
