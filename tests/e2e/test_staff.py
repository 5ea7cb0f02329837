"""The administration in a browser: axe finds nothing of ours on it; maintenance reaches a table that is open; a look through
a user's eyes begins with the password and ends with the button."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.e2e.axe import in_every_mode
from tests.e2e.people import make_logins, sign_in
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
MADE = """
from django.utils import timezone
from accounts.models import User
from games.engine.rules import Rules
from games.services.failures import Failure, note_failure
from games.services.friendly import challenge
User.objects.filter(username="anna").update(is_staff=True, is_superuser=True)
note_failure(Failure("1", "tournaments.tasks.advance", [1], {}, "no", "..."), timezone.now())
anna, bert = (User.objects.get(username=name).player for name in ("anna", "bert"))
print(challenge(anna, bert, Rules.preset("tournament", 3), None, timezone.now()).pk)
"""
PAGES = (
    "/admin/?days=7", "/admin/accounts/user/", "/admin/accounts/user/2/change/",
    "/admin/accounts/user/2/suspend/", "/admin/accounts/auditline/", "/admin/games/match/",
    "/admin/games/failedtask/1/change/", "/admin/games/maintenance/announce/",
    "/admin/accounts/player/2/merge/",
)  # fmt: skip
THEIRS = ("landmark-unique", "simplebar")
"""Two boxes of the theme that scroll bear one name; it makes them in the browser."""


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded()
    make_logins(site, ["anna", "bert"])
    yield site
    site.stop()


@pytest.fixture(scope="module")
def match(house: Site) -> str:
    return house.shell(MADE).strip().splitlines()[-1]


def test_axe_finds_nothing_of_ours_in_the_administration(
    house: Site, browser: Any, match: str
) -> None:
    page = sign_in(browser, house, "anna", bypass_csp=True)
    values = []
    for path in PAGES:
        assert page.goto(path).status == 200, path
        values += in_every_mode(page, path)
    page.context.close()
    assert [item for item in values if not all(word in item for word in THEIRS)] == []


def test_an_open_table_hears_of_maintenance_and_that_it_is_called_off(
    house: Site, browser: Any, match: str
) -> None:
    boss, player = sign_in(browser, house, "anna"), sign_in(browser, house, "bert")
    player.goto(f"/matches/{match}/")
    player.wait_for_timeout(500)
    starts_at = datetime.now(UTC) + timedelta(hours=1)
    boss.goto("/admin/games/maintenance/announce/")
    for name, moment in (("starts_at", starts_at), ("ends_at", starts_at + timedelta(minutes=10))):
        boss.fill(f"[name={name}]", f"{moment:%Y-%m-%dT%H:%M}")
    boss.fill("[name=reason]", "New disks.")
    boss.click("[name=act]")
    player.wait_for_selector("#announced .over")
    assert f"{starts_at:%H:%M}" in player.inner_text("#announced")
    boss.click("text=Cancel maintenance")
    boss.fill("[name=reason]", "Not today.")
    boss.click("[name=act]")
    player.wait_for_selector("#announced .over", state="detached")
    boss.context.close()
    player.context.close()


def test_a_look_begins_with_the_password_and_ends_with_the_button(
    house: Site, browser: Any, match: str
) -> None:
    page = sign_in(browser, house, "anna")
    page.goto("/admin/accounts/user/2/look/")
    page.fill("[name=password]", "correct horse")
    page.press("[name=password]", "Enter")
    page.fill("[name=reason]", "They see nothing.")
    page.click("[name=act]")
    page.wait_for_selector(".over--eyes")
    page.goto(f"/matches/{match}/")
    assert page.locator(".over--eyes").is_visible()
    page.click(".over--eyes button")
    page.wait_for_url("**/admin/accounts/user/2/change/")
    page.context.close()
