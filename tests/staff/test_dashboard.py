"""Health and growth: right numbers that lead to their lists, in a fixed number of queries; failed tasks sent again once."""

import re
import tomllib
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from accounts.models import AuditLine, User
from accounts.services.audit import Actor
from config import worker_metrics
from games.models import FailedTask, Match, ProcessMinute
from games.selectors.running import pace
from games.services.failures import Failure, note_failure, retry
from games.services.process_figures import KEPT, write_minute
from tests.keeping import forget
from tests.staff.people import root, signed_in, staff, user
from tests.tournaments import making
from tournaments.event.services.transfer import hand_over
from tournaments.management.commands.staff_groups import GROUPS
from tournaments.staff.selectors.dashboard import dashboard
from tournaments.staff.selectors.growth import growth
from tournaments.staff.selectors.storage import storage
from web import queue_lengths
from web.errors import DomainError

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # counts by SQL of our own, and asks the database how large it is
]


def ended(number: int, *, days_ago: int = 0, reason: str = "points") -> None:
    at = timezone.now() - timedelta(days=days_ago)
    Match.objects.bulk_create(
        Match(rules={}, state={}, created_at=at, last_at=at, status="finished", finished_at=at, reason=reason)
        for _ in range(number)
    )  # fmt: skip


def test_days_are_counted_each_for_itself() -> None:
    ended(3)
    ended(2, days_ago=2, reason="time")
    ended(1, days_ago=40)
    user("tiina")
    seen = growth(timezone.now(), 7)
    assert [day.matches for day in seen.days] == [0, 0, 0, 0, 2, 0, 3]
    assert (seen.total("flags"), seen.total("sign_ups")) == (2, 1)
    assert growth(timezone.now(), 90).total("matches") == 6


def test_active_players_are_people_counted_once() -> None:
    made = making.started(2)
    making.win(made, "W1.1", "1")
    seen = growth(making.NOW, 7)
    assert (seen.active, seen.days[-1].players) == (2, 2)


def test_the_pace_of_several_processes_is_one() -> None:
    now = timezone.now()
    for process in ("one", "two"):
        answered = [0, 0, 98, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]
        write_minute(process, now, seconds=15, answered=answered, listeners=4)
    seen = pace(now)
    assert (seen.now, seen.processes, seen.listeners) == (200, 2, 8)
    assert (seen.p50, seen.p99) == (5.0, 25.0)


def test_old_minutes_go() -> None:
    now = timezone.now()
    write_minute("one", now - KEPT - timedelta(seconds=1), seconds=15, answered=[], listeners=0)
    write_minute("one", now, seconds=15, answered=[], listeners=0)
    assert ProcessMinute.objects.count() == 1


@pytest.mark.slow
def test_every_number_leads_to_a_list_that_opens() -> None:
    client = signed_in(root())
    page = client.get("/admin/?days=7").content.decode()
    links = set(re.findall(r'href="(/admin/\w+/\w+/[^"]*)"', page))
    assert len([link for link in links if "?" in link]) > 15
    for link in links:
        answer = client.get(link.replace("&amp;", "&"))
        assert answer.status_code == 200, link


def test_the_page_asks_as_much_of_a_large_site_as_of_a_small_one() -> None:
    client = signed_in(root())

    def queries() -> int:
        forget()
        with CaptureQueriesContext(connection) as seen:
            client.get("/admin/?days=30")
        return len(seen)

    queries()
    few = queries()
    ended(500)
    making.started(8)
    assert queries() == few
    with CaptureQueriesContext(connection) as kept:
        client.get("/admin/?days=30")
    assert len(kept) < few / 2


def test_who_may_not_open_a_list_is_given_no_link_to_it() -> None:
    page = signed_in(staff("clerk", "games.view_match")).get("/admin/").content.decode()
    assert "/admin/games/match/?status__in" in page
    assert "/admin/accounts/user/" not in page


@pytest.mark.parametrize(
    ("info", "version"),
    [
        ({"redis_version": "7.4.11"}, ("Redis", "7.4.11")),
        ({"redis_version": "7.2.4", "valkey_version": "8.1.10"}, ("Valkey", "8.1.10")),
    ],
)
def test_the_administration_tells_valkey_from_redis(
    info: dict[str, str], version: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering = SimpleNamespace(info=lambda section: info)
    monkeypatch.setattr(queue_lengths, "_redis", lambda: answering)
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        assert version in storage().versions


def test_storage_says_what_it_knows() -> None:
    seen = storage()
    assert seen.database > 0
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    assert dict(seen.versions)["Barpoint"] == project["version"]
    assert seen.backup_at is None


def fail(task_id: str, error: str = "no") -> FailedTask:
    failure = Failure(task_id, "tournaments.tasks.advance", (1,), {}, error, "…")
    return note_failure(failure, timezone.now())


def test_a_sweep_that_fails_each_second_is_one_row_that_counts() -> None:
    for number in range(5):
        fail(str(number))
    fail("6", "something else")
    assert sorted(FailedTask.objects.values_list("times", flat=True)) == [1, 5]


def test_a_task_that_raises_is_written_down_by_the_signal() -> None:
    class Sender:
        name = "games.tasks.count_rolls"

    worker_metrics.failed(Sender(), task_id="7", exception=ValueError("broken"), args=(), kwargs={})
    row = FailedTask.objects.get()
    assert (row.name, row.error) == ("games.tasks.count_rolls", "ValueError: broken")


def test_a_failed_task_is_sent_again_once() -> None:
    row, sent = fail("1"), []
    doer = Actor(root(), timezone.now(), reason="The database is back.")
    retry(row.pk, doer, lambda *task: sent.append(task))
    with pytest.raises(DomainError, match="already_retried"):
        retry(row.pk, doer, lambda *task: sent.append(task))
    assert sent == [("tournaments.tasks.advance", [1], {})]
    assert AuditLine.objects.get().what == "task.retried"


def test_a_task_that_nobody_takes_is_still_to_be_sent() -> None:
    row = fail("1")

    def away(*_task: object) -> None:
        raise DomainError("broker_away", "no")

    with pytest.raises(DomainError, match="broker_away"):
        retry(row.pk, Actor(None, timezone.now()), away)
    row.refresh_from_db()
    assert row.retried_at is None


def test_a_tournament_is_handed_on_and_both_records_say_so() -> None:
    made, heir = making.tournament(), making.director("heir")
    old = made.organizer.username
    answer = signed_in(root()).post(
        f"/admin/tournaments/tournament/{made.pk}/hand-over/", {"to": "HEIR", "reason": "Ill."}
    )
    assert answer.status_code == 302
    made.refresh_from_db()
    assert made.organizer == heir
    line = AuditLine.objects.get(what="tournament.handed_over")
    assert (line.before["organizer"], line.after["organizer"]) == (old, "heir")
    with pytest.raises(DomainError, match="organizer_already"):
        hand_over(made, heir, Actor(None, timezone.now()))


def test_the_dashboard_speaks_of_suspended_accounts_and_failed_tasks() -> None:
    fail("1")
    User.objects.filter(pk=user("tiina").pk).update(suspended_at=timezone.now())
    seen = {figure.label: figure.value for figure in dashboard(timezone.now()).figures}
    assert (seen["Suspended accounts"], seen["Failed tasks"]) == ("1", "1")


def test_the_groups_of_staff_have_every_right_they_are_said_to_have() -> None:
    call_command("staff_groups", stdout=StringIO())
    call_command("staff_groups", stdout=StringIO())
    for name, rights in GROUPS.items():
        groups = Group.objects.get(name=name).permissions.select_related("content_type")
        assert {f"{item.content_type.app_label}.{item.codename}" for item in groups} == set(rights)
