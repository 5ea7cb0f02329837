"""What a screen reader hears at the table: everything that happens, once, and nothing from anywhere else on the page."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.sitting import Sitting, sitting

pytestmark = pytest.mark.e2e
LISTEN = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[data-said]"))
    new MutationObserver(() => region.textContent && heard.push([region.dataset.said, region.textContent])).observe(region, { childList: true });
}"""
# What waits elsewhere on the site is said by two regions of its own, on every page.
ELSEWHERE = ":not([data-waiting-say], [data-waiting-warn])"
LIVE = f":is([aria-live]:not([aria-live=off]), [role=alert], [role=status], [role=log], output){ELSEWHERE}"


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Sitting]:
    """Listens before any script of a page runs: what is said at once would be missed after it."""
    with sitting(browser) as item:
        item.page.add_init_script(
            f"document.addEventListener('readystatechange', {LISTEN}, {{ once: true }})"
        )
        yield item


def listening(table: Sitting, state: str) -> tuple[Page, str]:
    page = table.at(state)
    page.wait_for_timeout(300)
    page.evaluate("heard.length = 0")
    return page, page.url.rstrip("/").split("/")[-1]


def heard(page: Page, what: str, *, urgent: bool | None = None, within: float = 4) -> str:
    """Waits until it is said; returns all of that announcement."""
    pattern = re.compile(what)
    for _ in range(int(within / 0.1)):
        for kind, text in page.evaluate("heard"):
            if pattern.search(text) and urgent in (None, kind == "assertive"):
                return str(text)
        page.wait_for_timeout(100)
    raise AssertionError(f"{what!r} was not said, but {page.evaluate('heard')}")


@pytest.mark.parametrize("state", ["joining", "playing", "doubled", "finished"])
def test_nothing_is_live_but_the_two_regions_of_the_announcer(table: Sitting, state: str) -> None:
    page = table.at(state)
    for tab in page.get_by_role("tab").all():
        tab.click()
        live = page.locator(LIVE).evaluate_all(
            "all => all.map(it => it.dataset.said ?? it.outerHTML)"
        )
        assert live == ["polite", "assertive"], tab.inner_text()


def test_own_moves_are_said_as_they_are_made_taken_back_and_confirmed(table: Sitting) -> None:
    page, _ = listening(table, "playing")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    heard(page, r"^\w+ to \w+.*\. (Next: \d|Confirm or undo)")
    page.keyboard.press("z")
    heard(page, r"Undone: \w+ to \w+")
    for _ in range(4):
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    page.keyboard.press("Space")
    heard(page, r"Your play: .* to .*\. Bartholomäus .* to roll\.")


def test_what_the_other_does_is_said_once_and_then_whose_turn_it_is(table: Sitting) -> None:
    page, match = listening(table, "rolling")
    page.keyboard.press("r")
    heard(page, r"Your roll: .* legal plays?|Only one play|[Nn]o legal move")
    if table.view("anna", match)["waiting_for"] == "play":
        table.play("anna", match)
    heard(page, r"to roll\.")
    table.do("bert", match, "roll")
    heard(page, r"Bartholomäus .* rolls (double \d|\d and \d)\.")
    if table.view("bert", match)["waiting_for"] == "play":
        table.play("bert", match)
        heard(page, r"Bartholomäus .* (plays .* to .*|has no legal move)\. Roll or double\.")
    page.wait_for_timeout(500)
    counts = Counter(text for _, text in page.evaluate("heard"))
    assert all(times == 1 for times in counts.values()), counts
    assert len(counts) <= 5, counts


def test_a_double_is_said_at_once_with_what_each_answer_costs(table: Sitting) -> None:
    page, match = listening(table, "rolling")
    page.keyboard.press("d")
    heard(page, r"Double to 2\? If Bartholomäus .* drops, you win 1 point", urgent=True)
    page.wait_for_timeout(450)  # a press sooner belongs to the one that opened the question
    page.locator('[data-act="double_now"]').press("Enter")
    heard(page, r"You double\.")
    table.do("bert", match, "take")
    heard(page, r"Bartholomäus .* takes\. The cube is at 2\.")
    page = table.at("doubled")
    page.reload()
    text = heard(page, r"doubles to 2: take or drop\?", urgent=True)
    assert "If you drop, you lose 1 point" in text
    page.keyboard.press("x")
    ended = heard(page, r"You drop\. .*: 1 point\..*Score: 0 – 1")
    page.wait_for_timeout(500)
    assert ended.count("You drop") == 1, ended
    assert sum("You drop" in text for _, text in page.evaluate("heard")) == 1


def test_resignations_and_the_end_of_the_match_are_said(table: Sitting) -> None:
    page, match = listening(table, "rolling")
    page.locator('[data-act="resign"]').press("Enter")
    heard(page, r"Resign this game\?", urgent=True)
    page.keyboard.press("Escape")
    table.do("bert", match, "concede")
    heard(page, r"resigns the match\..*You win")


def test_position_plays_and_state_are_said_when_asked_for_and_again_when_asked_again(
    table: Sitting,
) -> None:
    page, _ = listening(table, "playing")
    for key, words in (("p", r"^You, \d+ pips\. .*24: 2"), ("l", r"First moves: |legal plays?\."),
                       ("i", r"Score: .* 0, .* 0\. Cube 1, in the middle.*10:00 left"), ("k", r"^You: (10:00|9:5\d) left")):  # fmt: skip
        page.keyboard.press(key)
        heard(page, words)
    before = len(page.evaluate("heard"))
    page.keyboard.press("k")
    page.wait_for_timeout(400)
    assert len(page.evaluate("heard")) == before + 1


@pytest.mark.parametrize("seconds", [60, 30, 10])
def test_the_clock_is_said_at_a_minute_half_a_minute_and_ten_seconds(
    table: Sitting, seconds: int
) -> None:
    made, table.made = table.made, []
    table.clock = {"kind": "simple", "reserve_ms": seconds * 1000 + 2500, "delay_ms": 0}
    page, _ = listening(table, "playing")
    table.clock, table.made = {**table.clock, "reserve_ms": 600_000}, made
    heard(page, rf"^{seconds} seconds left\.$", urgent=seconds < 60, within=6)


def test_a_lost_connection_is_said_and_that_it_is_back(table: Sitting) -> None:
    page, _ = listening(table, "rolling")
    page.context.set_offline(True)
    heard(page, r"Reconnecting\.", urgent=True, within=8)
    page.context.set_offline(False)
    heard(page, r"Connected again\.", within=12)


def test_the_text_tab_is_a_table_of_points_and_its_buttons_play(table: Sitting) -> None:
    page = table.at("playing")
    page.get_by_role("tab", name="Text").click()
    rows = page.locator("table.text-board tbody tr")
    expect(rows).to_have_count(26)
    expect(rows.nth(1)).to_have_text(re.compile(r"^24\s*1\s*(yours: [12]|empty)"))
    plays = page.locator("[data-text-plays] button")
    before = page.locator("[data-text-pips]").inner_text()
    for _ in range(4):
        if plays.count():
            plays.first.press("Enter")
    expect(page.locator('[data-act="confirm"]:not([aria-disabled="true"])')).to_be_visible()
    assert page.locator("[data-text-pips]").inner_text() != before
    assert page.evaluate("document.activeElement !== document.body"), "the focus is not lost"


PAUSED = """async (clock) => {
  const { sentence } = await import("/static/js/table/words/sentences.js");
  return sentence({ rows: [], view: { paused: true, clock } });
}"""


def test_a_pause_speaks_of_clocks_only_where_there_are_some(table: Sitting) -> None:
    page = table.at("playing")
    assert "clocks" in page.evaluate(PAUSED, {})["rest"]
    assert page.evaluate(PAUSED, None)["rest"] == ""
