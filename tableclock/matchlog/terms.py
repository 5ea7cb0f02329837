"""What a table clock must know of a match before it begins: length, rules of the cube, and the clock."""

from dataclasses import dataclass
from typing import Any, Self

from games.engine.clock import ClockSettings
from games.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How a match is played. `length` is in points, in a session in games; `clock` is None where none was agreed."""

    length: int
    is_session: bool
    crawford: bool
    cube: bool
    highest_cube: int
    clock: ClockSettings | None

    @classmethod
    def of(cls, rules: Rules, clock: ClockSettings | None) -> Self:
        """The format of a match by these rules. Correspondence has no clock on the table."""
        return cls(
            length=rules.length or rules.games or 1,
            is_session=rules.kind == "session",
            crawford=rules.plays_crawford,
            cube=rules.cube_possible,
            highest_cube=rules.highest_cube,
            clock=None if clock is None or clock.days else clock,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "length": self.length,
            "session": self.is_session,
            "crawford": self.crawford,
            "cube": self.cube,
            "highest_cube": self.highest_cube,
            "clock": None if self.clock is None else clock_json(self.clock),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        clock = data["clock"]
        return cls(
            length=data["length"],
            is_session=data["session"],
            crawford=data["crawford"],
            cube=data["cube"],
            highest_cube=data["highest_cube"],
            clock=None if clock is None else ClockSettings(**clock),
        )


def clock_json(clock: ClockSettings) -> dict[str, Any]:
    """A clock on a table compensates no lag."""
    return {
        "kind": clock.kind,
        "reserve_ms": clock.reserve_ms,
        "delay_ms": clock.delay_ms,
        "overtime_ms": clock.overtime_ms,
    }
