"""Folds the log of a table clock into the match. An event that cannot happen as things stand changes nothing, so phones and server
that have the same events have the same match.

Each event counts where its time puts it (ClockTap.order), whenever it arrived. Of two that contradict each other the
later one counts if it is still possible: the same game entered twice keeps what was entered last.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, cast

from games.engine.seats import Seat
from tableclock.matchlog.events import SHEET, UNDO, ClockTap
from tableclock.matchlog.state import ClockedMatch, PlayedGame, index, other, with_seat
from tableclock.matchlog.terms import MatchFormat

UNDO_DEPTH = 8
"""How many of the last taps can be undone."""
PLAY = ("pass", "double", "game")
Steps = list[tuple[ClockTap, ClockedMatch]]


@dataclass(slots=True)
class Fold:
    """A match with the last taps that changed it, each with the match before it."""

    match: ClockedMatch
    steps: Steps = field(default_factory=list)

    def add(self, tap: ClockTap) -> None:
        if tap.kind == UNDO:
            self._undo(tap.data["id"])
            return
        after = step(self.match, tap)
        if after is not self.match:
            self.steps = [*self.steps, (tap, self.match)][-UNDO_DEPTH:]
            self.match = after

    def _undo(self, target: str) -> None:
        """As if the tap had never happened; what came after it happens again. Nothing once somebody has confirmed the result."""
        place = next((n for n, (tap, _before) in enumerate(self.steps) if tap.id == target), None)
        if place is None or any(self.match.confirmed) or self.steps[place][0].kind == SHEET:
            return
        later = [tap for tap, _before in self.steps[place + 1 :]]
        self.match, self.steps = self.steps[place][1], self.steps[:place]
        for tap in later:
            self.add(tap)


def folded(format: MatchFormat, taps: Iterable[ClockTap]) -> ClockedMatch:
    """The match after these events, in the order of the log."""
    result = Fold(ClockedMatch.new(format))
    for tap in sorted(taps, key=lambda tap: tap.order):
        result.add(tap)
    return result.match


def step(match: ClockedMatch, tap: ClockTap) -> ClockedMatch:
    """The match after an event other than an undo; the same object if it changes nothing."""
    seen = _fallen_by(match, tap.at)
    after = _STEPS[tap.kind](seen, tap)
    if after is None:
        return match
    return replace(after, begun=True) if tap.kind in PLAY and not after.begun else after


def _fallen_by(match: ClockedMatch, at: int) -> ClockedMatch:
    clock = match.clock
    if clock is None or clock.running is None or not clock.flagged(at):
        return match
    return replace(match, fallen=with_seat(match.fallen, clock.running, True))


def _pass(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    clock, seat = match.clock, tap.data["seat"]
    if clock is None or match.over or clock.paused or match.offered:
        return None
    if clock.running not in (None, seat):
        return None
    if clock.running == seat:
        clock = clock.charged(tap.at).with_increment(seat)
    return match.with_clock(clock.hand_to(_seat(other(seat)), tap.at))


def _pause(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    if match.clock is None or match.over or match.clock.paused:
        return None
    return match.with_clock(match.clock.pause(tap.at))


def _resume(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    if match.clock is None or match.over or not match.clock.paused:
        return None
    return match.with_clock(match.clock.resume(tap.at))


def _double(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    seat, format = tap.data["seat"], match.format
    if match.over or match.offered or not format.cube or match.in_crawford:
        return None
    if match.owner not in ("", seat) or 2 * match.cube > format.highest_cube:
        return None
    if match.clock is not None and (match.clock.paused or match.clock.running not in (None, seat)):
        return None
    return replace(match, offered=seat, clock=_handed(match, other(seat), tap.at))


def _take(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    seat = tap.data["seat"]
    if match.over or match.offered != other(seat):
        return None
    clock = _handed(match, other(seat), tap.at)
    return replace(match, offered="", owner=seat, cube=2 * match.cube, clock=clock)


def _drop(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    seat = tap.data["seat"]
    if match.over or match.offered != other(seat):
        return None
    return _ended(match, [*match.games, PlayedGame(other(seat), 1, match.cube)], tap.at)


def _game(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    """The next game, or the last once more: then it takes the place of what was entered before."""
    number, count = tap.data["number"], len(match.games)
    is_again = number == count
    if any(match.confirmed) or match.lost_on_time or not (is_again or number == count + 1):
        return None
    before = replace(match, games=match.games[: number - 1])
    crawford = before.in_crawford
    if before.over or tap.data["cube"] > (
        1 if crawford or not match.format.cube else match.format.highest_cube
    ):
        return None
    game = PlayedGame(
        tap.data["winner"], tap.data["worth"], tap.data["cube"], crawford, tap.data["resigned"]
    )
    if not is_again:
        return _ended(match, [*before.games, game], tap.at)
    if match.games[-1] == game:
        return None
    again = replace(match, games=(*before.games, game))
    return _stopped(again, tap.at) if again.over else again


def _time(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    seat = tap.data["seat"]
    if match.over or not match.fallen[index(seat)]:
        return None
    return _stopped(replace(match, lost_on_time=seat), tap.at)


def _confirm(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    if not match.over or match.confirmed[index(tap.data["seat"])]:
        return None
    return replace(match, confirmed=with_seat(match.confirmed, tap.data["seat"], tap.id))


def _object(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    place = index(tap.data["seat"])
    if not match.over or match.confirmed[place] or match.objected[place]:
        return None
    return replace(match, objected=with_seat(match.objected, tap.data["seat"], tap.id))


def _sheet(match: ClockedMatch, tap: ClockTap) -> ClockedMatch | None:
    """The games as somebody has written them on the score sheet of the slip."""
    games = [PlayedGame(*game) for game in tap.data["games"]]
    if games == list(match.games):
        return None
    changed = replace(
        match, games=tuple(games), lost_on_time="", confirmed=("", ""), objected=("", "")
    )
    return (
        _ended(changed, games, tap.at)
        if len(games) != len(match.games) or changed.over
        else changed
    )


def _ended(match: ClockedMatch, games: list[PlayedGame], at: int) -> ClockedMatch:
    """A game is over: the cube goes back to the middle and no clock runs."""
    return _stopped(replace(match, games=tuple(games), cube=1, owner="", offered=""), at)


def _stopped(match: ClockedMatch, at: int) -> ClockedMatch:
    clock = match.clock
    if clock is None:
        return match
    return match.with_clock(replace(clock.hand_to(None, at), paused=False))


def _handed(match: ClockedMatch, seat: str, at: int) -> Any:
    return None if match.clock is None else match.clock.hand_to(_seat(seat), at)


def _seat(seat: str) -> Seat:
    return cast(Seat, seat)


_STEPS: dict[str, Callable[[ClockedMatch, ClockTap], ClockedMatch | None]] = {
    "pass": _pass,
    "pause": _pause,
    "resume": _resume,
    "double": _double,
    "take": _take,
    "drop": _drop,
    "game": _game,
    "time": _time,
    "confirm": _confirm,
    "object": _object,
    "sheet": _sheet,
}
