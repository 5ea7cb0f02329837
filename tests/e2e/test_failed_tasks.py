"""A background task that raises, in both shapes of the site: staff see it, and send it again once."""

from typing import Any

import pytest

from tests.e2e.people import make_logins, sign_in
from tests.e2e.test_flag import until
from tests.services.topology import Site

pytestmark = pytest.mark.e2e

FAILED = """
from django.utils import timezone
from accounts.models import User
from games.services.failures import Failure, note_failure
User.objects.filter(username="anna").update(is_staff=True, is_superuser=True)
failure = Failure("by-hand", "tournaments.tasks.advance", ["no number"], {}, "no", "...")
print(note_failure(failure, timezone.now()).pk)
"""


def test_what_the_worker_could_not_do_is_listed_and_sent_again_once(
    site: Site, browser: Any
) -> None:
    make_logins(site, ["anna"])
    number = site.shell(FAILED).strip().splitlines()[-1]
    page = sign_in(browser, site, "anna")
    send_again(page, number)
    assert "Task sent again." in page.inner_text("body")

    def failed_again() -> bool:
        """The worker took it, and it raised there."""
        page.goto("/admin/games/failedtask/?open=yes")
        return "ValueError" in page.inner_text("main")

    until(failed_again, 60, pause=0.5)
    page.goto("/admin/?show=system")
    tile = page.locator(".staff-figure", has_text="Failed tasks")
    assert tile.locator("b").inner_text() == "1"
    send_again(page, number)
    assert "This task was already retried." in page.inner_text("body")
    page.goto("/admin/accounts/auditline/?what=task.retried")
    assert page.locator("#result_list tbody tr").count() == 1
    page.context.close()


def send_again(page: Any, number: str) -> None:
    page.goto(f"/admin/games/failedtask/{number}/retry/")
    page.fill("[name=reason]", "Once more.")
    page.click("[name=act]")
    page.wait_for_url("**/change/")
