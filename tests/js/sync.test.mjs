// What a match clock asks of its server, and when its taps happened, with every clock in the test's hands: nothing is asked more
// often than every five seconds while nothing changes, and an hour offline is right to 50 ms once the server has answered.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { DeviceTime } from "../../static/js/tableclock/device_time.js";
import { EventLog } from "../../static/js/tableclock/event_log.js";
import { Sync } from "../../static/js/tableclock/sync.js";

const EPOCH = 1_800_000_000_000;
const HOUR = 3_600_000;
const FORMAT = { length: 7, crawford: true, cube: true, jacoby: false, clock: null };
const PASS = { device: "other", n: 1, kind: "pass", at: EPOCH, data: { seat: "A" }, serial: 2 };
const kept = {};

/** A device with its page: real time, the count of the page, the date, the timers, and a server that answers or cannot be reached. */
class Page {
  constructor({ rate = 1, dateIsOff = 0, hasStream = false, oneWay = 15 } = {}) {
    Object.assign(this, { rate, dateIsOff, oneWay, real: 0, page: 0, dated: 0, online: true, timers: [], asked: [], sent: [] });
    globalThis.addEventListener = () => {};
    globalThis.document = { hidden: false, documentElement: { lang: "en" }, addEventListener() {} };
    globalThis.setInterval = (run, every) => this.timers.push({ run, every, at: this.real + every });
    globalThis.fetch = (_address, { method, body }) => this.answer(method, body);
    globalThis.EventSource = hasStream
      ? class {
        static OPEN = 1;
        static CLOSED = 2;
        readyState = 1;
        constructor() { hears(this); }
        addEventListener(kind, run) { this[kind] = run; }
        close() {}
      }
      : undefined;
    const hears = (stream) => { this.stream = stream; };
    if (!hasStream) delete globalThis.EventSource;
    Object.defineProperty(globalThis.performance, "now", { configurable: true, value: () => this.page });
    globalThis.Date.now = () => EPOCH + this.dated + this.dateIsOff;
    this.time = new DeviceTime({ performance: () => performance.now(), date: () => Date.now() });
    this.log = new EventLog(1, FORMAT, this.time);
    const answered = ({ serial, events }) => { if (events) this.log.receive(serial, events); };
    const listener = { answered, refused() {}, notice() {}, connection() {} };
    this.sync = new Sync({ log: "/log/", stream: "/stream/" }, this.time, () => this.log, listener);
  }

  pass(ms) {
    this.real += ms;
    this.page += ms * this.rate;
    this.dated += ms * this.rate;
  }

  async answer(method, body) {
    this.asked.push(this.real);
    if (!this.online) throw new TypeError("Failed to fetch");
    this.pass(this.oneWay);
    const now = EPOCH + this.real;
    if (method === "POST") this.sent.push(...JSON.parse(body).events);
    this.pass(this.oneWay);
    const stored = this.sent.map((event, n) => ({ ...event, serial: n + 1 }));
    const log = method === "POST" ? { serial: stored.length, events: stored } : {};
    return { ok: true, status: 200, json: async () => ({ now, key: "1", ...log }) };
  }

  /** Runs the timers of the page as they become due. */
  async run(ms) {
    const until = this.real + ms;
    while (this.real < until) {
      const due = this.timers.reduce((first, timer) => (timer.at < first.at ? timer : first), { at: until });
      if (due.at > this.real) this.pass(due.at - this.real);
      if (due.run) {
        due.at = this.real + due.every;
        due.run();
        await settled();
      }
    }
  }

  /** The page stands still, as on a phone whose screen is off: the date goes on. */
  sleep(ms) {
    this.real += ms;
    this.dated += ms * this.rate;
    for (const timer of this.timers) timer.at = Math.max(timer.at, this.real);
  }

  /** The stream names a version. */
  hear(version) {
    this.stream.version({ data: JSON.stringify(version) });
  }

  /** The stream brings what another device has tapped. */
  follow(change) {
    this.stream.change({ data: JSON.stringify({ match: { slip: 1 }, language: "en", after: 1, serial: 2, key: "1.2.d", ...change }) });
    this.hear(change.key ?? "1.2.d");
  }

  tap() {
    this.log.add("pass", { seat: "A" });
    return this.real;
  }
}

const settled = () => new Promise((resolve) => kept.setImmediate(resolve));

beforeEach(() => {
  for (const name of ["addEventListener", "document", "setInterval", "fetch", "EventSource", "setImmediate"]) kept[name] = globalThis[name];
  kept.now = Date.now;
});

afterEach(() => {
  for (const name of ["addEventListener", "document", "setInterval", "fetch", "EventSource"]) globalThis[name] = kept[name];
  Date.now = kept.now;
  delete globalThis.performance.now;
});

const gaps = (asked) => asked.slice(1).map((at, n) => at - asked[n]);

test("without a stream it asks every five seconds at most, with or without a connection", async () => {
  const page = new Page();
  page.sync.start();
  await page.run(60_000);
  page.online = false;
  await page.run(60_000);
  assert.ok(page.asked.length >= 20, `${page.asked.length} requests`);
  assert.ok(Math.min(...gaps(page.asked)) >= 5_000, `${Math.min(...gaps(page.asked))} ms`);
});

test("with a stream it asks for the time twice a minute at most", async () => {
  const page = new Page({ hasStream: true });
  page.sync.start();
  await page.run(10 * 60_000);
  assert.ok(page.asked.length >= 10 && page.asked.length <= 21, `${page.asked.length} requests`);
  assert.ok(Math.min(...gaps(page.asked)) >= 30_000);
});

test("a version that the stream names is asked for at once, and one that is known is not", async () => {
  const page = new Page({ hasStream: true });
  page.sync.start();
  await page.run(1_000);
  const before = page.asked.length;
  page.hear("1");
  await settled();
  assert.equal(page.asked.length, before);
  page.hear("2");
  await settled();
  assert.equal(page.asked.length, before + 1);
});

test("a version that the stream names while a tap is answered is asked for if the answer has not brought it", async () => {
  for (const [named, more] of [["1", 0], ["2", 1]]) {
    const page = new Page({ hasStream: true });
    page.sync.start();
    await page.run(1_000);
    page.sync.key = "0";
    page.tap();
    const before = page.asked.length;
    const sent = page.sync.exchange();
    page.hear(named);
    await sent;
    assert.equal(page.asked.length, before + 1 + more);
  }
});

test("what another device tapped comes by the stream, and nothing is asked", async () => {
  const page = new Page({ hasStream: true });
  page.sync.start();
  await page.run(1_000);
  page.sync.key = "1.1.d";
  const [asked, stored] = [page.asked.length, page.log.stored.size];
  page.follow({ events: [{ ...PASS, n: 7 }] });
  await settled();
  assert.deepEqual([page.sync.key, page.asked.length, page.log.stored.size], ["1.2.d", asked, stored + 1]);
});

for (const [name, change] of [
  ["another match", { match: { slip: 2 } }],
  ["another language", { language: "fi" }],
  ["events between that are missing", { after: 2, serial: 3, key: "1.3.d" }],
]) {
  test(`what does not follow is asked for: ${name}`, async () => {
    const page = new Page({ hasStream: true });
    page.sync.start();
    await page.run(1_000);
    page.sync.key = "1.1.d";
    const [asked, stored] = [page.asked.length, page.log.stored.size];
    page.follow({ events: [{ ...PASS, n: 8 }], ...change });
    await settled();
    assert.deepEqual([page.asked.length, page.log.stored.size], [asked + 1, stored]);
  });
}

for (const [name, device] of [
  ["an exact device whose date is a day off", { dateIsOff: 86_400_000 }],
  ["a device that is 60 ppm fast", { rate: 1.00006 }],
  ["a device that is 60 ppm slow", { rate: 0.99994, dateIsOff: -90_000 }],
]) {
  test(`taps of an hour offline reach the server right to 50 ms: ${name}`, async () => {
    const page = new Page(device);
    page.sync.start();
    await page.run(10_000);
    page.online = false;
    const real = [];
    for (let n = 0; n < 12; n += 1) {
      await page.run(HOUR / 12);
      real.push(page.tap());
    }
    page.online = true;
    await page.run(6_000);
    assert.deepEqual(page.sent.map(({ at }, n) => Math.abs(at - EPOCH - real[n]) <= 50), real.map(() => true), JSON.stringify(page.sent.map(({ at }, n) => at - EPOCH - real[n])));
    assert.ok(Math.abs(page.time.server(page.time.now()) - EPOCH - page.real) <= 50);
  });
}

test("taps around half an hour of sleep, and around a date that somebody sets, are right to 50 ms", async () => {
  const page = new Page({ rate: 1.00004 });
  page.sync.start();
  await page.run(10_000);
  page.online = false;
  const real = [page.tap()];
  await page.run(HOUR / 4);
  real.push(page.tap());
  page.sleep(HOUR / 2);
  await page.run(HOUR / 8);
  real.push(page.tap());
  page.dateIsOff -= HOUR;
  await page.run(HOUR / 8);
  real.push(page.tap());
  page.online = true;
  await page.run(6_000);
  const errors = page.sent.map(({ at }, n) => at - EPOCH - real[n]);
  assert.equal(page.sent.length, 4);
  assert.ok(errors.every((error) => Math.abs(error) <= 50), `${errors} ms`);
});
