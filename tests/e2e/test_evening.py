"""A club evening: from a list of names in an e-mail to a published draw, in at most eight clicks."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.clicks import Hand, documented
from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
NAMES = [
    f"{first} {last}" for last in ("Adler", "Baker", "Costa") for first in
    ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gro", "Hal")
]  # fmt: skip
TASK = "From nothing to 24 pasted names, drawn"


@pytest.mark.parametrize("width", [1280, 390])
def test_24_pasted_names_are_drawn_in_eight_clicks(
    topology: Callable[..., Site], browser: Any, width: int
) -> None:
    site = topology("embedded")
    make_logins(site, ["olga"])
    page = sign_in(browser, site, "olga", viewport={"width": width, "height": 844})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", "\n".join(NAMES))
    hand = Hand(page)
    with hand.doing(TASK):
        hand.link("Tournaments")
        hand.link("New tournament")
        expect(page.locator("[name=name]")).to_be_focused()
        hand.type("Thursday Club")
        hand.button("Create draft")
        page.wait_for_url("**/manage/**")
        expect(page.locator("form[action$='walk-in/'] [name=name]")).to_be_focused()
        page.keyboard.press("Control+V")
        page.wait_for_url("**/manage/files/**")
        hand.button("Add 24 players")
        page.wait_for_url("**/manage/?tab=entries")
        hand.button("Preview draw")
        page.wait_for_url("**/manage/draw/**")
        hand.button("Publish draw")
        page.wait_for_url("**/manage/")
    expect(page.locator("tr[data-row]")).to_have_count(8)
    assert hand.counted[TASK] <= 8
    if width == 1280:
        assert hand.counted[TASK] == documented().get(TASK)
