"""Every number of the dashboard agrees with the list that it leads to, on a site that has one of everything, or nothing."""

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player, User
from games.models import Match, MatchSeat, ProcessMinute
from games.services.failures import Failure, note_failure
from games.services.process_figures import write_minute
from tests.keeping import forget
from tests.permissions.world import World
from tests.staff.people import root, signed_in
from tournaments.models import Notice
from tournaments.staff.selectors.dashboard import dashboard
from tournaments.staff.selectors.growth import growth
from tournaments.staff.selectors.load import STEPS, load_charts

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 7, 22, 30, tzinfo=UTC)
SPEED = {
    "Player actions in the last minute", "Median response time",
    "99th percentile response time", "Open match pages", "Dice χ²",
}  # fmt: skip
"""Not numbers of rows: their lists are what they are made of."""


def listed(client: Client, href: str) -> int:
    answer = client.get(html.unescape(href))
    assert answer.status_code == 200, href
    return int(answer.context["cl"].result_count)


def match(ended_at: datetime | None, **facts: Any) -> Match:
    at = ended_at or NOW
    status = "playing" if ended_at is None else "finished"
    return Match.objects.create(
        **{"rules": {}, "state": {}, "created_at": at, "last_at": at, "status": status, "finished_at": ended_at} | facts
    )  # fmt: skip


def busy(boss: User) -> None:
    """One of everything, and beside each something that is nearly it."""
    World()
    match(NOW, reason="time")
    match(NOW, kind="imported", reason="time")
    match(NOW - timedelta(days=2))
    match(NOW, paused=True)
    match(None, paused=True, flag_at=NOW - timedelta(seconds=9))
    match(None, next_at=NOW - timedelta(milliseconds=3), bot_at=NOW - timedelta(seconds=8))
    match(None, flag_at=NOW + timedelta(seconds=9))
    failure = Failure("1", "games.tasks.count_rolls", (), {}, "x", "")
    note_failure(failure, NOW)
    Notice.objects.filter(sent_at=None).update(created_at=NOW - timedelta(minutes=3))
    boss.time_zone = "Europe/Helsinki"
    boss.save()


@time_machine.travel(NOW, tick=False)
def test_every_tile_and_every_owed_thing_is_as_many_as_its_list_has_rows() -> None:
    boss = root("boss")
    busy(boss)
    client = signed_in(boss)
    forget()
    seen = client.get("/admin/?show=system").context["dashboard"]
    wrong, compared = [], 0
    for label, value, model, query in [
        *((figure.label, figure.value, figure.model, figure.query) for figure in seen.figures),
        *((item.label, str(item.count), item.model, item.query) for item in seen.backlog),
    ]:
        rows = listed(client, f"/admin/{model.replace('_', '/')}/?{query}")
        if label not in SPEED and int(value) != rows:
            wrong.append((label, value, rows))
        compared += int(rows > 0)
    assert wrong == []
    assert compared > 12


@time_machine.travel(NOW, tick=False)
def test_every_number_of_a_day_is_as_many_as_its_list_has_rows() -> None:
    boss = root("boss")
    midnight = NOW.replace(hour=0, minute=0)
    first, two = (Player.objects.create(name=name) for name in ("one", "two"))
    for moment in (midnight, midnight - timedelta(microseconds=1), NOW, NOW - timedelta(days=3)):
        made = match(moment, reason="time" if moment == NOW else "points")
        MatchSeat.objects.create(match=made, seat="A", player=first)
    MatchSeat.objects.create(match=match(NOW, kind="imported"), seat="A", player=two)
    User.objects.filter(pk=boss.pk).update(date_joined=midnight - timedelta(microseconds=1))
    days = growth(NOW, 7).days
    assert [day.matches for day in days][-4:] == [1, 0, 1, 2]
    assert [day.players for day in days][-4:] == [1, 0, 1, 1]
    assert [day.sign_ups for day in days][-2:] == [1, 0]
    client = signed_in(boss)
    forget()
    page = client.get("/admin/?days=7").content.decode()
    cells = re.findall(r'<td class="staff-num"><a href="([^"]+)">(\d+)</a></td>', page)
    assert len(cells) == 7 * 4
    assert [(href, n) for href, n in cells if listed(client, href) != int(n)] == []
    [who] = re.findall(r'href="(/admin/accounts/player/\?sat=[^"]+\.\.[^"]+)">Who', page)
    assert listed(client, who) == growth(NOW, 7).active == 1


@time_machine.travel(NOW, tick=False)
def test_a_site_on_which_nothing_happened_says_so_and_shows_no_chart_of_nothing() -> None:
    boss = root("boss")
    User.objects.update(date_joined=NOW - timedelta(days=4000))
    client = signed_in(boss)
    page = client.get("/admin/?show=system").content.decode()
    assert page.count("Nothing yet.") == 6
    assert "nothing is waiting" in page


def test_two_years_of_days_are_counted_in_as_many_questions_as_a_week() -> None:
    Match.objects.bulk_create(
        Match(rules={}, state={}, created_at=at, last_at=at, status="finished", finished_at=at)
        for at in (NOW - timedelta(days=back) for back in range(730))
    )
    with CaptureQueriesContext(connection) as seen:
        days = growth(NOW, 730).days
    assert (len(days), len(seen)) == (730, 4)
    assert {day.matches for day in days} == {1}
    with CaptureQueriesContext(connection) as seen:
        dashboard(NOW)
    assert len(seen) <= 13


def test_the_last_day_is_drawn_in_quarters_of_an_hour_and_what_is_older_is_left_out() -> None:
    few, many = [0] * 13, [0] * 13
    few[2], many[8] = 30, 150
    for at, answered in (
        (NOW - timedelta(hours=25), many),
        (NOW - timedelta(hours=1), few),
        (NOW, many),
    ):
        write_minute("one", at, seconds=15, answered=answered, listeners=1)
    write_minute("two", NOW, seconds=15, answered=many, listeners=1)
    assert ProcessMinute.objects.count() == 4
    with CaptureQueriesContext(connection) as seen:
        pace, slow = load_charts(NOW + timedelta(seconds=1), ("a", "b"), lambda at: f"{at:%H:%M}")
    assert len(seen) == 1
    assert (pace.total, pace.most, len(pace.bars)) == (20.0, 20.0, 2)
    assert [bar.caption for bar in pace.bars] == ["21:45: 2", "22:45: 20"]
    assert pace.bars[-1].x == round(600 / STEPS * (STEPS - 1), 1)
    assert slow.most == slow.total > 0
