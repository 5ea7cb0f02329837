"""Clocks of T10: what a move costs, when a flag falls, what outages and pauses do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.clock import CLOCK_KINDS, Clock, ClockKind, ClockSettings, counted
from games.engine.errors import RulesError
from games.engine.seats import Seat, other

S = 1000


def clock(kind: ClockKind, reserve_s: int = 60, delay_s: int = 12) -> Clock:
    return Clock.new(ClockSettings(kind, reserve_s * S, delay_s * S))


def after_a_move(kind: ClockKind, seconds: int) -> int:
    """A's reserve in seconds after a move that took so long."""
    running = clock(kind).hand_to("A", 0)
    moved = running.charged(seconds * S).with_increment("A")
    return moved.hand_to("B", seconds * S).reserve[0] // S


@pytest.mark.parametrize(
    ("kind", "used", "left"),
    [
        ("simple", 10, 60),
        ("bronstein", 10, 60),
        ("simple", 20, 52),
        ("bronstein", 20, 52),
        ("fischer", 10, 62),
        ("fischer", 72, 12),
    ],
)
def test_t10_5_what_is_left_after_a_move(kind: ClockKind, used: int, left: int) -> None:
    assert after_a_move(kind, used) == left


def test_t10_5_five_seconds_left_simple_lives_where_bronstein_is_flagged() -> None:
    simple = clock("simple", 5).hand_to("A", 0)
    assert simple.reading("A", 10 * S) == (5 * S, 2 * S)
    assert simple.flag_at() == 17 * S
    bronstein = clock("bronstein", 5).hand_to("A", 0)
    assert bronstein.flag_at() == 5 * S
    assert not bronstein.flagged(5 * S - 1)
    assert bronstein.flagged(5 * S)


def test_a_clock_that_is_not_running_keeps_its_time_and_never_flags() -> None:
    stopped = clock("simple")
    assert stopped.flag_at() is None
    assert not stopped.flagged(10**15)
    running = stopped.hand_to("A", 0)
    assert running.reading("B", 50 * S) == (60 * S, 12 * S)


def test_actions_of_one_seat_share_one_delay() -> None:
    running = clock("simple").hand_to("A", 0).hand_to("A", 10 * S)
    assert running.delay_left == 2 * S
    assert running.hand_to("B", 20 * S).reserve[0] == 52 * S


def test_a_fresh_delay_starts_when_the_clock_passes() -> None:
    running = clock("simple").hand_to("A", 0).hand_to("B", 12 * S).hand_to("A", 13 * S)
    assert running.delay_left == 12 * S


@pytest.mark.parametrize("kind", ["simple", "bronstein"])
def test_an_interrupted_turn_goes_on_with_what_was_left(kind: ClockKind) -> None:
    running = clock(kind).hand_to("A", 0).hand_to("B", 8 * S, turn_over=False)
    running = running.hand_to("A", 30 * S)
    assert running.delay_left == 4 * S
    done = running.hand_to("B", 50 * S)  # A used 28 s in all, 12 of them free
    assert done.reserve[0] == 44 * S
    assert done.delays == (12 * S, 12 * S)


def test_an_interrupted_turn_that_never_goes_on_is_settled_when_the_clock_stops() -> None:
    running = clock("bronstein").hand_to("A", 0).hand_to("B", 8 * S, turn_over=False)
    assert running.hand_to(None, 9 * S).reserve == (60 * S, 60 * S)


def test_a_pause_stops_the_clock_in_the_middle_of_a_delay() -> None:
    paused = clock("simple").hand_to("A", 0).pause(5 * S)
    assert paused.flag_at() is None
    resumed = paused.resume(1000 * S)
    assert resumed.reading("A", 1001 * S) == (60 * S, 6 * S)
    assert resumed.flag_at() == 1067 * S


def test_outages_are_not_charged_and_move_the_flag() -> None:
    running = clock("simple").hand_to("A", 0)
    down = [
        (10 * S, 40 * S),
        (30 * S, 50 * S),
        (-5 * S, 1 * S),
    ]  # overlapping, and one begun before
    assert running.reading("A", 60 * S, down) == (53 * S, 0)
    assert running.flag_at(down) == (72 + 41) * S
    assert running.flag_at([(72 * S, 90 * S)]) == 72 * S  # the flag was down already
    assert running.hand_to("B", 60 * S, down).reserve[0] == 53 * S


def test_time_counted_without_outages() -> None:
    assert counted(0, 10, [(2, 4), (3, 5), (8, 20)]) == 5
    assert counted(10, 5) == 0


def test_a_director_sets_a_reserve() -> None:
    assert clock("simple").adjusted("B", 5).reserve == (60 * S, 5)
    assert clock("simple").adjusted("B", -5).reserve == (60 * S, 0)


@pytest.mark.parametrize(
    ("name", "reserve_min", "delay_s"),
    [("standard", 22, 12), ("fast", 11, 10), ("speed", 2, 10), ("doubles", 27.5, 18)],
)
def test_t10_1_presets_grow_with_the_match(name: str, reserve_min: float, delay_s: int) -> None:
    settings = ClockSettings.preset(name, 11)
    assert (settings.reserve_ms, settings.delay_ms) == (reserve_min * 60 * S, delay_s * S)
    assert settings.kind == "simple"
    assert ClockSettings.from_json(settings.to_json()) == settings


def test_t10_1_a_clock_introduced_in_the_middle_gives_less() -> None:
    assert ClockSettings.introduced(7, 5).reserve_ms == 9 * 60 * S


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"kind": "simple", "reserve_ms": 1, "delay_ms": 0, "more": 1},
        {"kind": "hourglass", "reserve_ms": 1, "delay_ms": 0},
        {"kind": [], "reserve_ms": 1, "delay_ms": 0},
        {"kind": "simple", "reserve_ms": 0, "delay_ms": 0},
        {"kind": "simple", "reserve_ms": 1.5, "delay_ms": 0},
        {"kind": "simple", "reserve_ms": True, "delay_ms": 0},
        {"kind": "simple", "reserve_ms": "1", "delay_ms": None},
    ],
)
def test_bad_clock_settings_are_refused(data: object) -> None:
    with pytest.raises(RulesError) as refused:
        ClockSettings.from_json(data)
    assert refused.value.code == "bad_clock"


spans = st.lists(st.tuples(st.integers(0, 9000), st.integers(0, 4000)), max_size=5).map(
    lambda pairs: [(start, start + length) for start, length in pairs]
)
steps = st.lists(
    st.tuples(st.integers(0, 2500), st.sampled_from(["pass", "stay", "pause", "offer"])),
    max_size=12,
)


def milliseconds_down(start: int, end: int, outages: list[tuple[int, int]]) -> int:
    """Counted one by one, slowly and surely."""
    return sum(any(a <= ms < b for a, b in outages) for ms in range(start, end))


class Book:
    """An independent account: a turn costs its counted time beyond the delay; Fischer adds a play."""

    def __init__(self, kind: ClockKind, reserve: int, delay: int) -> None:
        self.free, self.gain = (0, delay) if kind == "fischer" else (delay, 0)
        self.left: dict[Seat, int] = {"A": reserve, "B": reserve}
        self.used: dict[Seat, int] = {"A": 0, "B": 0}

    def turn_over(self, seat: Seat, *, played: bool) -> None:
        self.left[seat] += self.gain * played - max(0, self.used[seat] - self.free)
        self.used[seat] = 0


@given(kind=st.sampled_from(CLOCK_KINDS), steps=steps, outages=spans)
def test_reserves_follow_the_log_to_the_millisecond(
    kind: ClockKind, steps: list[tuple[int, str]], outages: list[tuple[int, int]]
) -> None:
    running = Clock.new(ClockSettings(kind, 10**6, 700)).hand_to("A", 0)
    book, now = Book(kind, 10**6, 700), 0
    seat: Seat = "A"
    for wait, what in [*steps, (50, "pass")]:
        book.used[seat] += wait - milliseconds_down(now, now + wait, outages)
        now += wait
        if what == "stay":
            running = running.hand_to(seat, now, outages)
        elif what == "pause":
            running = running.pause(now, outages).resume(now + 333)
            now += 333
        elif what == "pass":
            running = running.charged(now, outages).with_increment(seat)
            running = running.hand_to(other(seat), now, outages)
            book.turn_over(seat, played=True)
            seat = other(seat)
        else:  # a resignation is offered, and declined 100 ms later
            running = running.hand_to(other(seat), now, outages, turn_over=False)
            running = running.hand_to(seat, now + 100, outages)
            book.used[other(seat)] += 100 - milliseconds_down(now, now + 100, outages)
            book.turn_over(other(seat), played=False)
            now += 100
    assert running.reserve == (book.left["A"], book.left["B"])
    assert Clock.from_json(running.to_json()) == running


@given(
    kind=st.sampled_from(CLOCK_KINDS),
    reserve=st.integers(1, 5000),
    delay=st.integers(0, 3000),
    outages=spans,
)
def test_the_flag_falls_exactly_when_the_reserve_reads_zero(
    kind: ClockKind, reserve: int, delay: int, outages: list[tuple[int, int]]
) -> None:
    running = Clock.new(ClockSettings(kind, reserve, delay)).hand_to("A", 0)
    moment = running.flag_at(outages)
    assert moment is not None
    assert running.reading("A", moment, outages)[0] == 0
    assert running.reading("A", moment - 1, outages)[0] > 0 or milliseconds_down(
        moment - 1, moment, outages
    )
