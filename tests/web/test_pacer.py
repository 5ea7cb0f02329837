"""Even slices: not faster than asked, not slower where the work itself takes time, and never without a pause."""

import pytest

from web import pacer


class FakeTime:
    """A clock that sleeping moves on."""

    def __init__(self) -> None:
        self.now, self.slept = 100.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    made = FakeTime()
    monkeypatch.setattr(pacer, "monotonic", lambda: made.now)
    monkeypatch.setattr(pacer, "sleep", made.sleep)
    return made


def test_work_that_takes_no_time_is_spread_evenly(clock: FakeTime) -> None:
    even = pacer.Pacer(100)
    for _ in range(200):
        even.wait()
    assert clock.now == pytest.approx(102.0)
    assert max(clock.slept) == pytest.approx(0.01)


def test_the_time_that_work_takes_is_part_of_the_pace(clock: FakeTime) -> None:
    even = pacer.Pacer(100)
    for _ in range(200):
        clock.now += 0.004
        even.wait()
    assert clock.now == pytest.approx(102.0)


def test_after_a_standstill_little_is_caught_up_and_each_step_has_its_pause(
    clock: FakeTime,
) -> None:
    even = pacer.Pacer(100)
    clock.now += 60
    for _ in range(100):
        even.wait()
    caught_up = sum(seconds == pacer.SHORTEST_S for seconds in clock.slept)
    assert 15 <= caught_up <= 25
    assert min(clock.slept) == pacer.SHORTEST_S
