// @ts-check
// The table page: puts the parts together and says what each button does.

import { find } from "../dom.js";
import { Actions } from "./actions.js";
import { doings } from "./additions.js";
import { Announcer } from "./announce.js";
import { badge } from "./badge.js";
import { Bar } from "./bar.js";
import { beside } from "./beside.js";
import { Board } from "./board.js";
import { Feed } from "./feed.js";
import { Input } from "./input.js";
import { keys } from "./keys.js";
import { menu } from "./menu.js";
import { Panel } from "./panel.js";
import { Proof } from "./proof.js";
import { sendNonce, sendReady } from "./ready.js";
import { sceneOf } from "./scene.js";
import { Store } from "./store.js";
import { Strips } from "./strips.js";
import { Tickets } from "./ticket.js";
import { TextBoard } from "./text_board.js";
import { animate } from "./travel.js";
import { TypedPlay } from "./typed_play.js";
import * as walker from "./walker.js";

/** @param {string} id @returns {any} */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

const page = read("table-data");
const store = new Store(page.view, page.actions);
const tickets = new Tickets(page.links.tickets, page.ticket, () => store.now());
const actions = new Actions(page.links.live, tickets, store);
const board = new Board(find("svg.table-board", SVGSVGElement));
const input = new Input(board, store, { double: () => bar.press("double") });
const bar = new Bar(store, act, { newMatch: page.links.new_match, decline: page.links.decline, review: page.links.review });
const strips = new Strips(store);
const panel = new Panel(store);
const proof = new Proof(store);
const table = find(".table", HTMLElement);

/** @param {string} name of the button */
function act(name) {
  switch (name) {
    case "ready": return void sendReady(store, actions);
    case "undo": return store.undo();
    case "confirm": return void confirm();
    case "resign": return store.set({ asking: "resign" });
    case "concede_ask": return store.set({ asking: "concede" });
    case "cancel": return store.set({ asking: null });
    case "resign_single": return answer("offer_resign", { level: "single" });
    case "resign_gammon": return answer("offer_resign", { level: "gammon" });
    case "resign_backgammon": return answer("offer_resign", { level: "backgammon" });
    case "call_off":
    case "leave": return undefined;
    default: return doings.has(name) ? doings.get(name)?.() : answer(name);
  }
}

/** @param {string} kind @param {Record<string, unknown>} [payload] */
function answer(kind, payload) {
  store.set({ asking: null });
  actions.send(kind, payload);
}

function confirm() {
  const { walk } = store;
  if (walk && walker.isWhole(walk)) actions.send("play", { moves: walk.path.map(([source, target]) => [source, target]) });
}

function draw() {
  const scene = sceneOf(store);
  table.dataset.seq = String(store.view.seq);
  board.draw(scene);
  input.draw(scene);
  if (store.travel) animate(board, scene, store.travel);
  store.travel = null;
  strips.draw();
  bar.draw();
  panel.draw();
  proof.draw();
  sendNonce(store, actions);
}

store.listeners.push(draw);
menu(store);
draw();
const announcer = new Announcer(store);
const typed = new TypedPlay(store, announcer, { confirm: () => bar.press("confirm"), open: () => panel.show("text") });
new TextBoard(store);
keys({ bar, store, panel, announcer, typed });
badge(store);

const feed = new Feed(`${page.links.live}/stream`, tickets, {
  after: () => store.rows.at(-1)?.seq ?? 0,
  row: (row) => store.addRows([row]),
  view: (view) => store.setView(view),
  presence: (presence) => store.set({ presence }),
  beside: beside({ beside: page.beside, csrf: page.account?.csrf ?? "", store, tickets, announcer, panel }),
  refused: (refusal) => store.set({ refusal }),
  state: (connection) => store.set({ connection }),
});
setInterval(() => {
  strips.tick();
  if (store.view.next_at) bar.draw();
}, 200);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) feed.again();
  else if (!store.view.seat) feed.rest();
});
feed.run();
actions.resume();
