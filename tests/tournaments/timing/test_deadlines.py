"""Rounds on autopilot: planned by the clocks of the place, started at the deadline, extended, shifted by an outage."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from games.models import Outage
from tests.tournaments.making import NOW, director, entry, match_of, pairing, shown, win
from tests.tournaments.rounds_run import row as round_of
from tests.tournaments.ruling import rulings
from tests.tournaments.timing.timed import come, sweep, timed, timing_of
from tournaments.models import Notice, RoundDeadline, Ruling, Tournament
from tournaments.timing.services import director_timing, punctuality
from web.errors import DomainError

pytestmark = pytest.mark.django_db
WEEK = {"round_days": 7}
FIRST = datetime(2026, 3, 14, 20, tzinfo=UTC)


def league(n: int = 4, **settings: object) -> Tournament:
    return timed(n, timing=WEEK, **settings)


def deadlines(of: Tournament) -> list[datetime]:
    rows = RoundDeadline.objects.filter(round__stage__tournament=of).order_by("round__number")
    return list(rows.values_list("play_until", flat=True))


def test_each_round_of_a_knockout_has_its_week_from_the_start_on() -> None:
    assert deadlines(league(8)) == [FIRST, FIRST + timedelta(7), FIRST + timedelta(14)]


def test_a_round_ends_at_the_same_hour_of_the_place_over_summer_time() -> None:
    made = league(8, time_zone="Europe/Tallinn")
    assert [f"{deadline:%d %H:%M}" for deadline in deadlines(made)] == [
        "14 18:00",
        "21 18:00",
        "28 18:00",
    ]
    longer = timed(16, timing=WEEK, time_zone="Europe/Tallinn")
    assert f"{deadlines(longer)[3]:%d.%m. %H:%M}" == "04.04. 17:00"


def test_every_round_of_a_league_has_its_week() -> None:
    made = league(4, format="round_robin")
    assert deadlines(made) == [FIRST, FIRST + timedelta(7), FIRST + timedelta(14)]


def test_until_the_deadline_nobody_loses_by_not_coming() -> None:
    made = league()
    sweep(made, FIRST - timedelta(seconds=10))
    assert pairing(made, "W1.1").outcome == ""
    assert match_of(made, "W1.1").next_at is None


def test_at_the_deadline_the_time_to_join_runs_and_who_is_there_wins() -> None:
    made = league()
    sweep(made, FIRST)
    assert match_of(made, "W1.1").next_at == FIRST + timedelta(minutes=10)
    come(made, "W1.1", 4, FIRST + timedelta(minutes=3))
    sweep(made, FIRST + timedelta(minutes=10))
    assert pairing(made, "W1.1").winner == entry(made, 4)
    assert sorted(Ruling.objects.values_list("verb", flat=True)) == ["begin", "no_show", "no_show"]


def test_t9_4_both_absent_at_the_deadline_both_lose_and_the_next_has_a_bye() -> None:
    made = league()
    win(made, "W1.2", 2, FIRST - timedelta(days=1))
    sweep(made, FIRST)
    sweep(made, FIRST + timedelta(minutes=10))
    assert pairing(made, "W1.1").outcome == "double_forfeit"
    assert shown(made, "W2.1") == "– 2"


def test_two_who_play_before_the_deadline_are_left_alone() -> None:
    made = league()
    for name in (1, 4):
        come(made, "W1.1", name, NOW)
    sweep(made, FIRST)
    assert match_of(made, "W1.1").status == "playing"
    assert not Ruling.objects.filter(pairing=pairing(made, "W1.1")).exists()


def test_the_start_is_one_ruling_of_the_house_that_can_be_taken_back() -> None:
    made = league()
    sweep(made, FIRST)
    ruling = Ruling.objects.get(verb="begin")
    assert (ruling.by, ruling.after["matches"]) == (None, 2)
    rulings.undo(
        ruling.pk, by=made.organizer, now=FIRST + timedelta(minutes=1), reason="They travel."
    )
    sweep(made, FIRST + timedelta(hours=3))
    assert match_of(made, "W1.1").next_at is None
    assert pairing(made, "W1.1").outcome == ""


def test_sweeping_twice_starts_nothing_twice() -> None:
    league()
    for _again in range(3):
        punctuality.run_due(FIRST + timedelta(seconds=5))
    assert Ruling.objects.filter(verb="begin").count() == 1


def test_a_director_extends_a_round_and_the_later_ones_with_it() -> None:
    made = league(8)
    extend(made, 1, FIRST + timedelta(days=3))
    assert deadlines(made) == [FIRST + timedelta(days) for days in (3, 10, 17)]
    sweep(made, FIRST + timedelta(hours=1))
    assert match_of(made, "W1.1").next_at is None
    sweep(made, FIRST + timedelta(days=3))
    assert match_of(made, "W1.1").next_at is not None


def test_an_extension_stops_what_the_deadline_had_started() -> None:
    made = league()
    sweep(made, FIRST)
    extend(made, 1, FIRST + timedelta(days=1), now=FIRST + timedelta(minutes=2))
    sweep(made, FIRST + timedelta(minutes=30))
    assert pairing(made, "W1.1").outcome == ""


def test_an_extension_can_be_taken_back() -> None:
    made = league(8)
    ruling = extend(made, 1, FIRST + timedelta(days=3))
    rulings.undo(ruling.pk, by=made.organizer, now=NOW, reason="As announced.")
    assert deadlines(made)[0] == FIRST
    sweep(made, FIRST)
    assert match_of(made, "W1.1").next_at is not None


def test_only_a_director_extends_and_only_into_the_future() -> None:
    made = league()
    for by, until, code in (
        (director(), FIRST, "not_your_role"),
        (made.organizer, NOW, "deadline_past"),
    ):
        with pytest.raises(DomainError) as error:
            director_timing.set_deadline(
                round_of(made, 1).pk, until=until, by=by, now=NOW, reason="why"
            )
        assert error.value.code == code


def test_a_deadline_the_site_was_away_at_comes_as_much_later() -> None:
    made = league()
    Outage.objects.create(
        started_at=FIRST - timedelta(minutes=30), ended_at=FIRST + timedelta(minutes=30)
    )
    sweep(made, FIRST + timedelta(minutes=31))
    assert match_of(made, "W1.1").next_at is None
    sweep(made, FIRST + timedelta(hours=1))
    assert match_of(made, "W1.1").next_at == FIRST + timedelta(hours=1, minutes=10)


def test_a_dead_worker_starts_late_and_gives_the_whole_time_to_join() -> None:
    made = league()
    woken = FIRST + timedelta(hours=5)
    sweep(made, woken)
    assert match_of(made, "W1.1").next_at >= woken + timedelta(minutes=10)
    assert pairing(made, "W1.1").outcome == ""


def test_a_pairing_known_late_has_a_day_at_least() -> None:
    made = league()
    late = FIRST + timedelta(days=7) - timedelta(hours=2)
    win(made, "W1.1", 1, late - timedelta(hours=1))
    win(made, "W1.2", 2, late)
    assert timing_of(made, "W2.1").begin_at == late + timedelta(hours=24)


def test_players_are_reminded_two_days_and_six_hours_before_once_each() -> None:
    made = league()
    win(made, "W1.2", 2, NOW)
    for hours in (49, 48, 47, 6, 5, 1):
        sweep(made, FIRST - timedelta(hours=hours))
    owed = Notice.objects.filter(kind="deadline")
    assert sorted(owed.values_list("player__name", flat=True)) == ["1", "1", "4", "4"]
    assert not mail.outbox


def extend(of: Tournament, number: int, until: datetime, now: datetime = NOW) -> Ruling:
    return director_timing.set_deadline(
        round_of(of, number).pk, until=until, by=of.organizer, now=now, reason="Holidays."
    )
