// How times on a clock are written.

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatDays, formatTenths, formatTime } from "../../static/js/table/panel/clock.js";

const HOUR = 3_600_000;

test("a turn in correspondence is written in days and hours", () => {
  assert.equal(formatDays(72 * HOUR), "3 days");
  assert.equal(formatDays(52 * HOUR + 59_000), "2 days 4 h");
  assert.equal(formatDays(25 * HOUR), "1 day 1 h");
});

test("under a day in hours and minutes, under an hour as on any clock", () => {
  assert.equal(formatDays(5 * HOUR + 12 * 60_000), "5 h 12 min");
  assert.equal(formatDays(HOUR - 1000), "59:59");
  assert.equal(formatDays(0), "0:00");
});

test("other clocks have hours, minutes and seconds", () => {
  assert.equal(formatTime(5 * HOUR), "5:00:00");
  assert.equal(formatTime(500), "0:01");
});

test("the last ten seconds have tenths, rounded up", () => {
  assert.equal(formatTenths(9_400), (9.4).toLocaleString());
  assert.equal(formatTenths(50), (0.1).toLocaleString());
  assert.equal(formatTenths(3_000), (3).toLocaleString(undefined, { minimumFractionDigits: 1 }));
});
