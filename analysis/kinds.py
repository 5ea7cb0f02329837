"""PURE. What kind of decision it was: opening, contact, race, bear-off or cube; and the equity lost in each kind."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from games.engine.board import BAR, Board
from games.records.games import games_of
from games.records.mat_writer import played
from games.records.replay import MatchRecord

OPENING_PLAYS = 6
"""The opening of a game is its first plays, three of each side."""
HOME = 6
KINDS = {
    "opening": pgettext_lazy("decisions", "Opening"),
    "contact": pgettext_lazy("decisions", "Contact"),
    "race": pgettext_lazy("decisions", "Race"),
    "bear_off": pgettext_lazy("decisions", "Bear-off"),
    "cube": pgettext_lazy("decisions", "Cube"),
}
"""In the order of a game, with their names."""

Lost = tuple[float, int]
"""Equity lost, and the number of counted decisions."""


def kind_of_play(board: Board, number: int) -> str:
    """`board` is the mover's before the play, `number` counts the plays of the game from 1."""
    points = board.points
    own = max((at for at in range(1, BAR + 1) if points[at] > 0), default=0)
    opponents = min((at for at in range(BAR) if points[at] < 0), default=BAR)
    if own > opponents:
        return "opening" if number <= OPENING_PLAYS else "contact"
    return "bear_off" if own <= HOME else "race"


def lost_by_kind(
    record: MatchRecord, decisions: Iterable[Mapping[str, Any]]
) -> dict[str, dict[str, Lost]]:
    """{"A": {kind: Lost}, "B": …}; together the decisions and the error of the totals. `decisions` as in MatchAnalysis.result."""
    kinds = _kinds_of_plays(record)
    sums: dict[str, dict[str, Lost]] = {"A": {}, "B": {}}
    for row in decisions:
        for kind, error in _counted(row, kinds):
            lost, number = sums[row["seat"]].get(kind, (0.0, 0))
            sums[row["seat"]][kind] = (round(lost + error, 4), number + 1)
    return sums


def _kinds_of_plays(record: MatchRecord) -> dict[int, str]:
    kinds: dict[int, str] = {}
    for game in played(games_of(record)):
        number = 0
        for step in game.steps:
            state = step.entry.before.match.live_game
            if step.word == "play" and state is not None:
                number += 1
                kinds[step.entry.seq] = kind_of_play(state.seen_by(step.seat), number)
    return kinds


def _counted(row: Mapping[str, Any], kinds: Mapping[int, str]) -> Iterable[tuple[str, float]]:
    if row["kind"] != "play":
        return [("cube", row["error"])] if row["counts"] else []
    counted = [(kinds.get(row["seq"], "contact"), row["error"])] if row["counts"] else []
    cube = row["cube"]
    return [*counted, ("cube", cube["error"])] if cube and cube["counts"] else counted
