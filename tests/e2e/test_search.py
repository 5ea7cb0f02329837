"""The search of the bar by keys and on a phone; and the time zone of the browser, which logging in brings."""

from typing import Any

import pytest

from tests.e2e.people import sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e


def test_a_player_is_found_by_keys_and_on_a_phone(browser: Any, house: Site) -> None:
    page = sign_in(browser, house, "anna", timezone_id="Asia/Tokyo")
    page.goto("/tournaments/")
    page.keyboard.press("/")
    page.keyboard.type("BÉR")
    page.get_by_role("option", name="Bert").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/players/*/")
    assert page.locator("h1").inner_text() == "Bert"
    page.keyboard.press("/")
    page.keyboard.type("nobody of this name")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=*")
    page.get_by_text("Nothing found.").wait_for()

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    field = page.locator("#site-search")
    assert not field.is_visible()
    page.locator("[data-search-open]").click()
    page.keyboard.type("ber")
    page.get_by_role("option", name="Bert").click()
    page.wait_for_url("**/players/*/")
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide)

    page.goto("/profile/")
    assert page.get_by_text("in this zone now: Asia/Tokyo").is_visible()
    page.context.close()
