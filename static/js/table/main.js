// @ts-check
// The table page: puts the parts together and says what each button does.

import { find } from "../dom.js";
import { Actions } from "./actions.js";
import { extensionActions } from "./bar/extensions.js";
import { Announcer } from "./announce/announcer.js";
import { Automation } from "./bar/automation.js";
import { watchTabSwitches } from "./live/tab_switches.js";
import { watchSharedDice } from "./live/shared_dice.js";
import { watchTurnBadge } from "./live/turn_badge.js";
import { ActionBar } from "./bar/action_bar.js";
import { EndCard } from "./end/end_card.js";
import { watchSideChannel } from "./side_channel/side_channel.js";
import { Board } from "./board/board.js";
import { Feed } from "./live/feed.js";
import { SoundEffects } from "./announce/sound_effects.js";
import { BoardInput } from "./board/board_input.js";
import { watchShortcuts } from "./settings/shortcuts.js";
import { applyTheme } from "./board/theme.js";
import { watchMenu } from "./settings/menu.js";
import { Panel } from "./panel/panel.js";
import { PrefsStore } from "./settings/prefs.js";
import { DiceProof } from "./panel/dice_proof.js";
import { sendNonce, sendReady } from "./live/ready.js";
import { sceneOf } from "./board/scene.js";
import { registerSessionEnd } from "./bar/session_end.js";
import { Store } from "./store.js";
import { PlayerStrips } from "./panel/player_strips.js";
import { pressPlayerStrip } from "./board/gestures.js";
import { Tickets } from "./live/ticket.js";
import { TextBoard } from "./board/text_board.js";
import { animateMoves, animateDice } from "./board/animation.js";
import { PlayField } from "./moves/play_field.js";
import { watchUndoAll } from "./bar/undo_all.js";
import * as walker from "./moves/walker.js";

/** @param {string} id @returns {any} */
const readJson = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

const page = readJson("table-data");
const store = new Store(page.view, page.actions, new PrefsStore(page.account));
const tickets = new Tickets(page.links.tickets, page.ticket, () => store.now());
const actions = new Actions(page.links.live, tickets, store);
const board = new Board(find("svg.table-board", SVGSVGElement));
const input = new BoardInput(board, store, { double: () => bar.press("double", () => store.set({ asking: "double" })), roll: () => bar.press("roll") });
const bar = new ActionBar(store, act, { newMatch: page.links.new_match, decline: page.links.decline, review: page.links.review });
const playerStrips = new PlayerStrips(store);
const panel = new Panel(store);
const proof = new DiceProof(store);
const soundEffects = new SoundEffects(store);
registerSessionEnd(store);
const automation = new Automation(store, { roll: () => actions.send("roll", {}, true), play: () => confirm(store.prefs.confirm || store.wasForced) });
const table = find(".table", HTMLElement);
let startedAtOnce = false;
let shownDice = JSON.stringify(store.view.dice);

/** @param {string} name of the button */
function act(name) {
  switch (name) {
    case "ready": return void sendReady(store, actions);
    case "undo": return store.undo();
    case "undo_all": return store.undo(true);
    case "confirm": return void confirm();
    case "resign": return store.set({ asking: "resign" });
    case "concede_ask": return store.set({ asking: "concede" });
    case "cancel": return store.set({ asking: null });
    case "resign_single": return answer("offer_resign", { level: "single" });
    case "resign_gammon": return answer("offer_resign", { level: "gammon" });
    case "resign_backgammon": return answer("offer_resign", { level: "backgammon" });
    case "double":
    case "beaver":
    case "raccoon": return store.prefs.confirmDouble ? store.set({ asking: name }) : answer(name);
    case "double_now":
    case "beaver_now":
    case "raccoon_now": return void turnCube(name.replace("_now", ""));
    case "call_off":
    case "review":
    case "leave": return undefined;
    default: return extensionActions.has(name) ? extensionActions.get(name)?.() : answer(name);
  }
}

/** @param {string} kind @param {Record<string, unknown>} [payload] */
function answer(kind, payload) {
  store.set({ asking: null });
  actions.send(kind, payload);
}

/** The question stays until the server has answered. @param {string} kind */
async function turnCube(kind) {
  await actions.send(kind);
  store.set({ asking: null });
}

/** @param {boolean} [byItself] */
function confirm(byItself = false) {
  const { walk } = store;
  if (walk && walker.isWhole(walk)) actions.send("play", { moves: walk.path.map(([source, target]) => [source, target]) }, byItself);
}

function draw() {
  const scene = sceneOf(store);
  table.dataset.seq = String(store.view.seq);
  table.classList.toggle("table--over", Boolean(store.view.outcome));
  applyTheme(store, table, board.root);
  board.draw(scene);
  input.draw(scene);
  if (store.pendingAnimation) animateMoves(board, scene, store.pendingAnimation);
  store.pendingAnimation = null;
  const dice = JSON.stringify(store.view.dice);
  if (dice !== shownDice && store.view.dice) animateDice(board);
  shownDice = dice;
  playerStrips.draw();
  bar.draw();
  panel.draw();
  proof.draw();
  soundEffects.draw();
  automation.draw();
  startAtOnce();
  sendNonce(store, actions);
}

/** Against a bot from the page Play nobody waits for anybody: the table presses ready once. */
function startAtOnce() {
  const { view, sending } = store;
  if (startedAtOnce || sending || !view.context.starts_at_once || view.status !== "joining" || view.may.ready !== null) return;
  startedAtOnce = true;
  void sendReady(store, actions);
}

/** Seen again after a sleep, shown from memory or back on the net: the board is right before anything else is. */
function wake() {
  if (document.hidden) return;
  feed.again();
  if (!store.sending) actions.refresh();
}

store.listeners.push(draw);
watchMenu(store, soundEffects);
watchUndoAll(bar);
find(`[data-strip="${store.own}"]`, HTMLElement).addEventListener("pointerdown", (event) => pressPlayerStrip(input, event));
draw();
const announcer = new Announcer(store);
const typed = new PlayField(store, announcer, { confirm: () => bar.press("confirm"), open: () => panel.show("text") });
new TextBoard(store);
new EndCard({ store, bar, announcer, links: page.links });
watchShortcuts({ bar, store, panel, announcer, typed });
watchTurnBadge(store);
if (page.links.shared_dice) watchSharedDice(store, page.links.shared_dice);
watchTabSwitches({ store, address: page.links.tab_switches, csrf: page.account?.csrf ?? "" });

const feed = new Feed(`${page.links.live}/stream`, tickets, {
  after: () => store.rows.at(-1)?.seq ?? 0,
  row: (row) => store.addRows([row]),
  view: (view) => store.setView(view),
  changes: (changes) => store.applyChanges(changes) || actions.refresh(),
  presence: (presence) => store.set({ presence }),
  sideChannel: watchSideChannel({ settings: page.beside, csrf: page.account?.csrf ?? "", store, tickets, announcer, panel }),
  refused: (refusal) => store.set({ refusal }),
  state: (connection) => store.set({ connection }),
});
setInterval(() => {
  playerStrips.tick();
  soundEffects.tick();
  if (store.view.next_at) bar.draw();
}, 200);
document.addEventListener("visibilitychange", () => {
  if (document.hidden && !store.view.seat) feed.rest();
  else wake();
});
document.addEventListener("resume", wake);
window.addEventListener("online", wake);
window.addEventListener("pageshow", (event) => event.persisted && wake());
feed.run();
actions.resume();
