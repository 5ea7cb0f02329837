"""A satellite that opens three times in a day: walk-ins are typed at the desk, it starts when it is full, and its winners enter the main tournament."""

import json

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e

MAKE = """
import json
from datetime import date
from accounts.models import User
from tournaments.event.services import events
from tournaments.models import Venue
from tournaments.setup.services import lifecycle
tiina, slugs = User.objects.get(username="tiina"), []
weekend = events.create(tiina, "weekend_open", events.NewEvent(name="Rhine Open", starts_on=date(2026, 12, 4), time_zone="UTC"))
for name, most in (("Main Open", 32), ("Jackpot", 4)):
    made = lifecycle.create(organizer=tiina, name=name, lengths=[1], clock=None, entry_limit=most)
    Venue.objects.create(tournament=made, where="board")
    events.add_existing(weekend.pk, by=tiina, tournament_id=made.pk)
    slugs.append(lifecycle.open_entry(made.pk, by=tiina).slug)
print(json.dumps(slugs))
"""
SWEPT_S = 60


def type_walk_ins(desk: Page, slug: str, names: list[str]) -> None:
    desk.goto(f"/tournaments/{slug}/manage/?tab=entries&next=name")
    for name in names:
        desk.get_by_label("Name", exact=True).fill(name)
        desk.keyboard.press("Enter")
        expect(desk.locator("body")).to_contain_text(f"Entered: {name}.")


def look_until(desk: Page, address: str, shown: Locator, count: int) -> None:
    """Open the page until it shows so many: the sweep comes every five seconds."""
    for _ in range(SWEPT_S):
        desk.goto(address)
        if shown.count() == count:
            return
        desk.wait_for_timeout(1000)
    expect(shown).to_have_count(count)


def play(desk: Page, slug: str) -> None:
    """The result of each match is typed at the desk; the first player of the pairing wins."""
    desk.goto(f"/tournaments/{slug}/manage/?tab=matches")
    for match in ("SF 1", "SF 2", "F"):
        desk.keyboard.press("e")
        desk.keyboard.type(f"{match} 1-0")
        desk.keyboard.press("Enter")
        expect(desk.locator("[data-says]")).to_contain_text(f"{match}", timeout=15_000)
        desk.keyboard.press("Escape")


def test_a_satellite_that_opens_three_times_in_a_day(browser: Browser, house: Site) -> None:
    make_logins(house, ["tiina"])
    main, jackpot = json.loads(house.shell(MAKE).strip().splitlines()[-1])
    desk = sign_in(browser, house, "tiina", viewport={"width": 1280, "height": 900})
    errors: list[str] = []
    desk.on("pageerror", lambda error: errors.append(str(error)))
    desk.goto(f"/tournaments/{jackpot}/manage/?tab=setup")
    desk.get_by_role("link", name="Repeat when full").click()
    desk.get_by_label("Free entry for the winner").select_option(label="Main Open")
    desk.get_by_role("button", name="Start repeating").click()
    lines = desk.locator(".sat-list > li")
    slugs, address = [jackpot], f"/tournaments/{jackpot}/manage/satellite/"
    for count in range(1, 4):
        names = [f"{name} {'ABC'[count - 1]}" for name in ("Anna", "Bob", "Cleo", "Dan")]
        type_walk_ins(desk, slugs[-1], names)
        look_until(desk, address, lines, count + 1)
        expect(lines.first).to_contain_text(f"Jackpot {count + 1}")
        expect(lines.nth(1)).to_contain_text("Running")
        slugs.append(lines.first.get_by_role("link").get_attribute("href").split("/")[2])  # type: ignore[union-attr]
    for slug in slugs[:3]:
        play(desk, slug)
    buttons = lines.get_by_role("button", name="Enter in Main Open")
    look_until(desk, address, buttons, 3)
    desk.goto(f"/tournaments/{main}/manage/?tab=entries")
    desk.get_by_role("link", name="Tickets:").click()
    for left in (2, 1, 0):
        desk.get_by_role("button", name="Enter in Main Open").first.click()
        expect(desk.get_by_role("button", name="Enter in Main Open")).to_have_count(left)
    desk.goto(f"/tournaments/{main}/manage/?tab=entries")
    expect(desk.locator(".entry-list tbody tr")).to_have_count(3)
    assert errors == []
    desk.context.close()
