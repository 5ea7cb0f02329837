"""A correspondence match in a browser: the table shows days, and Next match leads to the next one to move in."""

import json
from typing import Any

import pytest

from tests.e2e.people import sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e

MAKE = """
import json
from django.utils import timezone
from accounts.models import User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.services import friendly
a, b = (User.objects.get(username=name).player for name in ("anna", "bert"))
mine = []
while len(mine) < 2:
    made = friendly.challenge(a, None, Rules.preset("tournament", 3), ClockSettings.correspondence(2 + len(mine)), timezone.now())
    friendly.accept_invitation(friendly.invitation(made), b, timezone.now())
    made.refresh_from_db()
    if made.to_act == "A":
        mine.append(str(made.pk))
print(json.dumps(mine))
"""
VACATION = """
from django.utils import timezone
from accounts.models import User
from games.services.vacations import start_vacation
start_vacation(User.objects.get(username="bert").player, 3, timezone.now())
"""


def test_the_table_shows_days_and_next_match_leads_on(house: Site, browser: Any) -> None:
    first, second = json.loads(house.shell(MAKE).strip().splitlines()[-1])
    page = sign_in(browser, house, "anna")
    page.goto(f"/matches/{first}/")
    page.locator(".me .clock b").get_by_text("1 day 23 h").wait_for()
    page.get_by_role("link", name="Next match").click()
    page.wait_for_url(f"**/matches/{second}/")
    page.locator(".me .clock b").get_by_text("2 days 23 h").wait_for()
    house.shell(VACATION)
    page.reload()
    page.locator(".opp .clock b").get_by_text("On vacation until").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
