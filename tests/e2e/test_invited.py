"""Olga enters players of the site: Bob accepts and plays, Carol says "not me" and is not entered again."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.people import draw_and_start, make_logins, sign_in
from tests.e2e.table_page import TablePage
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
TURNS = 6  # the join, and some of the play
MAKE = """
from accounts.models import User
from tournaments.setup.services import lifecycle
olga = User.objects.get(username="olga")
made = lifecycle.create(organizer=olga, name={title!r}, lengths=[1], clock=None)
lifecycle.open_entry(made.pk, by=olga)
print(made.slug)
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Any:
    site = Embedded()
    make_logins(site, ["olga", "bob", "carol"])
    yield site
    site.stop()


def opened(site: Site, title: str) -> str:
    return str(site.shell(MAKE.format(title=title)).strip().splitlines()[-1])


def enters(olga: Page, slug: str, name: str) -> None:
    """At the desk, by name; of those called so the player of the site is meant."""
    olga.goto(f"/tournaments/{slug}/manage/?tab=entries")
    olga.locator("form[action$='walk-in/'] [name=name]").fill(name)
    olga.locator("form[action$='walk-in/'] button").click()
    olga.get_by_role("heading", name=f"{name}: which player?").wait_for()
    olga.get_by_role("radio").first.check()
    olga.get_by_role("button", name="Continue").click()


def invitation(page: Page) -> Any:
    return page.get_by_role("region", name="Invitation")


@pytest.fixture(scope="module")
def people(browser: Browser, house: Site) -> dict[str, Page]:
    return {name: sign_in(browser, house, name) for name in ("olga", "bob", "carol")}


def test_bob_accepts_and_plays(house: Site, people: dict[str, Page]) -> None:
    olga, bob = people["olga"], people["bob"]
    slug = opened(house, "Friday Cup")
    for name in ("Bob", "Carol"):
        enters(olga, slug, name)
        olga.get_by_text(f"Invited: {name}. They can play once they accept.").wait_for()
    olga.locator("form[action$='bots/'] [name=number]").fill("3")  # four play: nobody has a bye
    olga.locator("form[action$='bots/'] button").click()
    olga.get_by_role("button", name="Preview draw").click()
    expect(olga.get_by_text("2 invitations have no answer")).to_be_visible()
    olga.get_by_role("link", name="Friday Cup").click()

    bob.goto("/")
    expect(invitation(bob)).to_contain_text(
        "Friday Cup: you are invited to play. Entered by: Olga."
    )
    invitation(bob).get_by_role("button", name="Accept").click()
    bob.get_by_text("Accepted. You are entered: Friday Cup.").wait_for()
    assert bob.locator(".next").count() == 0

    draw_and_start(olga)
    olga.get_by_text("Tournament started. Players notified.").wait_for()
    bob.goto("/")
    bob.locator(".next").get_by_role("link", name="Play").click()
    bob.wait_for_url("**/matches/**")
    table = TablePage(bob, bob.url.rstrip("/").rsplit("/", 1)[1])
    acted = 0
    while acted < TURNS and not table.is_over():
        acted += table.act()
        bob.wait_for_timeout(100)
    status = house.get_json(f"/api/v1/matches/{table.match}")["status"]
    assert status in ("playing", "finished")


def test_carol_says_not_me_and_is_not_entered_again(house: Site, people: dict[str, Page]) -> None:
    olga, carol = people["olga"], people["carol"]
    slug, other = opened(house, "Saturday Cup"), opened(house, "Sunday Cup")
    enters(olga, slug, "Carol")
    olga.get_by_text("Invited: Carol. They can play once they accept.").wait_for()

    carol.goto(f"/tournaments/{slug}/")
    invitation(carol).get_by_role("link", name="Not me").click()
    carol.get_by_role("button", name="Not me – block this organizer").click()
    carol.get_by_text("Declined. Olga cannot enter you again.").wait_for()
    expect(invitation(carol)).to_have_count(0)

    enters(olga, other, "Carol")
    expect(olga.get_by_text("You cannot enter this player.")).to_be_visible()
    carol.goto("/blocked-organizers/")
    carol.get_by_role("button", name="Unblock Olga").click()
    carol.get_by_text("No blocked organizers.").wait_for()
    enters(olga, other, "Carol")
    olga.get_by_text("Invited: Carol. They can play once they accept.").wait_for()
