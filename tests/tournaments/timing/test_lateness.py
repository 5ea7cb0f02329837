"""Who comes late (T9.2, X15, X16), given by the house, proposed to a director, or off the clock."""

from datetime import timedelta

import pytest

from games.engine.clock import Clock
from games.models import Match, Outage
from tests.tournaments.making import NOW, director, entry, later, match_of, pairing
from tests.tournaments.ruling import rulings
from tests.tournaments.timing.timed import come, score, sweep, sweeps, timed, timing_of
from tournaments.models import Penalty, Ruling, Tournament
from tournaments.ruling.services import lateness_penalties
from tournaments.timing.services import absences, punctuality
from web.errors import DomainError

pytestmark = pytest.mark.django_db
AUTOMATIC = {"lateness": "automatic"}
PROPOSED = {"lateness": "proposed"}


def automatic(length: int = 7) -> Tournament:
    return timed(2, timing=AUTOMATIC, lengths=[length])


@pytest.mark.parametrize(("minutes", "points"), [(4, 0), (5, 1), (12, 2)])
def test_x15_who_is_there_begins_with_a_point_for_each_five_minutes(
    minutes: int, points: int
) -> None:
    made = automatic()
    come(made, "W1.1", 1, later(0))
    sweeps(made, minutes)
    come(made, "W1.1", 2, later(minutes) + timedelta(seconds=30))
    sweep(made, later(minutes + 1))
    assert score(made, "W1.1") == {"1": points, "2": 0}
    assert pairing(made, "W1.1").outcome == ""


def test_x15_after_twenty_minutes_a_match_to_seven_is_lost() -> None:
    made = automatic()
    come(made, "W1.1", 1, later(0))
    sweeps(made, 20)
    result = pairing(made, "W1.1")
    assert (result.outcome, result.winner) == ("forfeit", entry(made, 1))


def test_x16_three_points_start_1_0_with_a_normal_game_and_are_lost_at_ten_minutes() -> None:
    made = automatic(3)
    come(made, "W1.1", 1, later(0))
    sweeps(made, 9)
    assert score(made, "W1.1") == {"1": 1, "2": 0}
    assert match_of(made, "W1.1").state["match"]["crawford"] == "before"
    sweeps(made, 10)
    assert pairing(made, "W1.1").winner == entry(made, 1)


def test_t9_2_the_first_game_is_the_crawford_game_when_the_points_come_that_far() -> None:
    made = automatic(2)
    come(made, "W1.1", 1, later(0))
    sweeps(made, 5)
    come(made, "W1.1", 2, later(6))
    assert match_of(made, "W1.1").state["match"]["crawford"] == "now"


def test_t9_4_two_who_do_not_come_both_lose() -> None:
    made = timed(4, timing=AUTOMATIC, lengths=[7])
    come(made, "W1.1", 1, later(0))
    sweeps(made, 20)
    assert pairing(made, "W1.2").outcome == "double_forfeit"
    assert pairing(made, "W2.1").winner == entry(made, 1)


def test_points_are_only_for_a_player_who_is_there() -> None:
    made = automatic(11)
    sweeps(made, 7)
    come(made, "W1.1", 1, later(7))
    sweeps(made, 9)
    assert score(made, "W1.1") == {"1": 0, "2": 0}
    sweeps(made, 10)
    assert score(made, "W1.1") == {"1": 1, "2": 0}


def test_a_penalty_is_a_ruling_of_the_house_with_its_reason_and_can_be_taken_back() -> None:
    made = automatic()
    come(made, "W1.1", 1, later(0))
    sweeps(made, 5)
    ruling = Ruling.objects.get(verb="late")
    assert ruling.by is None
    assert ruling.reason == "2: not at the table 5 minutes after the start time."
    rulings.undo(ruling.pk, by=made.organizer, now=later(6), reason="The train was late.")
    assert score(made, "W1.1") == {"1": 0, "2": 0}
    sweeps(made, 9)
    assert score(made, "W1.1") == {"1": 0, "2": 0}


def test_a_match_lost_by_absence_is_a_ruling_and_goes_on_when_it_is_taken_back() -> None:
    made = automatic()
    come(made, "W1.1", 1, later(0))
    sweeps(made, 20)
    ruling = Ruling.objects.get(verb="no_show")
    rulings.undo(ruling.pk, by=made.organizer, now=later(21), reason="The player was at table 9.")
    assert pairing(made, "W1.1").outcome == ""
    assert match_of(made, "W1.1").status == "joining"
    come(made, "W1.1", 1, later(22))
    assert come(made, "W1.1", 2, later(22)).status == "playing"


def test_sweeping_twice_gives_no_point_twice() -> None:
    made = automatic()
    come(made, "W1.1", 1, later(0))
    for _again in range(3):
        punctuality.run_due(later(6))
    assert score(made, "W1.1") == {"1": 1, "2": 0}


def test_a_worker_that_was_dead_gives_all_at_once_while_the_player_is_still_away() -> None:
    made = automatic()
    come(made, "W1.1", 1, later(0))
    sweep(made, later(13))
    assert score(made, "W1.1") == {"1": 2, "2": 0}


def test_what_a_dead_worker_missed_is_proposed_and_never_given_afterwards() -> None:
    made = automatic()
    come(made, "W1.1", 1, later(0))
    come(made, "W1.1", 2, later(12))
    sweep(made, later(13))
    assert score(made, "W1.1") == {"1": 0, "2": 0}
    assert [(row.points, row.decided_at) for row in Penalty.objects.all()] == [(2, None)]


def test_time_in_which_the_site_was_away_makes_nobody_late() -> None:
    made = automatic()
    come(made, "W1.1", 1, later(0))
    Outage.objects.create(started_at=later(2), ended_at=later(6))
    sweeps(made, 8)
    assert score(made, "W1.1") == {"1": 0, "2": 0}
    sweeps(made, 9)
    assert score(made, "W1.1") == {"1": 1, "2": 0}


def test_a_proposal_is_given_with_one_click() -> None:
    made = timed(2, timing=PROPOSED, lengths=[7])
    come(made, "W1.1", 1, later(0))
    sweeps(made, 5)
    (row,) = Penalty.objects.all()
    assert score(made, "W1.1") == {"1": 0, "2": 0}
    lateness_penalties.decide(row.pk, accept=True, by=made.organizer, now=later(6))
    assert score(made, "W1.1") == {"1": 1, "2": 0}
    assert Ruling.objects.get(verb="late").by == made.organizer


def test_a_proposal_is_decided_once() -> None:
    made = timed(2, timing=PROPOSED, lengths=[7])
    come(made, "W1.1", 1, later(0))
    sweeps(made, 5)
    (row,) = Penalty.objects.all()
    lateness_penalties.decide(row.pk, accept=False, by=made.organizer, now=later(6))
    with pytest.raises(DomainError) as error:
        lateness_penalties.decide(row.pk, accept=True, by=made.organizer, now=later(6))
    assert error.value.code == "already_decided"
    assert score(made, "W1.1") == {"1": 0, "2": 0}


def test_proposed_nobody_loses_without_the_directors_word() -> None:
    made = timed(2, timing=PROPOSED, lengths=[3])
    come(made, "W1.1", 1, later(0))
    sweeps(made, 30)
    assert pairing(made, "W1.1").outcome == ""
    lost = Penalty.objects.get(lost=True)
    lateness_penalties.decide(lost.pk, accept=True, by=made.organizer, now=later(31))
    assert pairing(made, "W1.1").winner == entry(made, 1)


def test_t9_4_proposed_one_click_loses_for_both_who_are_away() -> None:
    made = timed(2, timing=PROPOSED, lengths=[3])
    sweeps(made, 10)
    first, _second = Penalty.objects.filter(lost=True)
    lateness_penalties.decide(first.pk, accept=True, by=made.organizer, now=later(11))
    assert pairing(made, "W1.1").outcome == "double_forfeit"


def test_only_a_director_decides_a_proposal() -> None:
    made = timed(2, timing=PROPOSED, lengths=[7])
    come(made, "W1.1", 1, later(0))
    sweeps(made, 5)
    (row,) = Penalty.objects.all()
    with pytest.raises(DomainError) as error:
        lateness_penalties.decide(row.pk, accept=True, by=director(), now=later(6))
    assert error.value.status == 403


def test_t9_2_the_absent_players_clock_runs_instead() -> None:
    clock = {"preset": "standard"}
    made = timed(2, timing=AUTOMATIC | {"penalty": "clock"}, lengths=[7], clock=clock)
    come(made, "W1.1", 1, later(0))
    sweeps(made, 11)
    assert _reserves(made) == [14 * 60_000, 4 * 60_000]
    sweeps(made, 15)
    assert pairing(made, "W1.1").winner == entry(made, 1)


def _reserves(made: Tournament) -> list[int]:
    match = Match.objects.get(pk=match_of(made, "W1.1").pk)
    return list(Clock.from_json(match.state["clock"]).reserve)


def test_over_the_board_the_desk_says_who_is_missing_and_the_points_are_told() -> None:
    made = timed(2, timing=PROPOSED, lengths=[7])
    two = entry(made, 2)
    result = pairing(made, "W1.1")
    row = absences.report_absent(
        result.pk, entry=two.pk, since=NOW, by=made.organizer, now=later(3)
    )
    absences.check_absent(later(5) + timedelta(seconds=1))
    absences.arrived(row.pk, by=made.organizer, now=later(12))
    assert [penalty.points for penalty in Penalty.objects.order_by("step")] == [1, 1]
    assert timing_of(made, "W1.1").start_at == NOW


def test_without_a_timing_nothing_is_asked() -> None:
    made = timed(2, timing={}, lengths=[7])
    come(made, "W1.1", 1, later(0))
    sweeps(made, 9)
    assert not Penalty.objects.exists()
    sweeps(made, 10)
    assert pairing(made, "W1.1").outcome == "forfeit"
