"""Flags: when the time was up counts, not when somebody looked."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Action, Match
from games.selectors import table_view
from games.services import clocks
from games.services.schedule import GRACE
from games.services.submissions import ActionRefused
from games.timestamps import to_ms
from tests.games.services.sweeps import settle_due, settle_flag
from tests.games.services.tables import Sitting, playing

pytestmark = pytest.mark.django_db

MINUTE = ClockSettings("simple", 60_000, 12_000)
SESSION = replace(Rules.preset("money", games=2), jacoby=False, murphy_limit=0)


def on_roll(clock: ClockSettings = MINUTE) -> tuple[Sitting, str]:
    sitting = playing(clock=clock, length=5)
    return sitting, sitting.until("roll")


def test_the_flag_falls_after_delay_and_reserve() -> None:
    sitting, _seat = on_roll()
    assert sitting.fresh().flag_at == sitting.match.last_at + timedelta(seconds=72)


def test_a_match_without_a_clock_has_no_flag() -> None:
    sitting = playing()
    assert sitting.fresh().flag_at is None


def test_no_clock_runs_before_the_opening() -> None:
    sitting = playing(clock=MINUTE, length=5)
    before = Action.objects.get(match=sitting.match, seq=1)
    assert before.kind == "epoch"
    assert sitting.state.to_act is not None
    assert sitting.fresh().flag_at is not None


def test_an_action_after_the_flag_is_refused_and_loses_the_match() -> None:
    sitting, seat = on_roll()
    flag_at = sitting.fresh().flag_at
    sitting.tick(72)
    with pytest.raises(ActionRefused, match="flag_fell"):
        sitting.act(seat, "roll")
    match = sitting.fresh()
    assert (match.reason, match.winner) == ("time", "B" if seat == "A" else "A")
    assert match.finished_at == flag_at


def test_an_action_received_in_time_counts_although_it_is_processed_late() -> None:
    sitting, seat = on_roll()
    received = sitting.now + timedelta(seconds=71, milliseconds=999)
    sitting.tick(80)
    sitting.act(seat, "roll", received_at=received)
    assert sitting.fresh().finished_at is None
    assert sitting.match.last_at == received


def test_the_sweep_waits_out_the_grace_and_dates_the_flag_when_it_fell() -> None:
    sitting, seat = on_roll()
    flag_at = sitting.fresh().flag_at
    assert settle_due(flag_at + timedelta(milliseconds=499)) == 0
    assert settle_due(flag_at + timedelta(milliseconds=500)) == 1
    assert settle_due(flag_at + timedelta(seconds=5)) == 0
    flag = Action.objects.filter(match=sitting.match).order_by("seq").last()
    assert (flag.kind, flag.at, flag.payload["seat"]) == ("flag", flag_at, seat)


def test_r13_4_a_session_is_lost_on_time_at_the_level_still_possible() -> None:
    sitting = playing(clock=MINUTE, rules=SESSION)
    seat = sitting.until("roll")
    assert settle_due(sitting.fresh().flag_at + GRACE) == 1
    state = sitting.state
    assert state.outcome is not None
    assert (state.outcome.winner == seat, state.outcome.reason) == (False, "time")
    assert [result.points for result in state.results] == [3, 1]


def test_a_watch_knows_the_flags_of_its_next_half_second_and_asks_for_them_no_more() -> None:
    sitting, _seat = on_roll()
    flag_at = sitting.fresh().flag_at
    watch = clocks.FlagWatch()
    before = flag_at - timedelta(milliseconds=100)
    assert watch.settle(before) == 0
    assert watch.next_due(before) == before + clocks.READ_AGAIN
    with CaptureQueriesContext(connection) as queries:
        assert watch.settle(flag_at) == 0
    assert not [query for query in queries if "games_match" in query["sql"]]
    again = before + clocks.READ_AGAIN
    assert watch.settle(again) == 0
    assert watch.next_due(again) == flag_at + GRACE
    assert watch.settle(flag_at + GRACE) == 1
    assert sitting.fresh().finished_at == flag_at


def test_a_watch_finds_what_a_move_brought_forward_when_it_reads_again() -> None:
    sitting, _seat = on_roll()
    watch = clocks.FlagWatch()
    assert watch.settle(sitting.now) == 0
    Match.objects.filter(pk=sitting.match.pk).update(flag_at=sitting.now)
    assert watch.next_due(sitting.now) == sitting.now + clocks.READ_AGAIN
    watch.settle(sitting.now + clocks.READ_AGAIN)
    assert watch.next_due(sitting.now + clocks.READ_AGAIN) == sitting.now + GRACE


def test_a_watch_reads_at_once_again_when_somebody_else_moved_on() -> None:
    sitting, _seat = on_roll()
    flag_at = sitting.fresh().flag_at
    watch = clocks.FlagWatch()
    watch.settle(flag_at + timedelta(milliseconds=400))
    later = flag_at + GRACE
    Match.objects.filter(pk=sitting.match.pk).update(flag_at=later)
    assert watch.settle(later) == 0
    assert watch.next_due(later) == later
    assert sitting.fresh().finished_at is None


def test_the_opponents_claim_settles_only_what_is_due() -> None:
    sitting, _seat = on_roll()
    assert not settle_flag(sitting.match.pk, sitting.now)
    assert settle_flag(sitting.match.pk, sitting.tick(73))


def test_each_turn_has_a_fresh_delay() -> None:
    sitting, seat = on_roll()
    sitting.tick(10)
    sitting.act(seat, "roll")
    if sitting.state.to_act == seat:
        sitting.step()
    view_flag = to_ms(sitting.fresh().flag_at) - to_ms(sitting.match.last_at)
    assert view_flag == 72_000


def test_fischer_adds_only_after_a_confirmed_play() -> None:
    sitting, seat = on_roll(ClockSettings("fischer", 60_000, 12_000))
    reserve = _reserves(sitting)[seat]
    sitting.act(seat, "roll")
    while sitting.state.to_act == seat:
        sitting.step()
    assert _reserves(sitting)[seat] == reserve + 12_000


def _reserves(sitting: Sitting) -> dict[str, int]:
    from games.selectors import table_view

    return table_view(sitting.fresh(), None, sitting.now)["clock"]["reserve_ms"]


def test_a_sweep_asks_the_same_few_questions_however_many_flags_fell() -> None:
    asked = []
    for number in (1, 6):
        sittings = [on_roll()[0] for _ in range(number)]
        with CaptureQueriesContext(connection) as queries:
            assert settle_due(sittings[0].tick(73)) == number
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 13


def test_the_opponent_brings_no_flag_down_while_an_action_received_in_time_may_wait_elsewhere() -> (
    None
):
    sitting, seat = on_roll()
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    sitting.now = flag_at + timedelta(milliseconds=499)
    opponent = "B" if seat == "A" else "A"
    for kind in ("roll", "concede"):
        with pytest.raises(ActionRefused, match="unavailable"):
            sitting.act(opponent, kind)
    in_time = flag_at - timedelta(milliseconds=1)
    sitting.act(seat, "roll", received_at=in_time)
    assert sitting.fresh().finished_at is None
    assert sitting.match.last_at == in_time


def test_after_the_grace_the_opponents_action_settles_it() -> None:
    sitting, seat = on_roll()
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    sitting.now = flag_at + timedelta(milliseconds=500)
    with pytest.raises(ActionRefused, match="flag_fell"):
        sitting.act("B" if seat == "A" else "A", "concede")
    assert (sitting.fresh().winner, sitting.match.finished_at) == (
        "B" if seat == "A" else "A",
        flag_at,
    )


def test_the_last_millisecond_counts_however_late_it_is_worked_on() -> None:
    sitting, seat = on_roll()
    flag_at = sitting.fresh().flag_at
    assert flag_at is not None
    assert settle_due(flag_at + timedelta(milliseconds=499)) == 0
    sitting.now = flag_at + timedelta(seconds=8)
    sitting.act(seat, "roll", received_at=flag_at - timedelta(milliseconds=1))
    assert sitting.fresh().finished_at is None
    clock = table_view(sitting.match, None, sitting.now)["clock"]
    assert clock["reserve_ms"][seat] == 1
