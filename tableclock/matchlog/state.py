"""A match at a table clock as an immutable value: games, cube, clock, and who confirms the result."""

from dataclasses import dataclass, replace
from typing import Any

from games.engine.clock import Clock
from tableclock.matchlog.terms import MatchFormat

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended: its winner's seat, 1 to 3 for single to backgammon, and the cube."""

    winner: str
    worth: int
    cube: int
    crawford: bool = False
    resigned: bool = False

    def to_json(self) -> list[Any]:
        return [self.winner, self.worth, self.cube, self.crawford, self.resigned]


@dataclass(frozen=True, slots=True)
class ClockedMatch:
    """The match so far. `owner` and `offered` are seats or empty; `fallen` says whose time has run out at least once.

    `lost_on_time` is the seat that lost the match so. `confirmed` and `objected` are the events by which each seat did so,
    empty where it did not. `begun` is whether anything was tapped that belongs to play.
    """

    format: MatchFormat
    games: tuple[PlayedGame, ...] = ()
    cube: int = 1
    owner: str = ""
    offered: str = ""
    clock: Clock | None = None
    fallen: tuple[bool, bool] = (False, False)
    lost_on_time: str = ""
    confirmed: tuple[str, str] = ("", "")
    objected: tuple[str, str] = ("", "")
    begun: bool = False

    @classmethod
    def new(cls, format: MatchFormat) -> "ClockedMatch":
        return cls(format, clock=None if format.clock is None else Clock.new(format.clock))

    @property
    def score(self) -> Pair:
        """Without points beyond the match length."""
        points = [0, 0]
        for game in self.games:
            points[index(game.winner)] += game.worth * game.cube
        if self.format.is_session:
            return points[0], points[1]
        return min(points[0], self.format.length), min(points[1], self.format.length)

    @property
    def played_out(self) -> bool:
        """Has the score reached the match length, or a session its number of games?"""
        played = len(self.games) if self.format.is_session else max(self.score)
        return played >= self.format.length

    @property
    def over(self) -> bool:
        return bool(self.lost_on_time) or self.played_out

    @property
    def winner(self) -> str:
        """The seat that has won; empty while nobody has, or in a tied session."""
        if self.lost_on_time:
            return other(self.lost_on_time)
        first, second = self.score
        if not self.played_out or first == second:
            return ""
        return "A" if first > second else "B"

    @property
    def in_crawford(self) -> bool:
        """Is the game that is played now the Crawford game?"""
        if not self.format.crawford or self.over or any(game.crawford for game in self.games):
            return False
        return self.format.length - 1 in self.score

    def with_clock(self, clock: Clock | None) -> "ClockedMatch":
        return replace(self, clock=clock)

    def to_json(self) -> dict[str, Any]:
        return {
            "games": [game.to_json() for game in self.games],
            "score": list(self.score),
            "cube": self.cube,
            "owner": self.owner,
            "offered": self.offered,
            "crawford": self.in_crawford,
            "clock": None if self.clock is None else _clock_json(self.clock),
            "fallen": list(self.fallen),
            "lost_on_time": self.lost_on_time,
            "over": self.over,
            "winner": self.winner,
            "confirmed": list(self.confirmed),
            "objected": list(self.objected),
            "begun": self.begun,
        }


def _clock_json(clock: Clock) -> dict[str, Any]:
    return {
        "reserve": list(clock.reserve),
        "delays": list(clock.delays),
        "overtimes": list(clock.overtimes),
        "running": clock.running or "",
        "since": clock.since,
        "paused": clock.paused,
    }


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


def index(seat: str) -> int:
    return 0 if seat == "A" else 1


def with_seat(pair: tuple[Any, Any], seat: str, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == "A" else (pair[0], value)
