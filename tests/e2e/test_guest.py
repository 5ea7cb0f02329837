"""A visitor with a phone: two clicks to the first roll, a match against a bot, and a sign-up that keeps it."""

import time

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.clicks import Hand
from tests.e2e.table_page import TablePage
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
PHONE = {"width": 390, "height": 844}
LONGEST_S = 240
PASSWORD = "correct horse battery"
QUICK_BOT = """
from games.models import Match
match = Match.objects.get(pk="{match}")
Match.objects.filter(pk=match.pk).update(context=match.context | {{"bot_pace_ms": 20}})
"""


def test_a_visitor_plays_in_two_clicks_and_keeps_the_match(browser: Browser, house: Site) -> None:
    page = browser.new_context(base_url=house.url, viewport=PHONE, has_touch=True).new_page()
    page.set_default_timeout(15_000)
    page.goto("/")
    hand = Hand(page)
    with hand.doing("first roll"):
        hand.link("Play", page.get_by_role("main"))
        hand.button("Play Steady")
        page.wait_for_url("**/matches/**")
        page.locator(".die, .b-die").first.wait_for(state="attached")
    assert hand.counted == {"first roll": 2}
    table = TablePage(page, page.url.rstrip("/").rsplit("/", 1)[1])
    house.shell(QUICK_BOT.format(match=table.match))
    until = time.monotonic() + LONGEST_S
    while not table.is_over():
        assert time.monotonic() < until, page.locator("[data-act-bar]").inner_text()
        if not table.act():
            page.wait_for_timeout(60)

    page.goto("/play/")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".topbar").get_by_role("link", name="Sign up").click()
    expect(page.get_by_text("Your match against Steady (bot) will be kept.")).to_be_visible()
    fields = {"name": "Nadia Kask", "username": "nadia", "email": "nadia@example.org"}
    for name, value in (fields | {"password1": PASSWORD, "password2": PASSWORD}).items():
        page.fill(f"[name={name}]", value)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url(house.url + "/")
    page.get_by_role("link", name="Your results").click()
    expect(page.get_by_role("heading", name="Nadia Kask")).to_be_visible()
    expect(page.locator(f'main a[href*="{table.match}"]').first).to_be_visible()
