"""The page Play: two strangers find each other in the lobby, and a friend comes by a link that was left and found again."""

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import sign_in
from tests.e2e.table_page import TablePage
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
SCREENS = pytest.mark.parametrize("screen", SIZES)


def at_play(browser: Browser, house: Site, name: str, screen: str) -> Page:
    page: Page = sign_in(browser, house, name, viewport=SIZES[screen])
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Play", exact=True).first.click()
    page.get_by_role("heading", name="Play", exact=True).wait_for()
    return page


def match_of(page: Page) -> str:
    page.wait_for_url("**/matches/**")
    return page.url.split("/matches/")[1].split("/")[0]


def close(*pages: Any) -> None:
    for page in pages:
        page.context.close()


@SCREENS
def test_two_strangers_find_each_other_in_the_lobby(
    house: Site, browser: Browser, screen: str
) -> None:
    anna, bert = (at_play(browser, house, name, screen) for name in ("anna", "bert"))
    expect(bert.locator("[data-lobby-none]")).to_be_visible()
    expect(bert.locator("[data-lobby-count]")).to_be_hidden()
    expect(bert.locator("[data-lobby-rows]")).to_be_hidden()
    anna.get_by_role("button", name="Find opponent").click()
    anna.get_by_role("heading", name="Waiting for an opponent").wait_for()
    bert.get_by_role("button", name="Play Anna").click()  # the list shows it by itself
    match = match_of(bert)
    assert match_of(anna) == match  # her page opens the match by itself
    for page in (anna, bert):
        TablePage(page, match).wait()
        page.locator('[data-act="ready"]').click()
    for page in (anna, bert):
        expect(page.locator(".b-dice .die").first).to_be_visible(timeout=15_000)
    close(anna, bert)


@SCREENS
def test_a_friend_comes_by_a_link_that_was_left_and_found_again(
    house: Site, browser: Browser, screen: str
) -> None:
    anna = at_play(browser, house, "anna", screen)
    anna.get_by_role("region", name="Play a friend").get_by_role("button").click()
    link = anna.get_by_label("Invitation link").input_value()
    anna.goto("/watch/")
    anna.goto("/")
    again = anna.get_by_label("Invitation link").first.input_value()
    assert again.startswith(f"{house.url}/join/")
    anna.goto(link)

    bert = sign_in(browser, house, "bert", viewport=SIZES[screen])
    bert.goto(again)
    bert.get_by_role("heading", name="Anna invites you to a match").wait_for()
    bert.get_by_role("button", name="Join match").click()
    assert match_of(anna) == match_of(bert)  # the page of the link opens the match by itself
    expect(anna.locator('[data-strip="B"]')).to_contain_text("Bert")
    close(anna, bert)


def test_without_a_cube_a_turn_takes_a_press_for_each_move_and_one_to_confirm(
    house: Site, browser: Browser
) -> None:
    """The dice roll by themselves where no double is possible: in a match to 1 nobody presses Roll."""
    anna = at_play(browser, house, "anna", "desk")
    anna.locator("input[name=length][value='1']").check(force=True)
    anna.locator("[formaction$='/random/'], [formaction*='random']").click()
    match_of(anna)
    confirm = anna.locator('[data-act="confirm"]:not([aria-disabled="true"])')
    live = anna.locator(".b-hit--live[data-point]")
    turns, give_up = 0, time.monotonic() + 90
    while turns < 2 and time.monotonic() < give_up:
        if confirm.count():
            confirm.click()
            turns += 1
        elif live.count():
            live.first.click(timeout=2000)
        anna.wait_for_timeout(100)
    assert turns == 2
    close(anna)
