"""The choices of one player in a judged match: what could be done, what it would have cost, and what was done.

A choice is in here where the analysis counts it for the PR: it was neither forced nor trivial.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp
from typing import Any

AGREED = 0.0005
"""A choice that costs less than this is the engine's first choice, or as good."""
REFERENCE_SPREAD = 0.05
"""The spread (players.py) of a player of PR 8, by whom difficulty is measured."""
HARD = 0.025
"""A choice is hard where a player of PR 8 loses at least this much in it on average: their average over all is 0.016."""


@dataclass(frozen=True, slots=True)
class CountedChoice:
    """`losses` in equity, 0 for the best option; `chosen` is the index of what was done; `seq` its entry in the log."""

    losses: tuple[float, ...]
    chosen: int
    seq: int
    kind: str

    @property
    def loss(self) -> float:
        return self.losses[self.chosen]

    @property
    def is_agreed(self) -> bool:
        return self.loss < AGREED

    @property
    def is_hard(self) -> bool:
        return difficulty(self.losses) >= HARD


def difficulty(losses: Iterable[float]) -> float:
    """What a player of PR 8 loses in it on average."""
    weights = [(exp(-loss / REFERENCE_SPREAD), loss) for loss in losses]
    return sum(weight * loss for weight, loss in weights) / sum(weight for weight, _ in weights)


def choices_of(decisions: Iterable[Mapping[str, Any]], seat: str) -> list[CountedChoice]:
    """Those of a seat, in order. `decisions` as in MatchAnalysis.result (analysis/engine/compact.py)."""
    read = (choice for entry in decisions if entry["seat"] == seat for choice in _of_entry(entry))
    return [choice for choice in read if choice is not None]


def _of_entry(entry: Mapping[str, Any]) -> Iterable[CountedChoice | None]:
    cube = entry.get("cube")
    if entry["kind"] != "play":
        if cube and entry["counts"]:
            yield _of_cube(entry["seq"], entry["kind"], cube)
        return
    if cube and cube["counts"]:
        yield _of_cube(entry["seq"], "no_double", cube)
    if entry["counts"]:
        yield _of_play(entry)


def _of_play(entry: Mapping[str, Any]) -> CountedChoice | None:
    rows = entry["candidates"]
    chosen = next((at for at, row in enumerate(rows) if row["played"]), None)
    if chosen is None or len(rows) < 2:
        return None
    return _choice([row["equity"] for row in rows], chosen, entry["seq"], "play")


def _of_cube(seq: int, kind: str, cube: Mapping[str, Any]) -> CountedChoice:
    take, drop = cube["double_take"], cube["double_drop"]
    if kind in ("take", "drop"):
        return _choice([-take, -drop], int(kind == "drop"), seq, kind)
    return _choice([cube["no_double"], min(take, drop)], int(kind == "double"), seq, kind)


def _choice(equities: list[float], chosen: int, seq: int, kind: str) -> CountedChoice:
    best = max(equities)
    return CountedChoice(tuple(round(best - equity, 5) for equity in equities), chosen, seq, kind)
