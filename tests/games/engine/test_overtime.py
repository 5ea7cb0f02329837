"""Overtime (R13.1, an option of the USBGF): once, when the reserve has run out; the second time the match is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.clock import CLOCK_KINDS, Clock, ClockKind, ClockSettings
from games.engine.errors import RulesError
from games.engine.seats import Seat, other

S = 1000
SPANS = st.lists(st.tuples(st.integers(0, 9000), st.integers(1, 900)), max_size=3)
TURNS = st.lists(st.tuples(st.integers(0, 2500), st.sampled_from(["stay", "pass", "pause"])))


def begun(kind: ClockKind = "simple", reserve_s: int = 5, overtime_s: int = 60) -> Clock:
    settings = ClockSettings(kind, reserve_s * S, 12 * S, overtime_ms=overtime_s * S)
    return Clock.new(settings).hand_to("A", 0)


def test_the_flag_falls_when_the_overtime_is_gone_too() -> None:
    assert begun().flag_at() == (12 + 5 + 60) * S
    assert begun("bronstein").flag_at() == (5 + 60) * S
    assert begun(overtime_s=0).flag_at() == 17 * S


def test_it_begins_when_the_reserve_is_gone_and_is_not_given_again() -> None:
    running = begun()
    assert running.reading("A", 17 * S) == (0, 0)
    assert running.charged(17 * S).overtimes[0] == 60 * S
    moved = running.hand_to("B", 37 * S).hand_to("A", 40 * S)
    assert (moved.reserve[0], moved.overtimes) == (0, (40 * S, 60 * S))
    assert moved.flag_at() == (40 + 12 + 40) * S


def test_what_fischer_adds_or_a_director_gives_is_used_before_the_rest_of_the_overtime() -> None:
    late = begun("fischer").charged(30 * S).with_increment("A")
    assert (late.reserve[0], late.overtimes[0]) == (12 * S, 35 * S)
    given_time = late.adjusted("A", 50 * S).hand_to("A", 30 * S)
    assert given_time.flag_at() == (30 + 50 + 35) * S


def test_what_a_director_takes_off_a_reserve_that_is_too_short_is_taken_off_the_overtime() -> None:
    waiting = Clock.new(ClockSettings("simple", 5 * S, 0, overtime_ms=60 * S))
    taken = waiting.added("A", -3 * S).added("B", -25 * S)
    assert (taken.reserve, taken.overtimes) == ((2 * S, 0), (60 * S, 40 * S))
    assert taken.added("B", -99 * S).added("B", 7 * S).hand_to("B", 0).flag_at() == 7 * S


@pytest.mark.parametrize("overtime", [-1, 600_001, 1.5, True, "60"])
def test_it_is_whole_milliseconds_and_at_most_ten_minutes(overtime: object) -> None:
    with pytest.raises(RulesError) as refused:
        ClockSettings("simple", 1, 0, 0, overtime)  # type: ignore[arg-type]
    assert refused.value.code == "bad_clock"


def test_settings_say_it_only_where_it_is_agreed() -> None:
    agreed = ClockSettings("simple", 60_000, 12_000, overtime_ms=120_000)
    assert agreed.to_json()["overtime_ms"] == 120_000
    assert ClockSettings.from_json(agreed.to_json()) == agreed
    assert "overtime_ms" not in ClockSettings("simple", 60_000, 12_000).to_json()


@given(kind=st.sampled_from(CLOCK_KINDS), turns=TURNS, gaps=SPANS, lag=st.sampled_from([0, 900]))
def test_it_lasts_as_long_as_a_reserve_that_much_longer(
    kind: ClockKind, turns: list[tuple[int, str]], gaps: list[tuple[int, int]], lag: int
) -> None:
    down = [(start, start + length) for start, length in gaps]
    split = Clock.new(ClockSettings(kind, 3000, 700, lag, 60_000)).hand_to("A", 0)
    whole = Clock.new(ClockSettings(kind, 63_000, 700, lag)).hand_to("A", 0)
    now, seat = 0, "A"
    for wait, what in turns:
        now += wait
        split, whole = (_after(item, what, seat, now, down) for item in (split, whole))
        seat = other(seat) if what == "pass" else seat
        fell = whole.flagged(now, down)
        assert split.flag_at(down) == whole.flag_at(down)
        assert split.flagged(now, down) == fell
        if fell:
            return
        assert [*map(sum, zip(split.reserve, split.overtimes, strict=True))] == [*whole.reserve]
        assert Clock.from_json(split.to_json()) == split


def _after(clock: Clock, what: str, seat: Seat, now: int, down: list[tuple[int, int]]) -> Clock:
    if what == "pause":
        return clock.pause(now, down).resume(now)
    if what == "stay":
        return clock.hand_to(seat, now, down)
    return clock.charged(now, down).with_increment(seat).hand_to(other(seat), now, down)
