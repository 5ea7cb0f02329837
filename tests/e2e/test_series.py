"""A season of six events with an order of merit: the organizer sets it up, players read it, on a computer and on a phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
SCREENS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
# Six club nights, one a month, each the next of the one before. A knockout of eight each; every third time the last wins.
SEASON = """
from datetime import date
from accounts.models import User
from django.db import transaction
from tests.series.making_series import played
from tests.tournaments.making import nobody
from tournaments.event.services import events
from tournaments.models import Event
olga = User.objects.get(username="olga")
names = ["Anna Kask", "Bert de Vries", "Cleo Marchetti", "Dora", "Egon", "Farida", "Gustav", "Hanna"]
people = [nobody(name) for name in names]
before = None
for month in range(1, 7):
    with transaction.atomic():
        night = Event.objects.create(
            slug=f"night-{month}", name=f"Club night {month}", starts_on=date(2026, month, 9), ends_on=date(2026, month, 9),
            organizer=olga, is_public=True, previous=before,
        )
        field = people if month % 2 else people[:6]
        made = played(olga, field, event=night, week=month, name="Main", best=people[::-1] if month % 3 == 0 else ())
        before = night
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded()
    make_logins(site, ["olga"])
    site.shell(SEASON)
    yield site
    site.stop()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def total(page: Page, name: str) -> str:
    row = page.get_by_role("row").filter(has_text=name)
    return str(row.locator("td").nth(1).inner_text()).strip()


def set_up(page: Page, name: str) -> None:
    """The organizer starts the series, adds six tournaments at once and adds an adjustment."""
    page.goto("/series/")
    page.get_by_role("link", name="Start a series").click()
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_label("Results that count").fill("4")
    page.get_by_role("button", name="Preview points").click()
    expect(page.get_by_role("region", name="Points by place")).to_contain_text("11")
    assert fits(page)
    page.get_by_role("button", name="Start series").click()
    page.get_by_label("Tournament", exact=True).select_option(label="Main")
    page.get_by_label("Also add the same tournament of earlier editions").check()
    page.get_by_role("button", name="Add tournament").click()
    expect(page.get_by_text("6 tournaments added.")).to_be_visible()
    page.get_by_label("Player", exact=True).select_option(label="Dora")
    page.get_by_label("Points", exact=True).fill("2.5")
    page.get_by_label("Reason").fill("Brought the clocks")
    page.get_by_role("button", name="Add an adjustment").click()
    expect(page.get_by_text("Adjustment added.")).to_be_visible()
    assert fits(page)


@pytest.mark.parametrize("screen", SCREENS, ids=["1280", "390"])
def test_a_season_of_six_events_with_an_order_of_merit(
    house: Site, browser: Any, screen: dict[str, int]
) -> None:
    name = f"Club Cup {screen['width']}"
    organizer = sign_in(browser, house, "olga", viewport=screen)
    set_up(organizer, name)
    organizer.close()

    page = browser.new_page(base_url=house.url, viewport=screen)
    page.goto("/events/night-1/")
    page.get_by_role("link", name=name).click()
    table = page.get_by_role("region", name="Order of merit")
    expect(table.get_by_role("columnheader").filter(has_text="Club night")).to_have_count(6)
    assert fits(page)
    assert total(page, "Anna Kask") == "44"
    assert table.get_by_text("dropped").count() > 4
    page.get_by_role("link", name="Dora").click()
    line = page.get_by_role("region", name="Dora")
    expect(line).to_contain_text("Brought the clocks")
    expect(line).to_contain_text("does not count")
    expect(line).to_contain_text("Place 4")
    assert fits(page)
    page.close()
