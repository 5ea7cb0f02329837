"""Downtime is charged to nobody, and nothing is settled for a time when nobody could act."""

from datetime import timedelta

import pytest

from games.engine.clock import ClockSettings
from games.models import Heartbeat, Outage
from games.selectors import table_view
from games.services import rulings, timeouts
from games.services.bots import play_due
from games.services.outages import beat
from games.services.submissions import ActionRefused
from games.services.verify import verify
from tests.games.services.sweeps import settle_due, settle_next
from tests.games.services.tables import START, Sitting, bot, playing, sit

pytestmark = pytest.mark.django_db

MINUTE = ClockSettings("simple", 60_000, 12_000)


def on_roll() -> tuple[Sitting, str]:
    sitting = playing(clock=MINUTE, length=5)
    beat("one", sitting.now)
    return sitting, sitting.until("roll")


def test_a_steady_heart_records_nothing() -> None:
    for second in range(5):
        assert beat("one", START + timedelta(seconds=3 * second)) is None
    assert Heartbeat.objects.count() == 1


def test_a_gap_over_three_seconds_is_an_outage_recorded_once() -> None:
    beat("one", START)
    outage = beat("two", START + timedelta(seconds=4))
    assert outage is not None
    assert (outage.started_at, outage.ended_at) == (START, START + timedelta(seconds=4))
    assert beat("three", START + timedelta(seconds=4)) is None


def test_an_outage_between_milliseconds_leaves_log_and_clocks_in_step() -> None:
    sitting, seat = on_roll()
    start = sitting.now + timedelta(microseconds=402_700)
    beat("one", start)
    outage = beat("one", start + timedelta(seconds=60, microseconds=600))
    assert outage is not None
    assert (outage.started_at.microsecond % 1000, outage.ended_at.microsecond % 1000) == (0, 0)
    assert verify(sitting.match.pk) == []
    sitting.tick(62)
    sitting.act(seat, "roll")
    assert verify(sitting.match.pk) == []


def test_one_process_that_beats_is_enough() -> None:
    beat("one", START)
    beat("two", START + timedelta(seconds=2))
    assert beat("one", START + timedelta(seconds=5)) is None


def test_an_outage_moves_running_flags_by_its_length() -> None:
    sitting, seat = on_roll()
    flag_at = sitting.fresh().flag_at
    beat("one", sitting.tick(60))
    assert sitting.fresh().flag_at == flag_at + timedelta(seconds=60)
    sitting.tick(71)
    sitting.act(seat, "roll")
    assert verify(sitting.match.pk) == []


def test_the_clock_is_charged_only_for_the_time_that_counted() -> None:
    sitting, seat = on_roll()
    for _ in range(5):
        beat("one", sitting.tick(2))
    beat("one", sitting.tick(100))
    view = table_view(sitting.fresh(), None, sitting.now)
    assert view["clock"]["at"] == view["now"] - 10_000
    while sitting.state.to_act == seat:
        sitting.act(seat, "concede", received_at=sitting.tick(10))
    clock = table_view(sitting.fresh(), None, sitting.now)["clock"]
    # 10 s before the outage and 10 s after it: 12 of them were the delay.
    assert clock["reserve_ms"][seat] == 60_000 - 8_000
    assert verify(sitting.match.pk) == []


def test_a_flag_still_falls_after_an_outage() -> None:
    sitting, seat = on_roll()
    beat("one", sitting.tick(60))
    for _ in range(24):
        beat("one", sitting.tick(3))
    with pytest.raises(ActionRefused, match="flag_fell"):
        sitting.act(seat, "roll")
    assert verify(sitting.match.pk) == []


def test_no_flag_is_settled_while_nobody_accepts_actions() -> None:
    sitting, _seat = on_roll()
    now = sitting.tick(80)
    assert settle_due(now) == 0
    beat("one", now)
    assert settle_due(now) == 0
    assert Outage.objects.count() == 1


def test_the_time_to_join_is_given_back() -> None:
    sitting = sit(join_within=timedelta(seconds=60))
    beat("one", START)
    beat("one", START + timedelta(seconds=50))
    assert timeouts.settle_due_waits(START + timedelta(seconds=50)) == 0
    assert sitting.fresh().next_at == START + timedelta(seconds=110)


def test_an_action_inside_a_gap_ends_the_gap_for_its_clock() -> None:
    sitting, seat = on_roll()
    sitting.tick(4)
    while sitting.state.to_act == seat:
        sitting.step()
    flag_at = sitting.fresh().flag_at
    beat("one", sitting.tick(6))
    assert sitting.fresh().flag_at == flag_at + timedelta(seconds=6)
    sitting.step(received_at=sitting.tick(20))
    assert verify(sitting.match.pk) == []


def test_no_action_settles_a_flag_that_fell_in_a_silence_not_recorded_yet() -> None:
    sitting, seat = on_roll()
    sitting.tick(80)
    with pytest.raises(ActionRefused, match="unavailable"):
        sitting.act(seat, "roll")
    beat("one", sitting.now)
    sitting.act(seat, "roll")
    assert sitting.fresh().finished_at is None
    assert verify(sitting.match.pk) == []


def test_no_ruling_settles_a_flag_that_fell_in_a_silence_not_recorded_yet() -> None:
    sitting, _seat = on_roll()
    rulings.pause(sitting.match.pk, by=None, reason="", now=sitting.tick(80))
    assert (sitting.fresh().status, sitting.match.paused) == ("playing", True)


def test_a_flag_that_fell_before_the_silence_is_settled_in_it() -> None:
    sitting, seat = on_roll()
    for _ in range(25):
        beat("one", sitting.tick(3))
    sitting.tick(60)
    with pytest.raises(ActionRefused, match="flag_fell"):
        sitting.act(seat, "roll")


def test_a_bot_does_not_lose_on_time_for_a_silence_not_recorded_yet() -> None:
    sitting = playing(a=bot(), b=bot(), clock=MINUTE, length=5)
    beat("one", sitting.now)
    assert play_due(sitting.tick(600)) == 0
    assert sitting.fresh().finished_at is None
    beat("one", sitting.now)
    assert play_due(sitting.now) == 1
    assert verify(sitting.match.pk) == []


def test_of_three_processes_two_may_die_without_an_outage() -> None:
    sitting, _seat = on_roll()
    flag_at = sitting.fresh().flag_at
    for second in range(1, 80):
        for name, dies_after in (("one", 80), ("two", 10), ("three", 40)):
            if second < dies_after:
                assert beat(name, sitting.now + timedelta(seconds=second)) is None
    assert not Outage.objects.exists()
    assert settle_due(sitting.tick(79)) == 1
    assert sitting.fresh().finished_at == flag_at


def test_when_the_last_of_them_dies_the_outage_begins_with_its_last_beat() -> None:
    for name, second in (("one", 0), ("two", 1), ("one", 2)):
        beat(name, START + timedelta(seconds=second))
    outage = beat("two", START + timedelta(seconds=9))
    assert outage is not None
    assert (outage.started_at, outage.ended_at) == (
        START + timedelta(seconds=2),
        START + timedelta(seconds=9),
    )


def test_no_wait_ends_after_a_start_before_the_silence_is_recorded() -> None:
    sitting = sit(join_within=timedelta(seconds=60))
    beat("one", START)
    later = START + timedelta(seconds=90)
    assert timeouts.settle_due_waits(later) == 0
    assert not settle_next(sitting.match.pk, later)
    beat("new", later)
    assert timeouts.settle_due_waits(later) == 0
    for second in range(1, 62):
        beat("new", later + timedelta(seconds=second))
    assert timeouts.settle_due_waits(later + timedelta(seconds=62)) == 1
