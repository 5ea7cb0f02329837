"""Deadlines of a ladder: what the sweep does in a month, once however often it runs."""

from datetime import timedelta

import pytest

from accounts.services.audit import Actor
from accounts.services.players import create_walk_in
from ladders.models import LadderChallenge, LadderResult
from ladders.services.leaving import forget
from ladders.services.membership import pause
from ladders.services.results import report_result
from ladders.services.sweeping import run_due
from notifications.models import Notification
from tests.clubs.making import login_of
from tests.ladders.making_ladders import challenged, ladder_of, order, played
from tests.tournaments.making import NOW
from tournaments.players.services import merging

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
Status = LadderChallenge.Status


@pytest.mark.parametrize(("rule", "moves"), [("place", True), ("nothing", False)])
def test_without_an_answer_the_rule_of_the_ladder_counts(rule: str, moves: bool) -> None:
    made = ladder_of(2, unanswered=rule, answer_days=3)
    top, two = made.players
    row = challenged(made, two, top, accepted=False)
    run_due(NOW + 3 * DAY - timedelta(minutes=1))
    row.refresh_from_db()
    assert row.status == Status.OPEN
    assert run_due(NOW + 3 * DAY) == 1
    assert run_due(NOW + 3 * DAY) == 0
    row.refresh_from_db()
    assert row.status == Status.EXPIRED
    assert order(made.ladder) == [p.pk for p in ([two, top] if moves else [top, two])]


def test_not_played_in_time_and_a_reminder_a_day_before() -> None:
    made = ladder_of(2, unplayed="place", play_days=14)
    top, two = made.players
    challenged(made, two, top)
    run_due(NOW + 13 * DAY)
    run_due(NOW + 13 * DAY)
    soon = [
        row for row in Notification.objects.filter(kind="ladder") if row.values["what"] == "soon"
    ]
    assert {row.user for row in soon} == {login_of(top), login_of(two)}
    run_due(NOW + 14 * DAY)
    assert order(made.ladder) == [two.pk, top.pk]


def test_a_report_that_nobody_disputes_counts() -> None:
    made = ladder_of(2)
    top, two = made.players
    row = challenged(made, two, top)
    report_result(login_of(two), made.ladder.pk, row.pk, LadderResult(two.pk, 0), NOW)
    run_due(NOW + 3 * DAY)
    row.refresh_from_db()
    assert row.status == Status.PLAYED
    assert order(made.ladder) == [two.pk, top.pk]


def test_idle_players_drop_one_place_and_paused_ones_do_not() -> None:
    made = ladder_of(4, idle_days=30, reach=3)
    top, two, three, four = made.players
    pause(login_of(two), made.ladder.pk, 60, NOW)
    played(made, four, three, three, NOW + 20 * DAY)
    run_due(NOW + 30 * DAY)
    run_due(NOW + 30 * DAY)
    assert order(made.ladder) == [who.pk for who in (two, top, three, four)]


def test_an_account_that_goes_leaves_its_ladders() -> None:
    made = ladder_of(3)
    forget(login_of(made.players[1]))
    assert order(made.ladder) == [made.players[0].pk, made.players[2].pk]


def test_two_players_who_become_one_stand_once() -> None:
    made = ladder_of(4)
    top, two, three, four = made.players
    played(made, three, top, three)
    seen = merging.preview(three.pk, four.pk)
    merging.merge(three.pk, four.pk, seen.digest, Actor(None, NOW, reason="The same person."))
    run_due(NOW)
    played(made, four, two, two, NOW + 30 * DAY)
    result = order(made.ladder)
    assert sorted(result) == sorted([top.pk, two.pk, four.pk])
    assert create_walk_in("x").pk not in result
