"""Two phones at one table, one of them with a wrong date: both show the same turn, the same score and the same time."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import make_logins
from tests.e2e.test_table_clock import MAKE, end_game, shows
from tests.services.topology import Site

pytestmark = pytest.mark.e2e

SEVEN_MINUTES_AHEAD = "const date = Date.now; Date.now = () => date() + 7 * 60_000;"
SHOWN = """() => ({
    at: (performance.timeOrigin + performance.now()) / 1000,
    texts: [...document.querySelectorAll('[data-half] :is([data-part="time"], [data-part="delay"])')].map((each) => each.textContent),
})"""
A_SECOND_AS_SHOWN = 1.25
"""Both phones show whole seconds, a tenth of a second after the other at most."""
TIME = re.compile(r"(?:(\d+):)?(\d+)")


def time_left(page: Page) -> float:
    """What both clocks have left, delays included, counted back to one moment."""
    shown = page.evaluate(SHOWN)
    parts = [TIME.search(text) for text in shown["texts"] if text.strip()]
    assert all(parts), shown
    return shown["at"] + sum(int(part[1] or 0) * 60 + int(part[2]) for part in parts if part)


def pass_turn(tapped: Page, other: Page, seat: str) -> None:
    """A player taps their half on one phone; the other phone shows whose turn it is."""
    tapped.locator(f'[data-tap="{seat}"]').click()
    next_seat = "B" if seat == "A" else "A"
    for page in (tapped, other):
        expect(page.locator(f'[data-half="{next_seat}"]')).to_have_class(re.compile(r"\bon\b"))


def test_two_phones_of_one_table_never_disagree_for_more_than_a_second(
    browser: Browser, house: Site
) -> None:
    make_logins(house, ["tiina"])
    _slug, clock, _overlay = json.loads(house.shell(MAKE).strip().splitlines()[-1])
    phones = [
        browser.new_context(base_url=house.url, viewport={"width": 390, "height": 844})
        for _ in "ab"
    ]
    phones[1].add_init_script(SEVEN_MINUTES_AHEAD)
    first, second = (phone.new_page() for phone in phones)
    for page in (first, second):
        page.goto(clock)

    pass_turn(first, second, "B")
    for tapped, other, seat in ((second, first, "A"), (first, second, "B"), (second, first, "A")):
        pass_turn(tapped, other, seat)
        first.wait_for_timeout(700)
        assert abs(time_left(first) - time_left(second)) < A_SECOND_AS_SHOWN
    end_game(second, "A")
    for page in (first, second):
        shows(page, 1, 0)

    phones[0].set_offline(True)
    first.locator('[data-tap="B"]').click()
    first.wait_for_timeout(2_500)
    phones[0].set_offline(False)
    expect(second.locator('[data-half="A"]')).to_have_class(re.compile(r"\bon\b"), timeout=30_000)
    assert abs(time_left(first) - time_left(second)) < A_SECOND_AS_SHOWN
    for phone in phones:
        phone.close()
