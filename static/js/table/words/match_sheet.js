// @ts-check
// The log as a match sheet: games, and in each numbered lines of two cells, seat A at the left. A double and its answer
// take a cell each, as a play does, so what seat B does always stands beside or below what it follows.
// Replays checkers only to see hits.

import { gettext, put, pgettext } from "../../i18n.js";
import { playText, rollText } from "../moves/notation.js";
import { cubeAfter, isTie, tieText } from "./opening.js";
import { move, start } from "../board/position.js";

/** @import { Row, Seat } from "../types.js" */
/** @typedef {{ kind: "play" | "cube" | "end", dice: string, text: string, seq: number, cube: number }} Cell cube: its value after a double, else 0 */
/** @typedef {{ number: number, cells: Partial<Record<Seat, Cell>>, note?: string }} Line note: of both players, across the line */
/** @typedef {{ game: number, lines: Line[] }} Sheet */

/** @param {Row[]} rows @param {number} [automatic] doubles by ties in the last of the games @returns {Sheet[]} */
export function sheets(rows, automatic = 0) {
  /** @type {Map<number, Row[]>} */
  const games = new Map();
  for (const row of rows) {
    const list = games.get(row.game) ?? [];
    list.push(row);
    games.set(row.game, list);
  }
  const latest = rows.at(-1)?.game;
  return [...games].map(([game, list]) => ({ game, lines: lines(list, game === latest ? automatic : 0) })).filter((sheet) => sheet.lines.length);
}

/** @param {Row[]} rows of one game @param {number} automatic @returns {Line[]} */
function lines(rows, automatic) {
  const writer = new Writer(rows, automatic);
  for (const row of rows) writer.add(row);
  return writer.lines;
}

class Writer {
  /** @type {Line[]} */
  lines = [];
  position = start();
  /** @type {number[]} */
  dice = [];
  cube = 1;

  /** @param {Row[]} rows @param {number} automatic */
  constructor(rows, automatic) {
    this.rows = rows;
    this.automatic = automatic;
  }

  /** @param {Row} row */
  add(row) {
    const { kind, payload, seat } = row;
    if (isTie(row)) this.#tie(row);
    else if (kind === "opening_roll") {
      this.dice = payload.dice;
      this.position = start();
    } else if (kind === "roll") {
      this.dice = payload.dice;
    } else if (kind === "play" && seat) {
      this.#put(seat, { kind, dice: rollText(this.dice), text: this.#played(seat, payload.moves ?? []), seq: row.seq, cube: 0 });
    } else if (kind === "imported") {
      this.#filed(row);
    } else if (seat) {
      const words = this.#words(row);
      if (words) this.#put(seat, { kind: isEnd(kind) ? "end" : "cube", dice: "", text: words, seq: row.seq, cube: DOUBLES.has(kind) ? this.cube : 0 });
    }
  }

  /** @param {Row} row */
  #tie(row) {
    const cube = cubeAfter(this.rows, row, this.automatic);
    this.cube = cube || this.cube;
    this.lines.push({ number: 0, cells: {}, note: tieText(row.payload.dice[0], cube) });
  }

  /** @param {Seat} seat @param {Array<[number, number]>} moves */
  #played(seat, moves) {
    /** @type {Array<[number, number, boolean]>} */
    const done = [];
    for (const [source, target] of moves) {
      const { position, hit } = move(this.position, seat, source, target);
      this.position = position;
      done.push([source, target, hit]);
    }
    return done.length ? playText(done) : gettext("No move");
  }

  /** What only the file of an imported match tells. @param {Row} row */
  #filed({ payload, seq }) {
    if (payload.what === "doubled") this.cube = 2 ** payload.times;
    if (payload.what === "end" && payload.seat) this.#put(payload.seat, { kind: "end", dice: "", text: gettext("Time ran out"), seq, cube: 0 });
    if (payload.what === "resigned") this.#put(payload.seat, { kind: "cube", dice: "", text: pgettext("resignation", "Resigns"), seq, cube: 0 });
  }

  /** @param {Row} row @returns {string} */
  #words({ kind, payload }) {
    if (DOUBLES.has(kind)) this.cube *= 2;
    /** @type {Record<string, string>} */
    const words = {
      double: put(gettext("Double to %(n)s"), { n: this.cube }),
      beaver: put(gettext("Beaver to %(n)s"), { n: this.cube }),
      raccoon: put(gettext("Raccoon to %(n)s"), { n: this.cube }),
      take: pgettext("move list", "Take"),
      drop: pgettext("move list", "Drop"),
      offer_resign: offer(payload.level),
      accept_resign: pgettext("resignation", "Accepts"),
      decline_resign: pgettext("resignation", "Declines"),
      concede: gettext("Resigns the match"),
      flag: gettext("Time ran out"),
    };
    return words[kind] ?? "";
  }

  /** A begins a line, B ends one; B alone on a line leaves the left cell blank. @param {Seat} seat @param {Cell} cell */
  #put(seat, cell) {
    const last = this.lines.at(-1);
    if (seat === "B" && last && !last.note && !last.cells.B) last.cells.B = cell;
    else this.lines.push({ number: this.lines.filter((line) => !line.note).length + 1, cells: { [seat]: cell } });
  }
}

const DOUBLES = new Set(["double", "beaver", "raccoon"]);

/** @param {string} kind */
const isEnd = (kind) => kind === "concede" || kind === "flag";

/** @param {string} level */
function offer(level) {
  /** @type {Record<string, string>} */
  const words = {
    single: pgettext("resignation", "Offers a single game"),
    gammon: pgettext("resignation", "Offers a gammon"),
    backgammon: pgettext("resignation", "Offers a backgammon"),
  };
  return words[level] ?? "";
}
