"""axe-core finds nothing at the table, in any state, with any tab open, light and dark, at a desk and on a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.axe import in_every_mode
from tests.e2e.sitting import STATES, Sitting, sitting

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Sitting]:
    with sitting(browser) as item:
        yield item


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_any_state(table: Sitting, state: str) -> None:
    assert in_every_mode(table.at(state), state) == []


def test_axe_finds_nothing_with_a_checker_in_hand(table: Sitting) -> None:
    page = table.at("playing")
    page.evaluate("localStorage.setItem('barpoint.table', JSON.stringify({ tapPlays: false }))")
    page.reload()
    page.locator(".b-hit--live[data-point]").first.focus()
    page.keyboard.press("Enter")
    page.locator(".b-to").first.wait_for(state="attached")
    result = in_every_mode(page, "a checker in hand")
    page.evaluate("localStorage.removeItem('barpoint.table')")
    assert result == []


def test_axe_finds_nothing_on_any_tab_nor_in_the_questions_menu_and_keys(table: Sitting) -> None:
    page = table.at("playing")
    values = []
    for tab in page.get_by_role("tab").all():
        tab.click()
        values += in_every_mode(page, tab.inner_text())
    for key, what in (("m", "the menu"), ("Escape", ""), ("?", "the keys"), ("Escape", "")):
        page.keyboard.press(key)
        values += in_every_mode(page, what) if what else []
    page.set_viewport_size(
        {"width": 1280, "height": 800}
    )  # on a phone the chat lies over the buttons
    page.locator('[data-act="resign"]').click()
    values += in_every_mode(page, "resigning")
    page = table.at("rolling")
    page.keyboard.press("d")
    values += in_every_mode(page, "doubling")
    assert values == []


def test_axe_finds_nothing_for_who_only_watches(table: Sitting, browser: Browser) -> None:
    for state in ("playing", "finished"):
        address = table.at(state).url
        page = browser.new_page()
        page.goto(address)
        page.locator(".b-hit").first.wait_for(state="attached")
        result = in_every_mode(page, f"watching, {state}")
        page.close()
        assert result == []
