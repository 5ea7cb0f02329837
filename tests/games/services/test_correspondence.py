"""Correspondence over simulated days: it starts when it is accepted, its flags fall, and vacations stop its clocks."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Player
from games.engine.actions import Flag
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match, Outage, Vacation
from games.selectors import table_view
from games.selectors.next_match import next_match
from games.selectors.records import record_of
from games.services import friendly, lobby, outages
from games.services.rematch import rematch
from games.services.schedule import GRACE
from games.services.submissions import ActionRefused
from games.services.timeouts import settle_due_waits
from games.services.vacations import end_vacation, most_days, start_vacation
from games.services.verify import verify
from games.timestamps import to_ms
from games.vacation_days import DAY
from tests.games.services.sweeps import settle_due
from tests.games.services.tables import START, Sitting, person
from web.errors import DomainError

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
RULES = Rules.preset("tournament", 5)
THREE = ClockSettings.correspondence(3)


def accepted(a: Player, b: Player, days: int = 3) -> Sitting:
    """A match by link between two, begun."""
    made = friendly.challenge(a, None, RULES, ClockSettings.correspondence(days), START)
    friendly.accept_invitation(friendly.invitation(made), b, START)
    return Sitting(made)


def flag_of(match: Match) -> datetime:
    assert match.flag_at is not None
    return match.flag_at


def on_turn(sitting: Sitting) -> Player:
    seat = sitting.fresh().to_act
    return Player.objects.get(match_seats__match=sitting.match, match_seats__seat=seat)


def waiting(sitting: Sitting) -> Player:
    return Player.objects.exclude(pk=on_turn(sitting).pk).get(match_seats__match=sitting.match)


@pytest.fixture
def sitting() -> Sitting:
    return accepted(person(), person())


def test_a_link_that_is_accepted_starts_the_match(sitting: Sitting) -> None:
    match = sitting.fresh()
    assert (match.status, match.next_at) == ("playing", None)
    assert match.flag_at == START + 3 * DAY
    assert match.to_act in ("A", "B")


def test_an_open_challenge_that_is_accepted_starts_the_match() -> None:
    a, b = person(), person()
    live = lobby.post(a, RULES, None, START)
    made = lobby.post(a, RULES, THREE, START)
    assert made.next_at == START + timedelta(days=7)
    lobby.accept(made.pk, b, START)
    made.refresh_from_db()
    assert made.status == "playing"
    live.refresh_from_db()
    assert live.status == "joining"  # a match over days keeps nobody from another


def test_a_challenged_player_accepts_by_being_ready() -> None:
    a, b = person(), person()
    sitting = Sitting(friendly.challenge(a, b, RULES, THREE, START))
    assert sitting.state.ready == (True, False)
    assert sitting.fresh().next_at == START + timedelta(days=7)
    sitting.tick(6 * 24 * 3600)
    sitting.act("B", "ready", {"nonce_hash": None})
    assert sitting.fresh().status == "playing"


def test_a_challenge_that_nobody_answers_lapses_and_nobody_loses() -> None:
    made = friendly.challenge(person(), person(), RULES, THREE, START)
    assert settle_due_waits(START + timedelta(days=8)) == 1
    made.refresh_from_db()
    assert (made.status, made.winner) == ("void", None)


def test_a_rematch_that_both_want_starts(sitting: Sitting) -> None:
    match = sitting.fresh()
    settle_due(flag_of(match) + GRACE)
    a, b = (seat.player.user for seat in match.seats.order_by("seat"))
    assert a is not None
    assert b is not None
    rematch(match.pk, a, START + 4 * DAY)
    assert rematch(match.pk, b, START + 4 * DAY).status == "playing"


def test_the_flag_falls_after_the_days_of_the_turn(sitting: Sitting) -> None:
    flag_at = flag_of(sitting.fresh())
    assert settle_due(flag_at - HOUR) == 0
    assert settle_due(flag_at + GRACE) == 1
    match = sitting.fresh()
    assert (match.reason, match.finished_at) == ("time", flag_at)
    assert isinstance(record_of(match).entries[-1].action, Flag)
    assert verify(match.pk) == []


def test_each_turn_has_all_its_days(sitting: Sitting) -> None:
    for _turn in range(4):
        seat = sitting.fresh().to_act
        sitting.tick(2 * 24 * 3600)
        while sitting.fresh().to_act == seat:
            sitting.step()
        assert sitting.match.flag_at == sitting.now + 3 * DAY
    assert verify(sitting.match.pk) == []


def test_a_double_and_its_answer_are_turns(sitting: Sitting) -> None:
    seat = sitting.until("roll")
    sitting.tick(2 * 24 * 3600)
    sitting.act(seat, "double")
    assert sitting.fresh().flag_at == sitting.now + 3 * DAY
    sitting.tick(24 * 3600)
    sitting.act(str(sitting.match.to_act), "take")
    assert (sitting.fresh().to_act, sitting.match.flag_at) == (seat, sitting.now + 3 * DAY)


def test_a_vacation_stops_the_clock_and_the_turn_goes_on_after_it(sitting: Sitting) -> None:
    away = on_turn(sitting)
    start_vacation(away, 5, START + DAY)
    assert sitting.fresh().flag_at == START + 8 * DAY
    assert settle_due(START + 7 * DAY) == 0
    view = table_view(sitting.match, None, START + 2 * DAY)
    seat = sitting.match.to_act
    assert view["clock"]["vacation_until"][seat] == to_ms(START + 6 * DAY)
    assert view["clock"]["reserve_ms"][seat] == 2 * DAY // timedelta(milliseconds=1)
    assert view["clock"]["at"] == to_ms(START + 6 * DAY)
    assert settle_due(START + 8 * DAY + GRACE) == 1
    assert sitting.fresh().finished_at == START + 8 * DAY
    assert verify(sitting.match.pk) == []


def test_a_vacation_that_ends_early_gives_back_what_it_lasted(sitting: Sitting) -> None:
    away = on_turn(sitting)
    start_vacation(away, 10, START + DAY)
    end_vacation(away, START + 3 * DAY)
    assert sitting.fresh().flag_at == START + 5 * DAY
    end_vacation(away, START + 4 * DAY)  # safe twice
    assert sitting.fresh().flag_at == START + 5 * DAY
    assert verify(sitting.match.pk) == []


def test_the_vacation_of_the_other_player_stops_nothing_until_it_is_their_turn(
    sitting: Sitting,
) -> None:
    away = waiting(sitting)
    start_vacation(away, 5, START)
    assert sitting.fresh().flag_at == START + 3 * DAY
    sitting.tick(24 * 3600)
    mine = sitting.match.to_act
    while sitting.fresh().to_act == mine:
        sitting.step()
    assert sitting.match.flag_at == START + 8 * DAY
    assert verify(sitting.match.pk) == []


def test_a_player_on_vacation_may_move(sitting: Sitting) -> None:
    start_vacation(on_turn(sitting), 5, START)
    sitting.tick(24 * 3600)
    mine = sitting.match.to_act
    while sitting.fresh().to_act == mine:
        sitting.step()
    assert sitting.match.flag_at == sitting.now + 3 * DAY
    assert verify(sitting.match.pk) == []


def test_a_vacation_after_the_time_has_run_out_changes_nothing(sitting: Sitting) -> None:
    start_vacation(on_turn(sitting), 5, START + 3 * DAY)
    assert sitting.fresh().flag_at == START + 3 * DAY
    with pytest.raises(ActionRefused, match="flag_fell"):
        Sitting(sitting.match, START + 4 * DAY).act(str(sitting.match.to_act), "roll")
    assert sitting.fresh().finished_at == START + 3 * DAY


def test_a_match_that_begins_while_a_player_is_on_vacation_waits_for_them() -> None:
    a, b = person(), person()
    for player in (a, b):
        start_vacation(player, 2, START - DAY)
    assert accepted(a, b).fresh().flag_at == START + 4 * DAY


def test_a_clock_in_minutes_runs_on() -> None:
    from tests.games.services.tables import playing

    sitting = playing(clock=ClockSettings("simple", 60_000, 12_000))
    flag_at = sitting.fresh().flag_at
    start_vacation(on_turn(sitting), 5, START)
    assert sitting.fresh().flag_at == flag_at


def test_nobody_is_on_two_vacations_or_has_more_days_than_they_have() -> None:
    player = person()
    with pytest.raises(DomainError, match="14 vacation days left"):
        start_vacation(player, 15, START)
    start_vacation(player, 3, START)
    with pytest.raises(DomainError, match="already on vacation"):
        start_vacation(player, 3, START + DAY)


def test_stopping_and_starting_again_uses_a_day_each_time() -> None:
    player = person()
    for minutes in range(14):
        start_vacation(player, 1, START + timedelta(minutes=2 * minutes))
        end_vacation(player, START + timedelta(minutes=2 * minutes + 1))
    assert most_days(player, START + DAY) == 0
    with pytest.raises(DomainError, match="0 vacation days left"):
        start_vacation(player, 1, START + DAY)


def test_a_vacation_begins_no_earlier_than_the_last_action(sitting: Sitting) -> None:
    sitting.tick(60)
    mine = on_turn(sitting)
    sitting.step()
    start_vacation(mine, 1, START)
    assert Vacation.objects.get().started_at == sitting.now


def test_downtime_within_a_vacation_is_not_given_back_twice(sitting: Sitting) -> None:
    start_vacation(on_turn(sitting), 5, START)
    outages.beat("web", START + DAY)
    outages.beat("web", START + DAY + HOUR)
    assert Outage.objects.exists()
    assert sitting.fresh().flag_at == START + 8 * DAY
    assert verify(sitting.match.pk) == []


def test_downtime_outside_a_vacation_is_given_back(sitting: Sitting) -> None:
    start_vacation(on_turn(sitting), 1, START)
    outages.beat("web", START + 2 * DAY)
    outages.beat("web", START + 2 * DAY + HOUR)
    assert sitting.fresh().flag_at == START + 4 * DAY + HOUR
    assert verify(sitting.match.pk) == []


def test_next_match_is_the_one_with_the_least_time_and_then_the_one_after_it() -> None:
    me = person()
    mine: list[Match] = []
    for days in (5, 1, 3):
        while len(mine) < 3:
            sitting = accepted(me, person(), days)
            if on_turn(sitting) == me:
                mine.append(sitting.fresh())
                break
    in_five, in_one, in_three = (match.pk for match in mine)
    assert me.user is not None
    assert next_match(me.user, None) == in_one
    assert next_match(me.user, in_one) == in_three
    assert next_match(me.user, in_three) == in_five
    assert next_match(me.user, in_five) == in_one


def test_a_real_clock_moves_over_days() -> None:
    with time_machine.travel(START, tick=False) as clock:
        sitting = accepted(person(), person(), 1)
        clock.shift(timedelta(days=1, seconds=1))
        assert settle_due(timezone.now()) == 1
    assert sitting.fresh().reason == "time"
