"""A match with the keyboard alone: ready, roll, moves by arrows and typed, double, take, undo, resign, menu, the list of keys.
Not one click in this file."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import make_logins, sign_in
from tests.e2e.sitting import Sitting, sitting
from tests.services.topology import Embedded

pytestmark = pytest.mark.e2e
SAY = "[data-act-bar] .say"
FOCUSED = "() => document.activeElement?.matches('body') ? '' : document.activeElement?.outerHTML.slice(0, 80)"


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Sitting]:
    with sitting(browser) as item:
        yield item


@pytest.fixture(autouse=True)
def no_mouse(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a mouse was used")

    for name in ("click", "tap", "check", "dblclick"):
        monkeypatch.setattr(Page, name, refuse)


def open_buttons(page: Page) -> list[str]:
    return list(
        page.locator('[data-act]:not([aria-disabled="true"])').evaluate_all(
            "all => all.map(it => it.dataset.act)"
        )
    )


def whole_play(page: Page) -> str:
    """A legal play in writing, found by the page's own walk through the steps."""
    return str(
        page.evaluate(
            """async () => {
              const data = await (await fetch(location.pathname.replace("/matches/", "/api/v1/matches/").replace(/\\/$/, ""))).json();
              const typed = await import("/static/js/table/moves/play_parser.js");
              const { playText } = await import("/static/js/table/moves/notation.js");
              const paths = typed.wholePlays(data.view.steps, Infinity);
              return playText(paths[0].map(([a, b, , , hit]) => [a, b, hit]));
            }"""
        )
    )


class Hands:
    """What one player does with the keys; plays are made by turns on the board and in writing."""

    def __init__(self, page: Page) -> None:
        self.page, self.typed, self.walked = page, 0, 0

    def act(self) -> bool:
        """One thing if something is to be done."""
        offered, press = open_buttons(self.page), self.page.keyboard.press
        for name, key in (("ready", "Space"), ("take", "t"), ("accept_resign", "t"), ("roll", "r")):
            if name in offered:
                press(key)
                return True
        if "confirm" in offered:
            press("g")
            press("Space")
            return True
        if self.page.locator(".b-hit--live[data-point]").count():
            self.write() if self.typed <= self.walked else self.walk()
            return True
        return False

    def write(self) -> None:
        """`/`, the play, Enter, and Enter again."""
        self.typed += 1
        text = whole_play(self.page)
        self.page.keyboard.press("/")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("[data-typed-said]")).to_contain_text("Press Enter again")
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Escape")

    def walk(self) -> None:
        """From one checker that may move to the next, Enter on it."""
        self.walked += 1
        for _ in range(4):
            if self.page.locator(".b-hit--live[data-point]").count():
                self.page.keyboard.press("n")
                self.page.keyboard.press("Enter")
                self.page.wait_for_timeout(30)


def test_a_match_is_played_to_its_end_with_the_keys_alone(browser: Browser) -> None:
    site = Embedded()
    try:
        make_logins(site, ["anna", "bert"])
        anna, bert = (sign_in(browser, site, name) for name in ("anna", "bert"))
        anna.goto("/matches/new/")
        anna.focus("[name=player]")
        anna.keyboard.type("Bert")
        anna.focus('[name=length][value="1"]')
        anna.keyboard.press("Space")
        anna.keyboard.press("Enter")
        anna.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
        bert.goto(anna.url)
        hands = [Hands(page) for page in (anna, bert)]
        for _ in range(1500):
            acted = [hand.act() for hand in hands]
            if not any(acted):
                anna.wait_for_timeout(30)
            if anna.locator('[data-act="leave"], [data-act="rematch"]').count():
                break
        inner_texts = [page.locator(SAY).inner_text() for page in (anna, bert)]
        assert sorted("You win" in words for words in inner_texts) == [False, True], inner_texts
        assert all(hand.typed > 3 and hand.walked > 3 for hand in hands)
    finally:
        site.stop()


def test_home_end_and_arrows_walk_the_points(table: Sitting) -> None:
    page = table.at("playing")

    def at() -> str | None:
        point: str | None = page.evaluate("document.activeElement.getAttribute('data-point')")
        return point

    page.keyboard.press("g")
    ways = [("Home", "24"), ("ArrowLeft", "23"), ("ArrowDown", "2"), ("ArrowRight", "1"), ("End", "1"),
            ("PageUp", "25"), ("PageDown", "0")]  # fmt: skip
    for key, point in ways:
        page.keyboard.press(key)
        assert at() == point, key


def test_a_digit_chooses_the_die_and_z_takes_back(table: Sitting) -> None:
    dice = ["1", "1"]
    while dice[0] == dice[1]:  # a double has one number
        page = table.at("playing")
        dice = re.findall(r"\d", page.locator(SAY).inner_text())[:2]
    page.keyboard.press(dice[1])
    page.keyboard.press("n")
    source = int(page.evaluate("document.activeElement.getAttribute('data-point')"))
    page.keyboard.press("Enter")
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert "undo" in open_buttons(page), source
    while "undo" in open_buttons(page):
        page.keyboard.press("z")
        page.wait_for_timeout(30)
    assert page.evaluate(FOCUSED), "the focus is somewhere"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("24/23/x", "is not a move"),
        ("", "Write moves like"),
        ("bar/22", "no checker on the bar"),
        ("24/1", "is not legal here"),
    ],
)
def test_what_cannot_be_played_is_answered_with_a_sentence(
    table: Sitting, text: str, answer: str
) -> None:
    page = table.at("playing")
    page.keyboard.press("/")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator("[data-typed-said]")).to_contain_text(answer)
    assert page.locator("#typed-play").get_attribute("aria-invalid") == "true"
    assert page.evaluate("document.activeElement.id") == "typed-play"


def double(page: Page) -> None:
    """D asks, "Cancel" has the focus, the button after it doubles."""
    page.keyboard.press("d")
    page.keyboard.press("Tab")
    page.wait_for_timeout(450)  # a press sooner belongs to the one that opened the question
    page.keyboard.press("Enter")


def test_a_double_is_asked_and_dropped_and_a_resignation_offered_and_refused(
    table: Sitting,
) -> None:
    page = table.at("doubled")
    page.keyboard.press("x")
    expect(page.locator(SAY)).to_contain_text("You drop.")
    page = table.at("rolling")
    double(page)
    expect(page.locator(SAY)).to_contain_text("Cube offered at 2")
    page = table.at("resigned")
    page.keyboard.press("x")
    expect(page.locator(".ask")).to_have_count(0)


def test_tab_leads_through_everything_and_out_again(table: Sitting) -> None:
    """No trap: the focus comes round, every stop is visible and none is the body for long."""
    page = table.at("rolling")
    stops = []
    for _ in range(40):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate("document.activeElement.dataset?.act ?? document.activeElement.id ?? ''")
        )
    for wanted in ("roll", "resign", "tab-moves"):
        assert wanted in stops, stops
    assert stops.count("roll") > 1, "the way goes round"


def test_the_skip_links_lead_to_the_board_and_to_the_buttons(table: Sitting) -> None:
    page = table.at("rolling")
    page.keyboard.press("Tab")
    expect(page.locator(".skip:focus")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.act") == "double"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.act") == "roll"


def test_the_list_of_keys_opens_closes_and_gives_the_focus_back(table: Sitting) -> None:
    page = table.at("rolling")
    page.keyboard.press("g")
    before = page.evaluate(FOCUSED)
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_be_visible()
    page.keyboard.press("r")
    assert "roll" in open_buttons(page), "no key of the table acts behind the list"
    page.keyboard.press("Escape")
    expect(page.locator("dialog.keys")).to_be_hidden()
    assert page.evaluate(FOCUSED) == before


def test_single_letters_can_be_switched_off(table: Sitting) -> None:
    page = table.at("rolling")
    page.keyboard.press("?")
    page.focus("dialog.keys input")
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.wait_for_timeout(200)
    assert "roll" in open_buttons(page)
    page.evaluate("localStorage.removeItem('barpoint.letters')")
    page.keyboard.press("r")
    expect(page.locator('[data-act="roll"]')).to_have_count(0)
