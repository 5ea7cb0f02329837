// @ts-check
// TV: one match followed live, as any spectator sees it. Every few seconds the server is asked which match to show;
// when it is another one, the page is fetched anew and its match takes the place of this one.

import { find } from "../dom.js";
import { Board } from "../table/board/board.js";
import { Feed } from "../table/live/feed.js";
import { sceneOf } from "../table/board/scene.js";
import { sentence } from "../table/words/sentences.js";
import { Store } from "../table/store.js";
import { PlayerStrips } from "../table/panel/player_strips.js";
import { Tickets } from "../table/live/ticket.js";
import { animateMoves } from "../table/board/animation.js";

const ASK_MS = 5_000;
/** The end of a match stays so long on the screen. */
const LINGER_MS = 20_000;

class Channel {
  /** @param {any} page the data of the page */
  constructor(page) {
    this.store = new Store(page.view, page.actions);
    this.board = new Board(find("svg.table-board", SVGSVGElement));
    this.strips = new PlayerStrips(this.store);
    /** @type {number | null} when its end was seen */
    this.overAt = null;
    /** The server has already named another match. */
    this.leaving = false;
    this.store.listeners.push(() => this.draw());
    const { store } = this;
    const tickets = new Tickets(page.links.tickets, page.ticket, () => store.now());
    this.feed = new Feed(`${page.links.live}/stream`, tickets, {
      after: () => store.rows.at(-1)?.seq ?? 0,
      row: (row) => store.addRows([row]),
      view: (view) => store.setView(view),
      presence: (presence) => store.set({ presence }),
      sideChannel: () => {}, // a screen shows neither the chat nor the rematch
      refused: (refusal) => store.set({ refusal }),
      state: (connection) => store.set({ connection }),
    });
    this.timer = setInterval(() => this.strips.tick(), 200);
    this.draw();
    this.feed.run();
  }

  draw() {
    const scene = sceneOf(this.store);
    this.board.draw(scene);
    if (this.store.pendingAnimation) animateMoves(this.board, scene, this.store.pendingAnimation);
    this.store.pendingAnimation = null;
    this.strips.draw();
    const text = sentence(this.store);
    const words = `${text.strong} ${text.rest}`.trim();
    const place = find("[data-tv-says]", HTMLElement);
    if (place.textContent !== words) place.textContent = words;
    if (this.store.view.outcome) this.overAt ??= Date.now();
  }

  stop() {
    clearInterval(this.timer);
    this.store.listeners = [];
    this.feed.stop();
  }

  get lingers() { return this.overAt !== null && Date.now() - this.overAt < LINGER_MS; }
}

/** @type {Channel | null} */
let channel = null;
let main = find("[data-tv]", HTMLElement);

function open() {
  const text = document.getElementById("tv-data")?.textContent;
  channel = text ? new Channel(JSON.parse(text)) : null;
}

async function ask() {
  if (document.hidden || channel?.lingers) return;
  const { match = "", pick = "", said: shown = "" } = main.dataset;
  const over = channel?.overAt !== null && channel !== null;
  const asked = new URLSearchParams({ pick, said: shown, ask: "1", stay: over ? "" : match });
  const answer = await fetch(`${location.pathname}?${asked}`, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.status === 204) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-tv]");
  if (!(fresh instanceof HTMLElement)) return;
  if (fresh.dataset.match === match) return updateOthers(fresh);
  if (channel && !over && !channel.leaving) {
    channel.leaving = true; // its end may still be on its way: the stream has until the next question
    return;
  }
  channel?.stop();
  main.replaceWith(fresh);
  main = fresh;
  open();
}

/** The same match goes on: only what stands beside it is new. @param {HTMLElement} fresh */
function updateOthers(fresh) {
  main.dataset.said = fresh.dataset.said;
  const [now, next] = [main, fresh].map((page) => page.querySelector(".tv-others"));
  if (now && next) now.replaceChildren(...next.childNodes);
}

open();
setInterval(ask, ASK_MS);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) channel?.feed.rest();
  else channel?.feed.again();
});
