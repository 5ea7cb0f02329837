"""Records made from a few actions, an action every so many seconds; clock, seats and readiness are taken care of."""

from collections.abc import Sequence

from games.engine import actions as act
from games.engine.actions import Action
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.records.frames import Frame, frames
from games.records.replay import MatchRecord, replay
from tests.games.engine.playing import COMMITMENT

BEGIN: tuple[Action, ...] = (act.Epoch(1, COMMITMENT), act.Ready("A"), act.Ready("B"))
NAMES = ("Ann", "Ben")


def record_of(
    actions: Sequence[Action],
    rules: Rules | None = None,
    *,
    seconds: int = 1,
    clock: ClockSettings | None = None,
) -> MatchRecord:
    """The record of a match that began, then these actions, `seconds` apart."""
    rules = rules or Rules.preset("tournament", 5)
    log = [(action, 1000 * seconds * n) for n, action in enumerate([*BEGIN, *actions])]
    return MatchRecord("x", NAMES, rules, clock, tuple(replay(rules, clock, log)))


def frames_of(actions: Sequence[Action], rules: Rules | None = None, **how: int) -> list[Frame]:
    return list(frames(record_of(actions, rules, **how)))


def play(seat: str, *moves: tuple[int, int]) -> act.MakePlay:
    return act.MakePlay(seat, moves)  # type: ignore[arg-type]
