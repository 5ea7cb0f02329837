"""A long way through a tournament on a phone: home opens it at the match that is on, and keys can move it."""

from typing import Any

import pytest

from tests.e2e.axe import complaints
from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded

pytestmark = pytest.mark.e2e
MAKE = """
from django.utils import timezone
from accounts.models import User
from tests.tournaments.making import entered
from tests.tournaments.public.drawing_made import decide
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
made = entered(15, name="Rounds", format="swiss", options={"rounds": 9})
anna = User.objects.get(username="anna").player
anna.name = "16"  # who decides reads the names as numbers
anna.save()
entries.add_walk_in(made.pk, by=None, now=timezone.now(), player=anna)
start(made.pk, by=None, now=timezone.now())
decide(made, rounds=6)
"""


def test_the_match_that_is_on_is_in_sight_on_the_way(chromium: str, browser: Any) -> None:
    site = Embedded()
    make_logins(site, ["anna"])
    site.shell(MAKE)
    page = sign_in(browser, site, "anna", viewport={"width": 390, "height": 844}, bypass_csp=True)
    way = page.get_by_role("figure", name="Your path in this tournament")
    assert way.locator("li").count() >= 7
    edge, now = way.bounding_box(), way.locator("li.now").bounding_box()
    assert edge["x"] <= now["x"]
    assert now["x"] + now["width"] <= edge["x"] + edge["width"] + 1
    assert complaints(page) == []
    page.context.close()
    site.stop()
