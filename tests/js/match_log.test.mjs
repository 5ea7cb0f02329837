// The match at a table clock: the same from the same events as on the server (clock_logs.json), whatever order they came in.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { asJson, byOrder, fold } from "../../static/js/tableclock/match.js";

const logs = JSON.parse(readFileSync(new URL("clock_logs.json", import.meta.url), "utf8"));

for (const { name, format, taps, match } of logs) {
  test(name, () => assert.deepEqual(asJson(fold(format, taps.sort(byOrder)).match), match));
}

test("the logs contain what can happen", () => {
  const matches = logs.map(({ match }) => match);
  assert.ok(matches.some(({ over }) => over) && matches.some(({ over }) => !over));
  assert.ok(matches.some(({ confirmed }) => confirmed[0]) && matches.some(({ lost_on_time }) => lost_on_time));
  assert.ok(matches.some(({ games }) => games.some(([, , , crawford]) => crawford)));
  assert.ok(matches.some(({ cube }) => cube > 1));
});

test("a wrong tap is undone as if it had never been", () => {
  const format = { ...logs[0].format };
  const tap = (n, kind, at, data) => ({ device: "aaa", n, kind, at, data });
  const right = [tap(1, "pass", 1_000, { seat: "B" }), tap(2, "pass", 30_000, { seat: "A" })];
  const wrong = tap(3, "pass", 31_000, { seat: "B" });
  const undo = tap(4, "undo", 33_000, { id: "aaa:3" });
  const after = tap(5, "pass", 60_000, { seat: "B" });
  const undone = fold(format, [...right, wrong, undo, after]).match;
  assert.deepEqual(asJson(undone), asJson(fold(format, [...right, after]).match));
  assert.deepEqual(undone.clock.reserve, [120_000 - (29_000 - 12_000), 120_000 - (30_000 - 12_000)]);
});
