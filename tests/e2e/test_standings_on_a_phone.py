"""Standings on a phone: wide tables scroll by themselves, but who asks why finds the link where the name is."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
PHONE = {"width": 390, "height": 844}
MAKE = """
from tests.tournaments.making import entered
from tests.tournaments.public.drawing_made import decide
from tournaments.models import Tournament
from tournaments.bracket.services.start import start
from django.utils import timezone
for name, facts in (("Everybody", {"format": "round_robin"}), ("Rounds", {"format": "swiss", "options": {"rounds": 5}})):
    made = entered(12, name=name, **facts)
    Tournament.objects.filter(pk=made.pk).update(is_rehearsal=True)
    start(made.pk, by=None, now=timezone.now())
    decide(made, rounds=3)
    for entry in made.entries.select_related("player"):
        entry.player.name = "Maximiliane von und zu Hohenlohe " + entry.player.name
        entry.player.save()
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded()
    site.shell(MAKE)
    yield site
    site.stop()


@pytest.mark.parametrize("slug", ["everybody", "rounds"])
def test_why_is_in_sight_without_scrolling_sideways(house: Site, browser: Any, slug: str) -> None:
    page = browser.new_context(base_url=house.url, viewport=PHONE, has_touch=True).new_page()
    page.goto(f"/tournaments/{slug}/standings/")
    table = page.locator("#standings")
    assert table.evaluate("it => it.scrollWidth > it.clientWidth"), "the table is wider"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    links = table.get_by_role("link", name="Why?")
    assert links.count() == 12
    for link in links.all():
        box = link.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["height"] >= 24
    links.nth(3).tap()
    page.get_by_role("heading", name="Why this place: Maximiliane").wait_for()
