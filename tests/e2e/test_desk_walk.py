"""A director walks the steps of the desk from set-up to prizes, and visitors see the podium on the event's page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
MAKE = """
from datetime import date
from accounts.models import User
from tournaments.event.services import events
from tournaments.models import Event, Tournament
from tournaments.setup.services import lifecycle
tiina = User.objects.get(username="tiina")
made = lifecycle.create(organizer=tiina, name="Harbour: Open", lengths=[3], clock=None, draw_method="manual")
event = Event.objects.create(slug="harbour", name="Harbour", organizer=tiina, starts_on=date(2026, 12, 5), ends_on=date(2026, 12, 5), is_public=True)
Tournament.objects.filter(pk=made.pk).update(event=event)
from tournaments.models import Venue
Venue.objects.create(tournament=made, where="board")
print(made.slug, end="")
"""


@pytest.fixture(scope="module")
def site(chromium: str) -> Iterator[Site]:
    site = Embedded()
    with site.ended_if_it_fails():
        make_logins(site, ["tiina"])
    yield site
    site.stop()


class Walk:
    """A director at the desk of one tournament."""

    def __init__(self, page: Any, slug: str) -> None:
        self.page = page
        page.goto(f"/tournaments/{slug}/manage/")

    def step(self, name: str) -> Any:
        return self.page.locator(f"[data-step={name}]")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def stands_at(self, name: str) -> None:
        present = self.page.locator("[data-present]")
        expect(present).to_have_attribute("data-step", name, timeout=15_000)

    def enter(self) -> None:
        for player in PLAYERS:
            self.page.locator("form[action$='walk-in/'] [name=name]").fill(player)
            self.page.keyboard.press("Enter")
            self.page.locator(".entry-list", has_text=player).wait_for()

    def check_in(self) -> None:
        self.step("check-in").click()
        self.press("Open check-in by phone")
        expect(self.step("check-in")).to_contain_text("0 of 4 here")
        self.stands_at("check-in")
        for player in PLAYERS:
            self.press(f"Check in {player}")
            self.page.get_by_role("button", name=f"{player}: Undo check-in").wait_for()

    def draw(self) -> None:
        self.step("draw").click()
        self.page.locator(".desk-panel").get_by_role("button", name="Preview draw").click()
        expect(self.step("draw")).to_have_attribute("aria-current", "page")
        self.press("Publish draw")

    def play(self) -> None:
        for left in (2, 1, 1):
            rows = self.page.locator("tr[data-row]")
            expect(rows).to_have_count(left, timeout=15_000)
            pairing = rows.first.locator(".where").inner_text().strip()
            self.page.locator("#quick").fill(f"{pairing} 3-1")
            expect(self.page.locator("#quick-says")).to_contain_text("wins 3–1")
            self.page.keyboard.press("Enter")
            gone = self.page.locator("tr[data-row]", has_text=pairing)
            expect(gone).to_have_count(0, timeout=15_000)


def test_the_steps_lead_from_set_up_to_the_podium(site: Site, browser: Any) -> None:
    page = sign_in(browser, site, "tiina")
    walk = Walk(page, site.shell(MAKE).strip())
    walk.stands_at("setup")
    expect(walk.step("setup")).to_have_attribute("aria-current", "page")
    walk.press("Open entry")
    walk.stands_at("entries")
    walk.enter()
    walk.check_in()
    walk.stands_at("draw")
    walk.draw()
    walk.stands_at("play")
    walk.play()
    walk.stands_at("prizes")
    walk.step("prizes").click()
    expect(page.locator(".winners li").first).to_be_visible()
    page.goto("/events/harbour/")
    expect(page.locator(".podium-step")).to_have_count(3)
    expect(page.locator("h1")).to_contain_text("wins")
    image = page.locator("meta[property='og:image']").get_attribute("content")
    assert page.request.get(image).headers["content-type"] == "image/png"
    page.context.close()
