// @ts-check
// Brings the log to the server and back. What is tapped is sent at once; changes of others are heard from an event stream, and where
// there is none the server is asked every five seconds. Without a connection everything goes on here and is sent later.

/** @import { DeviceTime } from "./device_time.js" */
/** @import { EventLog } from "./event_log.js" */

const ASK_MS = 5_000;
/** With a stream it is asked for the time alone. */
const REST_MS = 30_000;
const PATIENCE_MS = 8_000;
/** A time that the server named longer ago is asked for again before taps are sent. */
const FRESH_MS = 60_000;

/**
 * @typedef {{ now: number, key?: string, csrf?: string, match?: any, serial?: number, events?: any[], notices?: string[] }} Answer
 */
/** @typedef {{ key: string, language: string, match: any, after: number, serial: number, events: any[] }} Change all events after the serial `after`. A key is `match.serial.digest`. */
/** @typedef {{ answered: (answer: Pick<Answer, "match" | "serial" | "events">) => void, refused: (text: string) => void, notice: (text: string) => void, connection: () => void }} Listener */

export class Sync {
  /** @param {{ log: string, stream: string }} addresses @param {DeviceTime} time @param {() => EventLog | null} log @param {Listener} listener */
  constructor(addresses, time, log, listener) {
    this.addresses = addresses;
    this.time = time;
    this.log = log;
    this.listener = listener;
    this.key = "";
    this.csrf = "";
    /** @type {number | null} when the last request failed first, by Date */
    this.offlineSince = null;
    this.isBusy = false;
    this.isOver = false;
    this.again = false;
    /** @type {string | null} the version that the stream named last since the present request began */
    this.heard = null;
    this.askedAt = 0;
    this.learnedAt = -Infinity;
    /** @type {EventSource | null} */
    this.stream = null;
  }

  start() {
    this.listen();
    setInterval(() => this.tick(), 1_000);
    addEventListener("online", () => this.exchange());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.exchange();
    });
    this.exchange();
  }

  listen() {
    if (this.stream || this.isOver || !("EventSource" in globalThis)) return;
    this.stream = new EventSource(this.addresses.stream);
    this.stream.addEventListener("version", (event) => {
      this.heard = JSON.parse(/** @type {MessageEvent} */ (event).data);
      if (this.isBehind && !this.isBusy) this.exchange();
    });
    this.stream.addEventListener("change", (event) => this.follow(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    this.stream.addEventListener("error", () => {
      if (this.stream?.readyState === EventSource.CLOSED) this.stream = null;
    });
  }

  /**
   * Another device has tapped. The version that follows is then known already; where something is missing, it is asked for.
   * @param {Change} change
   */
  follow({ key, language, match, after, serial, events }) {
    const [shown, known] = this.key.split(".").map(Number);
    if (language !== document.documentElement.lang || match.slip !== shown || after > known || serial <= known) return;
    this.key = key;
    this.listener.answered({ match, serial, events });
  }

  get isHeard() { return this.stream !== null && this.stream.readyState === EventSource.OPEN; }

  /** The stream names the version of a tap while its answer is still on the way, so a request that runs ends first. */
  get isBehind() { return this.heard !== null && this.heard !== this.key; }

  tick() {
    const pause = this.isHeard && this.offlineSince === null ? REST_MS : ASK_MS;
    if (performance.now() - this.askedAt >= pause) {
      this.listen();
      this.exchange();
    }
  }

  /** Sends what waits, else asks. Once at a time; what comes meanwhile follows. */
  async exchange() {
    if (this.isOver) return;
    if (this.isBusy) { this.again = true; return; }
    this.isBusy = true;
    try {
      do {
        this.again = false;
        this.heard = null;
        await this.once();
      } while ((this.again || this.isBehind) && this.offlineSince === null && !this.isOver);
    } finally {
      this.isBusy = false;
    }
  }

  async once() {
    const log = this.log();
    const hasTaps = Boolean(log?.pending.length);
    if (hasTaps && performance.now() - this.learnedAt > FRESH_MS && !(await this.request())) return;
    if (!hasTaps || !log) { await this.request(); return; }
    const events = log.timed();
    await this.request({ match: log.slip, events });
  }

  /** @param {{ match: number, events: any[] }} [body] @returns {Promise<boolean>} was it answered? */
  async request(body) {
    const log = this.log();
    const query = new URLSearchParams({ match: String(log?.slip ?? 0), after: String(log?.serial ?? 0) });
    if (!body) query.set("key", this.key);
    this.askedAt = performance.now();
    const asked = this.time.now();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), PATIENCE_MS);
    try {
      const headers = body ? { "Content-Type": "application/json", "X-CSRFToken": this.csrf } : undefined;
      const response = await fetch(`${this.addresses.log}?${query}`, {
        method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), cache: "no-store", signal: abort.signal,
      });
      const answered = this.time.now();
      if (response.ok) this.accept(await response.json(), asked, answered);
      else await this.refuse(response, Boolean(body));
      return response.ok;
    } catch {
      this.offlineSince ??= Date.now();
      this.listener.connection();
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {Answer} answer @param {import("./device_time.js").Moment} asked @param {import("./device_time.js").Moment} answered */
  accept(answer, asked, answered) {
    this.time.learn(answer.now, asked, answered);
    this.learnedAt = performance.now();
    this.offlineSince = null;
    if (answer.key) this.key = answer.key;
    if (answer.csrf) this.csrf = answer.csrf;
    for (const text of answer.notices ?? []) this.listener.notice(text);
    this.listener.answered(answer);
  }

  /** @param {Response} response @param {boolean} wasSent */
  async refuse(response, wasSent) {
    if (response.status >= 500 || response.status === 429) {
      this.offlineSince ??= Date.now();
      this.listener.connection();
      return;
    }
    if (wasSent && response.status === 403) { // the token of the page is from before a login
      this.learnedAt = -Infinity;
      this.key = "";
      return;
    }
    const text = await response.json().then(({ detail }) => String(detail ?? ""), () => "");
    if (response.status === 404 || response.status === 410) {
      this.isOver = true;
      this.stream?.close();
      this.listener.refused(text);
    } else {
      this.listener.notice(text);
    }
  }
}
