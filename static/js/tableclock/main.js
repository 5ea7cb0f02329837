// @ts-check
// The match clock on a phone or a tablet beside a board: taps become events of the log (event_log.js), the log adds up to the match
// (match.js), the match is drawn (screen.js), and the log goes to the server whenever it can (sync.js).

import { find, say } from "../dom.js";
import { gettext, put } from "../i18n.js";
import { load, save } from "../storage.js";
import { DeviceTime } from "./device_time.js";
import { GameDialog, closeAll, closeByTaps, drawMenu, open } from "./dialogs.js";
import { EventLog } from "./event_log.js";
import { keepPage, stayAwake } from "./kept.js";
import { idOf, isOver } from "./match.js";
import { Screen } from "./screen.js";
import { Sync } from "./sync.js";
import * as words from "./words.js";

/** @import { Fold } from "./match.js" */
/** @import { MatchData } from "./screen.js" */

const DRAW_MS = 100;
const SAVE_TIME_MS = 5_000;
/** A palm that lies on both halves passes the turn once. */
const REBOUND_MS = 300;
const TIME = "barpoint.clock.time";
const SIDES = "barpoint.clock.sides";

const root = find("[data-clock]", HTMLElement);
const first = JSON.parse(find("#clock-data", HTMLScriptElement).textContent ?? "{}");
const time = new DeviceTime({ performance: () => performance.now(), date: () => Date.now() }, savedTime());
const screen = new Screen();
/** @type {EventLog | null} */
let log = null;
/** @type {MatchData | null} */
let data = null;
/** @type {Fold | null} */
let fold = null;
let passedAt = -Infinity;
const upright = matchMedia("(orientation: portrait)");

function savedTime() {
  try {
    return JSON.parse(sessionStorage.getItem(TIME) ?? load(TIME) ?? "null");
  } catch {
    return null;
  }
}

function saveTime() {
  const text = JSON.stringify(time.save());
  save(TIME, text);
  try {
    sessionStorage.setItem(TIME, text);
  } catch {
    // The page goes on with the date of the device.
  }
}

const sync = new Sync({ log: root.dataset.log ?? "", stream: root.dataset.stream ?? "" }, time, () => log, {
  answered: applyAnswer,
  refused(text) {
    say(find("[data-own=empty]", HTMLElement), text || gettext("This link no longer works. Ask the desk for a new one."));
    fold = null;
    closeAll();
    draw();
  },
  notice,
  connection: draw,
});

/** @param {Pick<import("./sync.js").Answer, "match" | "serial" | "events">} answer */
function applyAnswer(answer) {
  if ("match" in answer) {
    // a table whose match is over shows it until the next one comes
    if (answer.match) {
      if (!log || log.slip !== answer.match.slip) {
        if (log?.pending.length) sync.exchange();
        log = new EventLog(answer.match.slip, answer.match.format, time);
        closeAll();
      }
      data = answer.match;
      log.receive(answer.serial ?? 0, answer.events ?? []);
    } else if (!fold || !isOver(fold.match)) {
      log = data = null;
    }
  }
  refold();
}

function refold() {
  fold = log ? log.fold() : null;
  draw();
}

function draw() {
  const offline = sync.offlineSince === null ? "" : gettext("Offline");
  screen.draw(fold, data, time.server(time.now()), offline);
}

/** @param {string} text */
function notice(text) {
  const box = find("[data-own=notice]", HTMLElement);
  say(find("[data-own=notice-text]", HTMLElement), text);
  box.hidden = !text;
}

/** @param {string} kind @param {Record<string, any>} [values] */
function add(kind, values) {
  if (!log || sync.isOver) return;
  log.add(kind, values);
  refold();
  saveTime();
  sync.exchange();
}

/** @param {string} seat */
function tapHalf(seat) {
  const match = fold?.match;
  if (!match?.clock || isOver(match)) return;
  if (match.clock.paused) return add("resume");
  if (performance.now() - passedAt < REBOUND_MS) return;
  if (match.offered || (match.clock.running && match.clock.running !== seat)) return;
  passedAt = performance.now();
  navigator.vibrate?.(15);
  add("pass", { seat });
}

const game = new GameDialog((values) => add("game", values));

/** @type {Record<string, () => void>} */
const OWN = {
  pause: () => add(fold?.match.clock?.paused ? "resume" : "pause"),
  undo() {
    const last = fold?.undoable;
    if (!last) return;
    add("undo", { id: idOf(last) });
    notice(put(gettext("Undone: %(what)s"), { what: words.undone(last.kind) }));
    setTimeout(() => notice(""), 3_000);
  },
  end() { if (fold && data) game.open(fold.match, data); },
  menu() {
    if (fold && data) drawMenu(fold.match, data);
    open("menu");
  },
};

document.addEventListener("pointerdown", (event) => {
  const half = event.target instanceof Element ? event.target.closest("[data-tap]") : null;
  if (half instanceof HTMLElement && event.isPrimary !== false) tapHalf(half.dataset.tap ?? "");
});
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const half = target?.closest("[data-tap]");
  if (half instanceof HTMLElement && event.detail === 0) tapHalf(half.dataset.tap ?? ""); // by a key; a finger has come by pointerdown
  const act = target?.closest("[data-act]");
  if (act instanceof HTMLElement) add(act.dataset.act ?? "", { seat: act.dataset.seat });
  const own = target?.closest("[data-press]");
  if (own instanceof HTMLElement) OWN[own.dataset.press ?? ""]?.();
  const side = target?.closest("[data-side]");
  if (side instanceof HTMLElement) turn(side.dataset.side ?? "");
  if (target?.closest("[data-close]")) closeAll();
});
document.addEventListener("contextmenu", (event) => event.preventDefault());

/** How the device lies: `swap` exchanges the halves; `flat` turns each to its player, which is usual where the device is higher than wide. */
function lie() {
  const sides = new Set((load(SIDES) ?? "").split(" "));
  const isFlat = upright.matches ? !sides.has("portrait") : sides.has("landscape");
  root.dataset.lie = isFlat ? "flat" : "up";
  root.toggleAttribute("data-swap", sides.has("swap"));
  for (const button of document.querySelectorAll("[data-side]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-side") === "flat" ? isFlat : sides.has("swap")));
  }
}

/** @param {string} change flat or swap */
function turn(change) {
  const sides = new Set((load(SIDES) ?? "").split(" ").filter(Boolean));
  const name = change === "swap" ? "swap" : upright.matches ? "portrait" : "landscape";
  if (!sides.delete(name)) sides.add(name);
  save(SIDES, [...sides].join(" "));
  lie();
}

lie();
upright.addEventListener("change", lie);
closeByTaps();
stayAwake((works) => { find("[data-own=sleeps]", HTMLElement).hidden = works; });
sync.key = first.key;
sync.csrf = first.csrf;
applyAnswer(first);
sync.start();
setInterval(draw, DRAW_MS);
setInterval(saveTime, SAVE_TIME_MS);
addEventListener("pagehide", saveTime);
addEventListener("load", () => setTimeout(keepPage, 500));
