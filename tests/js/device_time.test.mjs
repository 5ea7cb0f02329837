// When a tap happened by the server's clock: an hour offline, with drift, with sleep, after a reload, and with a date that was set.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DeviceTime } from "../../static/js/tableclock/device_time.js";

const HOUR = 3_600_000;
const EPOCH = 1_800_000_000_000;

/** A device whose quartz runs at `rate`, and whose count of the page stops while it sleeps. */
class Device {
  constructor({ rate = 1, dateIsOff = 0 } = {}) {
    Object.assign(this, { rate, dateIsOff, real: 0, page: 0, dated: 0 });
    this.clocks = { performance: () => this.page, date: () => EPOCH + this.dated + this.dateIsOff };
    this.time = new DeviceTime(this.clocks);
  }

  /** The page ticks four times a second. */
  run(ms) {
    for (let left = ms; left > 0; left -= 250) {
      const part = Math.min(250, left);
      this.real += part;
      this.page += part * this.rate;
      this.dated += part * this.rate;
      this.time.now();
    }
  }

  sleep(ms) {
    this.real += ms;
    this.dated += ms * this.rate;
  }

  reload() {
    const saved = this.time.save();
    this.sleep(800);
    this.page = 0;
    this.time = new DeviceTime(this.clocks, saved);
  }

  tap = () => ({ moment: this.time.now(), real: this.real });

  /** One request and its answer, each as long on the way. */
  ask(oneWay = 20) {
    const asked = this.time.now();
    this.run(oneWay);
    const server = this.server;
    this.run(oneWay);
    this.time.learn(server, asked, this.time.now());
  }

  get server() { return EPOCH + this.real; }

  errorOf = ({ moment, real }) => Math.abs(this.time.server(moment) - EPOCH - real);
}

test("an hour offline on an exact device is right at once", () => {
  const device = new Device({ dateIsOff: -90_000 });
  device.ask();
  device.run(HOUR);
  assert.ok(device.errorOf(device.tap()) <= 50);
});

test("an hour offline on a device that is 60 ppm fast or slow is right to 50 ms when it is sent", () => {
  for (const rate of [1.00006, 0.99994]) {
    const device = new Device({ rate, dateIsOff: 45_000 });
    device.ask();
    const taps = [];
    for (let n = 0; n < 12; n += 1) {
      device.run(HOUR / 12);
      taps.push(device.tap());
    }
    device.ask();
    for (const tap of taps) assert.ok(device.errorOf(tap) <= 50, `${device.errorOf(tap)} ms`);
  }
});

test("a sleep in the middle, in which the count stands still, counts", () => {
  const device = new Device({ rate: 1.00004 });
  device.ask();
  device.run(HOUR / 4);
  const before = device.tap();
  device.sleep(HOUR / 2);
  device.run(HOUR / 4);
  const after = device.tap();
  assert.ok(device.errorOf(after) <= 200, "as shown while offline");
  device.ask();
  assert.ok(device.errorOf(before) <= 50, `${device.errorOf(before)} ms`);
  assert.ok(device.errorOf(after) <= 50, `${device.errorOf(after)} ms`);
});

test("a page that was loaded again offline goes on", () => {
  const device = new Device({ rate: 0.99997 });
  device.ask();
  device.run(HOUR / 2);
  const before = device.tap();
  device.reload();
  device.run(HOUR / 2);
  const after = device.tap();
  device.ask();
  assert.ok(device.errorOf(before) <= 50);
  assert.ok(device.errorOf(after) <= 50);
});

test("a date that somebody sets while offline moves no tap once the server has answered", () => {
  for (const change of [HOUR, -HOUR]) {
    const device = new Device();
    device.ask();
    device.run(600_000);
    const before = device.tap();
    device.dateIsOff += change;
    device.run(600_000);
    const after = device.tap();
    device.ask();
    assert.ok(device.errorOf(before) <= 50, `${device.errorOf(before)} ms before`);
    assert.ok(device.errorOf(after) <= 50, `${device.errorOf(after)} ms after`);
  }
});

test("a small correction of the date changes nothing", () => {
  const device = new Device();
  device.ask();
  device.run(60_000);
  device.dateIsOff += 700;
  device.run(60_000);
  assert.ok(device.errorOf(device.tap()) <= 25);
});

test("a slow answer does not spoil what quick ones have shown", () => {
  const device = new Device();
  device.ask(10);
  device.run(5_000);
  const asked = device.time.now();
  const { server } = device; // all of the way back
  device.run(4_000);
  device.time.learn(server, asked, device.time.now());
  assert.ok(device.errorOf(device.tap()) <= 25);
});
