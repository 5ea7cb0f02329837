"""A match and its clock together: the fold that services use, one step an action (R13, T10.4).

The clock follows whoever has to act and stands still when nobody does. Whether a flag is down is asked by
the caller before a step (`flag_due`), because only the caller knows when an action was received.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from games.engine import match as matches
from games.engine import snapshots
from games.engine.actions import Action, DirectorRuling, EndSession, LastGame, MakePlay, OfferResign
from games.engine.clock import Clock, ClockSettings, Outages
from games.engine.frozen_copy import replace
from games.engine.lag import Timed
from games.engine.refusals import refused
from games.engine.rules import Rules
from games.engine.seats import Seat
from games.engine.state import MatchState

SEATS: tuple[Seat, Seat] = ("A", "B")


@dataclass(frozen=True, slots=True)
class Table:
    """Where the match stands, on the board and on the clock (None: no clock)."""

    match: MatchState
    clock: Clock | None = None

    @classmethod
    def new(cls, rules: Rules, clock: ClockSettings | None = None) -> Self:
        return cls(matches.initial(rules), None if clock is None else Clock.new(clock))

    @classmethod
    def replay(
        cls,
        rules: Rules,
        clock: ClockSettings | None,
        log: Iterable[tuple[Action, int]],
        outages: Outages = (),
    ) -> "Table":
        """Fold the whole log: (action, milliseconds) in order."""
        table: Table = cls.new(rules, clock)
        for action, at_ms in log:
            table = table.step(action, at_ms, outages)
        return table

    def step(self, action: Action, at_ms: int, outages: Outages = ()) -> "Table":
        """The table after an action at that time, or RulesError and nothing happened."""
        match = matches.apply(self.match, action)
        if self.clock is None:
            if isinstance(action, DirectorRuling) and action.what == "clock":
                raise refused("no_clock")
            return Table(match)
        if isinstance(action, DirectorRuling):
            clock = _ruled(self.clock, action, at_ms, outages)
        else:
            clock = _played(self.clock, action, at_ms, outages)
        if match.rules.open_ended and match.phase == "break" and self.match.phase != "break":
            clock = Clock.new(clock.settings)  # R13.3: the next game of an open-ended session
        turn_over = not isinstance(action, OfferResign | LastGame | EndSession)
        return Table(match, _follow(clock, match, at_ms, outages, turn_over=turn_over))

    def flag_at(self, outages: Outages = ()) -> int | None:
        """When the running clock reaches zero; None when none runs."""
        return None if self.clock is None else self.clock.flag_at(outages)

    def flag_due(self, at_ms: int, outages: Outages = ()) -> Seat | None:
        """Whose flag is down at that time."""
        if self.clock is None or not self.clock.flagged(at_ms, outages):
            return None
        return self.clock.running

    def to_json(self) -> dict[str, Any]:
        """The snapshot; `from_json` reads it back exactly."""
        clock = None if self.clock is None else self.clock.to_json()
        return {"match": snapshots.to_json(self.match), "clock": clock}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        clock = None if data["clock"] is None else Clock.from_json(data["clock"])
        return cls(snapshots.from_json(data["match"]), clock)


def _played(clock: Clock, action: Action, now: int, outages: Outages) -> Clock:
    """Fischer's increment comes with a confirmed play, and with nothing else. Lag is for whose clock runs."""
    if isinstance(action, Timed) and action.lag_ms and action.seat == clock.running:
        clock = clock.charged(now, outages, lag_ms=action.lag_ms)
    if not isinstance(action, MakePlay):
        return clock
    return clock.charged(now, outages).with_increment(action.seat)


def _ruled(clock: Clock, ruling: DirectorRuling, now: int, outages: Outages) -> Clock:
    match ruling.what:
        case "pause":
            return clock.pause(now, outages)
        case "resume":
            return clock.resume(now)
        case "clock":
            return _adjusted(clock.charged(now, outages), ruling)
        case _:
            return clock


def _adjusted(clock: Clock, ruling: DirectorRuling) -> Clock:
    """A reserve is set, or something is added to it or taken off."""
    for seat, value in zip(SEATS, ruling.reserve_ms or (), strict=False):
        if value is not None:
            clock = clock.adjusted(seat, value)
    for seat, value in zip(SEATS, ruling.add_ms or (), strict=False):
        if value is not None:
            clock = clock.added(seat, value)
    return clock


def _follow(
    clock: Clock, match: MatchState, now: int, outages: Outages, *, turn_over: bool
) -> Clock:
    """Let the clock of the player to act run."""
    if match.paused and match.phase == "playing" and match.live_game is not None:
        return clock
    if (
        match.waiting_for == "dice"
    ):  # the turn goes on when they come, with what is left of its delay
        return replace(clock.charged(now, outages), since=None)
    clock = clock.hand_to(match.to_act, now, outages, turn_over=turn_over)
    return replace(clock, paused=match.paused) if clock.paused != match.paused else clock
