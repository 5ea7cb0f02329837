"""Long names, and names written from right to left, at a desk and on a phone; what is done about an entry on a phone."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
MAKE = """
from accounts.models import User
from tests.tournaments.making import NOW, entered, entry
from tests.tournaments.public.drawing_made import begun, decide
from tournaments.entry.services.check_in import check_in, open_check_in
boss = User.objects.get(username="anna")
names = ["(דוד) משה", "W" * 40, "X", "محمد 2", "Donaudampfschifffahrtsgesellschaftskapitän", "Ó", "7 שרה", "Jo"]
def rename(made):
    for entry, name in zip(made.entries.select_related("player").order_by("pk"), names):
        entry.player.name = name
        entry.player.save()
made = begun(8, organizer=boss, name="Rounds", format="swiss", options={"rounds": 3})
decide(made, rounds=1)
rename(made)
made = entered(8, organizer=boss, name="Cup")
open_check_in(made.pk, by=boss, now=NOW)
check_in(entry(made, 1).pk, by=boss, now=NOW)
rename(made)
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded()
    make_logins(site, ["anna"])
    site.shell(MAKE)
    yield site
    site.stop()


@pytest.fixture
def boss(house: Site, browser: Any) -> Iterator[Any]:
    page = sign_in(browser, house, "anna", viewport=PHONE, has_touch=True)
    yield page
    page.context.close()


def test_the_steps_of_the_desk_stand_inside_the_screen(boss: Any) -> None:
    boss.goto("/tournaments/cup/manage/")
    steps = boss.locator(".steps-step").all()
    assert len(steps) == 6
    for step in steps:
        box = step.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


def test_on_a_phone_the_buttons_of_an_entry_stand_beside_each_other_below_its_name(
    boss: Any,
) -> None:
    boss.goto("/tournaments/cup/manage/?tab=entries")
    for row in boss.locator(".entry-list tbody tr").all():
        name = row.locator(".player").bounding_box()
        buttons = [item.bounding_box() for item in row.locator("td:last-child .btn").all()]
        assert len(buttons) == 3
        assert len({round(button["y"]) for button in buttons}) == 1
        assert buttons[0]["y"] >= name["y"] + name["height"]
        for left, right in pairwise(buttons):
            assert right["x"] - left["x"] - left["width"] >= 4


def test_the_points_of_a_player_stand_beside_the_name_not_in_it(house: Site, browser: Any) -> None:
    page = browser.new_context(base_url=house.url, viewport=DESK).new_page()
    page.goto("/tournaments/rounds/rounds/?round=2")
    named = page.locator(".meet .n").all()
    assert len(named) == 8
    for item in named:
        name = item.locator(".player").bounding_box()
        points = item.locator(".before").bounding_box()
        assert points["x"] >= name["x"] + name["width"]


def test_a_name_of_forty_letters_leaves_room_for_every_column_at_a_desk(
    house: Site, browser: Any
) -> None:
    page = browser.new_context(base_url=house.url, viewport=DESK).new_page()
    page.goto("/tournaments/rounds/standings/")
    assert page.locator("#standings").evaluate("it => it.scrollWidth <= it.clientWidth")
