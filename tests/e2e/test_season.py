"""A player after a season of twenty tournaments: graph, form, places and records; and a draw seeded by an imported list."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
SCREENS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
FIELD = ("anna", "bert", "cleo", "dora")
# Knockouts of four, one a week. The first of FIELD who is still in wins, but for every fourth time, when the last does.
SEASON = """
from datetime import datetime, timedelta, UTC
from django.db import transaction
from accounts.models import User
from ratings.services import sweep
from tests.tournaments import making
from tournaments.bracket.services import advancement
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Pairing, Tournament
from tournaments.setup.services import lifecycle
field = {field!r}
olga = User.objects.get(username="olga")
people = [User.objects.get(username=name).player for name in field]
began = datetime(2026, 1, 5, 19, tzinfo=UTC)
def play(week, now):
    made = lifecycle.create(organizer=olga, name=f"Week {{week + 1}}", lengths=[7], clock=None, draw_method="manual")
    lifecycle.open_entry(made.pk, by=olga)
    for player in people:
        entries.enter(made.pk, player, now=now)
    start(made.pk, by=olga, now=now)
    order = people[::-1] if week % 4 == 3 else people
    for minute in (1, 2):
        at = now + timedelta(minutes=minute)
        waiting = Pairing.objects.filter(stage__tournament=made, decided_at=None, voided_at=None)
        for pairing in waiting.prefetch_related("slots__entry__player"):
            two = [slot.entry for slot in pairing.slots.all() if slot.entry]
            if len(two) == 2:
                winner = min(two, key=lambda entry: order.index(entry.player))
                making.join(made, pairing.key, at)
                making.win(made, pairing.key, winner.player.name, at, go_on=False)
        advancement.advance(made.pk, at)
    made.refresh_from_db()
    assert made.status == "finished", made.status
for week in range(20):
    with transaction.atomic():
        play(week, now := began + timedelta(weeks=week))
sweep.run_due(now)
"""
LIST = "name,rating\nAnna,1512.4\nBert,1688\nCleo,1744.5\nDora,1475\nNobody here,1900\n"


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded()
    make_logins(site, ["olga", *FIELD])
    site.shell(SEASON.format(field=FIELD))
    site.shell(
        'from accounts.models import User; User.objects.filter(username="olga").update(is_staff=True, is_superuser=True)'
    )
    yield site
    site.stop()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("screen", SCREENS, ids=["1280", "390"])
def test_a_players_page_after_a_season_of_twenty_tournaments(
    house: Site, browser: Any, screen: dict[str, int]
) -> None:
    page = sign_in(browser, house, "bert", viewport=screen)
    page.goto("/players/?q=anna")
    page.get_by_role("link", name="Anna").first.click()
    expect(page.locator("h1")).to_have_text("Anna")
    graph = page.locator(".rating-card svg[role=img]")
    expect(graph).to_have_attribute("aria-label", re.compile(r"Rating over 35 matches\."))
    line = graph.locator(".g-line").get_attribute("d")
    assert len(re.findall(r"[\d.]+ [\d.]+", line)) == 36, "where it began, and after each match"
    box = graph.bounding_box()
    assert box["width"] > 200
    assert box["height"] > 60
    expect(page.locator(".form-row-of-results li")).to_have_count(10)
    best = page.locator("section", has=page.get_by_role("heading", name="Best results"))
    expect(best.get_by_text("Winner").first).to_be_visible()
    against = page.locator("section", has=page.get_by_role("heading", name="Against you"))
    expect(against.locator(".h2h-side b").first).to_have_text("15")
    expect(against.get_by_text("15 matches")).to_be_visible()
    assert fits(page)

    page.locator("#against").fill("dora")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**against=dora*")
    third = page.locator("section", has=page.get_by_role("heading", name="Head-to-head"))
    expect(third.get_by_role("link", name="Dora")).to_be_visible()
    expect(third.locator(".h2h-side b")).to_have_text(["15", "5"])
    assert fits(page)
    page.context.close()


@pytest.mark.parametrize("screen", SCREENS, ids=["1280", "390"])
def test_a_draw_is_seeded_by_an_imported_list(
    house: Site, browser: Any, screen: dict[str, int]
) -> None:
    page = sign_in(browser, house, "olga", viewport=screen)
    width = screen["width"]
    name = f"USBGF {width}"
    import_list(page, name)
    house.shell(CUP.format(width=width, field=FIELD))
    page.goto(f"/tournaments/cup-{width}/manage/?tab=entries")
    page.get_by_role("link", name="Seed by rating").click()
    page.get_by_label("Rating list").select_option(label=name)
    page.get_by_role("button", name="Preview seeds").click()
    expect(page.locator(".leaders tbody tr").first).to_contain_text("Cleo")
    assert fits(page)
    page.get_by_role("button", name="Save 4 seeds").click()
    page.wait_for_url("**tab=entries*")
    expect(page.get_by_text("Seeds saved.")).to_be_visible()
    page.goto(f"/tournaments/cup-{width}/manage/")
    page.get_by_role("button", name="Preview draw").click()
    page.wait_for_url("**/manage/draw/**")
    assert fits(page)
    page.get_by_role("button", name="Publish draw").first.click()
    page.wait_for_url("**/manage/")

    page.goto(f"/tournaments/cup-{width}/")
    expect(page.locator("#bracket-main .pair").first).to_be_visible()
    assert first_names(page) == [{"Cleo", "Dora"}, {"Bert", "Anna"}]
    assert fits(page)
    page.context.close()


def import_list(page: Page, name: str) -> None:
    """The staff pastes it, looks at the dry run, and confirms."""
    page.goto("/ratings/import/")
    page.locator("[name=list_name]").fill(name)
    page.locator("[name=text]").fill(LIST)
    page.get_by_role("button", name="Preview import").click()
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Import 4 ratings").click()
    expect(page.get_by_text("4 ratings imported.")).to_be_visible()


CUP = """
from django.utils import timezone
from accounts.models import User
from tournaments.entry.services import entries
from tournaments.setup.services import lifecycle
olga = User.objects.get(username="olga")
made = lifecycle.create(organizer=olga, name="Cup {width}", lengths=[5], clock=None, draw_method="seeded")
lifecycle.open_entry(made.pk, by=olga)
for name in {field!r}:
    entries.enter(made.pk, User.objects.get(username=name).player, now=timezone.now())
"""


def first_names(page: Page) -> list[set[str]]:
    """Who meets whom in the first round, pairing by pairing."""
    pairs = page.locator("#bracket-main .pair").filter(visible=True).all()
    return [
        {
            name
            for name in ("Anna", "Bert", "Cleo", "Dora")
            if name in pair.locator("ul").inner_text()
        }
        for pair in pairs[:2]
    ]
