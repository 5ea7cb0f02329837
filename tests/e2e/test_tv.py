"""TV in a browser: it follows a match live and turns to another one by itself when that is over."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e

# Two matches to one point between people who have sat down, and a third that is over already.
MAKE = """
import json
from django.utils import timezone
from accounts.services.logins import create_login
from games.engine.rules import Rules
from games.services.play import act
from games.services.setup import create_match
from games.services.submissions import Submission
made = []
for k in range(2):
    users = [create_login(f"p{k}{s}", f"p{k}{s}@example.org", "pw", name=f"Player {k}{s}") for s in "ab"]
    match = create_match(seat_a=users[0].player, seat_b=users[1].player, rules=Rules.preset("tournament", 5 - k),
                         clock=None, context={}, join_within=None, now=timezone.now())
    for seat, user in zip("AB", users):
        act(Submission(match.pk, seat, "ready", {"nonce_hash": None}, timezone.now(), user_id=user.pk), timezone.now())
    made.append([str(match.pk), users[0].pk])
print(json.dumps(made))
"""
ACT = """
from uuid import UUID
from django.utils import timezone
from games.services.play import act
from games.services.submissions import Submission
act(Submission(UUID("{match}"), "A", "{kind}", {{}}, timezone.now(), user_id={user}), timezone.now())
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded(DEMO="0")
    yield site
    site.stop()


def shown_on(page: Page) -> str:
    return page.locator("[data-tv]").get_attribute("data-match") or ""


def run_until_it_says(page: Any, words: str) -> None:
    """A stream that was not to be had at once is tried again by the page's own clock, which stands unless it is run."""
    said = page.locator("[data-tv-says]")
    for _ in range(60):
        if words in said.inner_text():
            return
        page.clock.run_for(500)
        page.wait_for_timeout(250)
    expect(said).to_contain_text(words)


def test_the_screen_turns_to_another_match_when_one_is_over(browser: Browser, house: Site) -> None:
    context = browser.new_context(base_url=house.url, viewport={"width": 1280, "height": 800})
    context.clock.install()
    page: Any = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/tv/")
    expect(page.get_by_text("No match is being played")).to_be_visible()
    made = dict(json.loads(house.shell(MAKE).strip().splitlines()[-1]))
    page.clock.run_for(6_000)
    expect(page.locator("[data-tv-says]")).to_contain_text("Player")
    first = shown_on(page)
    assert first in made
    house.shell(ACT.format(match=first, kind="concede", user=made[first]))
    run_until_it_says(page, "gave up the match")
    page.clock.run_for(10_000)
    assert shown_on(page) == first
    page.clock.run_for(16_000)
    (second,) = set(made) - {first}
    expect(page.locator("[data-tv]")).to_have_attribute("data-match", second, timeout=10_000)
    assert errors == []
    context.close()
