"""A desk for which more waits than it shows: how many there are is said, and on a phone the work below is in sight."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
PHONE = {"width": 390, "height": 844}
# A hundred are called six minutes ago, and nobody has come.
MAKE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from tests.tournaments.making import entered
from tournaments.bracket.services.start import start
clock = {"kind": "simple", "reserve_ms_per_point": 120_000, "delay_ms": 12_000}
made = entered(100, organizer=User.objects.get(username="anna"), name="Rounds", format="swiss", options={"rounds": 3}, clock=clock, join_within_s=3600)
start(made.pk, by=None, now=timezone.now() - timedelta(minutes=6))
"""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded()
    make_logins(site, ["anna"])
    site.shell(MAKE)
    yield site
    site.stop()


def test_forty_are_shown_all_are_counted_and_the_tabs_are_on_the_first_screen_of_a_phone(
    house: Site, browser: Any
) -> None:
    page = sign_in(browser, house, "anna", viewport=PHONE, has_touch=True)
    page.goto("/tournaments/rounds/manage/?tab=entries")
    queue = page.get_by_role("region", name="Needs attention")
    assert queue.locator("li.q").count() == 40
    assert "Shown: 40 of 50" in queue.inner_text()
    tabs = page.get_by_role("navigation", name="Desk", exact=True).bounding_box()
    assert tabs["y"] + tabs["height"] <= PHONE["height"]
    last = queue.locator("li.q").last
    last.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") < 100, "the queue moves, not the page"
    page.context.close()
