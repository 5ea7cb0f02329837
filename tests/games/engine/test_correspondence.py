"""Correspondence (T10.6): each turn has its days, and a vacation stops the clock of one seat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.clock import DAY_MS, MOST_DAYS, Clock, ClockSettings, Outages
from games.engine.errors import RulesError
from games.engine.friendly_rules import clock_chosen
from games.engine.seats import Seat

HOUR = 3600 * 1000
THREE = ClockSettings.correspondence(3)
SPANS = st.lists(
    st.tuples(
        st.integers(0, 20 * DAY_MS), st.integers(0, 5 * DAY_MS), st.sampled_from(["A", "B", None])
    ),
    max_size=5,
)


def running(seat: Seat = "A", since: int = 0) -> Clock:
    return Clock.new(THREE).hand_to(seat, since)


def outages(spans: list[tuple[int, int, Seat | None]]) -> Outages:
    return [
        (start, start + long) if seat is None else (start, start + long, seat)
        for start, long, seat in spans
    ]


def test_a_turn_has_its_days_and_the_flag_falls_after_them() -> None:
    clock = running()
    assert clock.flag_at() == 3 * DAY_MS
    assert clock.reading("A", DAY_MS)[0] == 2 * DAY_MS
    assert not clock.flagged(3 * DAY_MS - 1)
    assert clock.flagged(3 * DAY_MS)


def test_a_turn_goes_on_after_the_roll_and_the_next_has_all_its_days() -> None:
    rolled = running().hand_to("A", DAY_MS)
    assert rolled.flag_at() == 3 * DAY_MS
    answered = rolled.hand_to("B", 2 * DAY_MS).hand_to("A", 4 * DAY_MS)
    assert answered.flag_at() == 7 * DAY_MS


def test_an_offer_to_resign_and_its_answer_are_turns() -> None:
    offered = running().hand_to("B", DAY_MS, turn_over=False)
    assert offered.flag_at() == 4 * DAY_MS
    assert offered.hand_to("A", 2 * DAY_MS).flag_at() == 5 * DAY_MS


def test_a_pause_keeps_what_is_left_of_the_turn() -> None:
    paused = running().pause(DAY_MS)
    assert paused.flag_at() is None
    assert paused.resume(10 * DAY_MS).flag_at() == 12 * DAY_MS


def test_a_vacation_stops_the_clock_of_its_seat_alone() -> None:
    vacation: Outages = [(DAY_MS, 5 * DAY_MS, "A")]
    assert running("A").flag_at(vacation) == 7 * DAY_MS
    assert running("A").reading("A", 4 * DAY_MS, vacation)[0] == 2 * DAY_MS
    assert running("B").flag_at(vacation) == 3 * DAY_MS


def test_a_vacation_after_the_flag_changes_nothing() -> None:
    assert running().flag_at([(3 * DAY_MS, 9 * DAY_MS, "A")]) == 3 * DAY_MS


def test_downtime_within_a_vacation_counts_once() -> None:
    spans: Outages = [(DAY_MS, 5 * DAY_MS, "A"), (2 * DAY_MS, 2 * DAY_MS + HOUR)]
    assert running().flag_at(spans) == 7 * DAY_MS


@pytest.mark.parametrize("days", [0, MOST_DAYS + 1])
def test_other_numbers_of_days_are_refused(days: int) -> None:
    with pytest.raises(RulesError):
        ClockSettings.correspondence(days)


@pytest.mark.parametrize(
    "given", [{"delay_ms": 1}, {"lag_ms": 1000}, {"overtime_ms": 1000}, {"reserve_ms": DAY_MS + 1}]
)
def test_correspondence_has_days_and_nothing_else(given: dict[str, int]) -> None:
    facts = {"reserve_ms": DAY_MS, "delay_ms": 0} | given
    with pytest.raises(RulesError):
        ClockSettings("correspondence", **facts)


def test_a_form_names_the_days() -> None:
    assert clock_chosen("days-3", 5) == THREE
    assert clock_chosen("fast", 5) == ClockSettings.preset("fast", 5)
    assert clock_chosen("none", 5) is None


def test_the_snapshot_reads_back() -> None:
    clock = running().hand_to("B", DAY_MS)
    assert Clock.from_json(clock.to_json()) == clock
    assert ClockSettings.from_json(THREE.to_json()) == THREE


@given(SPANS, st.lists(st.integers(0, 6 * DAY_MS), min_size=1, max_size=8))
def test_the_clock_never_goes_backwards_and_adds_up(
    spans: list[tuple[int, int, Seat | None]], steps: list[int]
) -> None:
    """Within a turn it only runs down, and however often it is charged, the flag falls at the same moment."""
    out, now, clock = outages(spans), 0, running()
    flag_at, left = clock.flag_at(out), THREE.reserve_ms
    assert flag_at is not None
    for step in steps:
        now += step
        reading = clock.reading("A", now, out)[0]
        assert 0 <= reading <= left
        left, clock = reading, clock.charged(now, out)
        assert (left == 0) == (now >= flag_at)
        if left:
            assert clock.flag_at(out) == flag_at
