"""An engine rests where the machine is busy with other work."""

from pathlib import Path

import pytest

from analysis.engine import throttle
from analysis.engine.throttle import LONGEST_REST_S, Throttle


class Machine:
    """Its clock, the engine's processor time, and what the processors did; `rests` are the sleeps of the engine."""

    def __init__(self, stat: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stat, self.rests = stat, list[float]()
        self.now_s = self.worked_s = 0.0
        self.ticks = {"user": 0, "nice": 0, "system": 0, "idle": 0}
        self._write()
        monkeypatch.setattr(throttle, "monotonic", lambda: self.now_s)
        monkeypatch.setattr(throttle, "process_time", lambda: self.worked_s)
        monkeypatch.setattr(throttle, "sleep", self.rests.append)

    def work(self, seconds: float, **ticks: int) -> None:
        """The engine works so long; the processors did this meanwhile."""
        self.now_s += 1
        self.worked_s += seconds
        for name, more in ticks.items():
            self.ticks[name] += more
        self._write()

    def _write(self) -> None:
        self.stat.write_text(
            f"cpu  {' '.join(map(str, self.ticks.values()))} 0 0 0\ncpu0 1 1 1 1\n"
        )


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path / "stat", monkeypatch)


def test_where_nobody_else_works_it_never_rests(machine: Machine) -> None:
    engine = Throttle(machine.stat)
    machine.work(0.1, nice=190, user=5, idle=5)
    engine.rest()
    assert machine.rests == []


def test_on_a_busy_machine_it_rests_nine_times_as_long_as_it_worked(machine: Machine) -> None:
    engine = Throttle(machine.stat)
    machine.work(0.02, user=60, system=40, nice=60, idle=40)
    engine.rest()
    assert machine.rests == pytest.approx([0.18])
    machine.work(1.0, user=60, system=40, nice=60, idle=40)
    engine.rest()
    assert machine.rests[1] == LONGEST_REST_S
    machine.work(0.02, user=10, system=10, nice=60, idle=120)
    engine.rest()
    assert len(machine.rests) == 2


def test_where_the_system_does_not_say_it_works_on(machine: Machine, tmp_path: Path) -> None:
    engine = Throttle(tmp_path / "none")
    machine.work(0.02, user=200)
    engine.rest()
    assert machine.rests == []
