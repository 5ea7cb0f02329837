// The card at the end of a match: its words, its buttons, and when the tournament is asked again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { endButtons } from "../../static/js/table/end/end_buttons.js";
import { columnName, figuresFrom, hasResult, headline, howItEnded, nextAsk, nextText, scoreText } from "../../static/js/table/end/end_words.js";
import { Store } from "../../static/js/table/store.js";
import { viewOf } from "./table.mjs";

const LINKS = { review: "/review/", next: "", play: "/play/" };
const TOURNAMENT = { ...LINKS, next: "/after.json" };
const NOTHING = { ask: null, main: [], minor: [] };
const REMATCH = { act: "rematch", label: "Rematch", primary: true };

const ended = (values = {}) => viewOf({ status: "finished", outcome: { winner: "A", reason: "score" }, score: { A: 7, B: 3 }, ...values });
const after = (values = {}) => ({ state: "waiting", headline: "", text: "", tournament: "Open", bracket: "/tournaments/open/", next: null, steps: [], ...values });
const ready = (values = {}) => after({ state: "ready", next: { where: "Final", opponent: "Ben", url: "/matches/2/", over_the_board: false, deadline: null, ...values } });
const acts = (buttons) => buttons.map((button) => (button.primary ? `[${button.act}]` : button.act)).join(" ");

test("the headline is the reader's side of the result", () => {
  assert.equal(headline(ended()), "You won");
  assert.equal(headline(ended({ seat: "B" })), "You lost");
  assert.equal(headline(ended({ seat: null })), "Anna won");
  assert.equal(headline(ended({ outcome: { winner: null, reason: "drawn" } })), "The match is a tie");
  assert.equal(headline(ended({ outcome: { winner: null, reason: "double_forfeit" } })), "The match has no winner");
});

test("a match without a result has no card", () => {
  assert.ok(hasResult(ended()));
  assert.ok(!hasResult(viewOf()));
  assert.ok(!hasResult(viewOf({ status: "void", outcome: { winner: null, reason: "void" } })));
});

test("a score that does not say who won is left out, and the sentence says how it ended", () => {
  assert.equal(scoreText(new Store(ended(), [])), "7 – 3");
  const resigned = new Store(ended({ score: { A: 0, B: 0 }, outcome: { winner: "A", reason: "conceded" } }), []);
  assert.equal(scoreText(resigned), "");
  assert.equal(howItEnded(resigned), "Ben resigns the match.");
});

test("a spectator reads names, a player reads you", () => {
  assert.deepEqual(["A", "B"].map((seat) => columnName(ended(), seat)), ["You", "Ben"]);
  assert.deepEqual(["A", "B"].map((seat) => columnName(ended({ seat: null }), seat)), ["Anna", "Ben"]);
});

test("own figures come first", () => {
  assert.deepEqual(figuresFrom([["Doubles", "3", "5"]], "B"), [{ label: "Doubles", mine: "5", theirs: "3" }]);
});

test("after a friendly match the rematch is the main button", () => {
  assert.equal(acts(endButtons({ ...NOTHING, main: [{ act: "review", label: "Review" }, REMATCH, { act: "leave", label: "New match" }] }, ended(), LINKS, null)), "[rematch] review play");
});

test("a rematch that was declined leaves the way to other opponents", () => {
  assert.equal(acts(endButtons(NOTHING, ended(), LINKS, null)), "[play] review");
});

test("a guest is asked to sign up in the place of other opponents", () => {
  const guest = { ...LINKS, sign_up: "/accounts/signup/" };
  assert.equal(acts(endButtons({ ...NOTHING, main: [REMATCH] }, ended(), guest, null)), "[rematch] review sign_up");
  assert.equal(acts(endButtons(NOTHING, ended(), guest, null)), "[sign_up] review");
});

test("the wish of the other player is answered on the card", () => {
  const ask = { title: "Ben wants a rematch.", text: "", answers: [{ act: "rematch_decline", label: "Decline" }, { act: "rematch_go", label: "Play", href: "/matches/2/", primary: true }] };
  assert.equal(acts(endButtons({ ...NOTHING, ask }, ended(), LINKS, null)), "[rematch_go] rematch_decline review");
});

test("after a tournament match the next match is the main button once it is ready", () => {
  assert.equal(acts(endButtons(NOTHING, ended({ context: { url: "/tournaments/open/" } }), TOURNAMENT, null)), "[tournament] review");
  const buttons = endButtons(NOTHING, ended(), TOURNAMENT, ready());
  assert.equal(acts(buttons), "[next] tournament review");
  assert.deepEqual([buttons[0].label, buttons[0].href], ["Go to match", "/matches/2/"]);
  assert.equal(endButtons(NOTHING, ended(), TOURNAMENT, ready({ over_the_board: true }))[0].label, "Report score");
});

test("a spectator gets the review and the tournament", () => {
  assert.equal(acts(endButtons(NOTHING, ended({ seat: null }), LINKS, null)), "[review]");
  assert.equal(acts(endButtons(NOTHING, ended({ seat: null, context: { url: "/tournaments/open/" } }), LINKS, null)), "[review] tournament");
});

test("the time to join stands in the sentence", () => {
  assert.equal(nextText(ready(), "4:12"), "Join within 4:12, or you forfeit the match.");
  assert.equal(nextText(ready(), ""), "Your match is ready.");
  assert.equal(nextText(after({ text: "Your next opponent is still playing." }), ""), "Your next opponent is still playing.");
});

test("the tournament is asked less and less often, and not again once it is known", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 9].map((asked) => nextAsk(asked, after())), [1000, 2000, 4000, 8000, 15000, 15000]);
  assert.equal(nextAsk(0, null), 1000);
  assert.equal(nextAsk(0, ready()), null);
  assert.equal(nextAsk(0, after({ state: "over" })), null);
});
