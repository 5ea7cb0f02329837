"""PURE. The PR of analysed matches put together: averages by decisions, by length, over time, and the line of a graph.

A PR is an average over decisions, so PRs are put together weighted by their decisions: the PR of all these decisions.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar
from uuid import UUID

SHOWN = 50
"""The graph shows so many of the latest matches."""
AVERAGED = 10
"""Each spot of its line is the average of so many matches up to there."""
MOST_LEVELS = 5
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Performance:
    """One player's PR in one analysed match. `length` is None in a session. `lost_by_kind` is {kind: (equity lost, decisions)}."""

    match: UUID
    player: int
    name: str
    country: str
    is_bot: bool
    length: int | None
    pr: float
    decisions: int
    ended_at: datetime
    lost_by_kind: Mapping[str, tuple[float, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AveragePR:
    """The PR of several matches, and what stands behind it."""

    pr: float
    decisions: int
    matches: int


@dataclass(frozen=True, slots=True)
class PRGraph:
    """In a box of 100 by 100, the oldest match left: `spots` of matches, and `line` and `end` of the average.

    `levels` are the PRs at the grid lines, the highest first, each with its height. Lower is better, and is below.
    """

    spots: tuple[tuple[float, float], ...]
    line: str
    end: tuple[float, float]
    levels: tuple[tuple[int, float], ...]
    since: datetime
    until: datetime


def average(rows: Sequence[Performance]) -> AveragePR:
    """`rows`: at least one, with decisions."""
    decisions = sum(row.decisions for row in rows)
    lost = sum(row.pr * row.decisions for row in rows)
    return AveragePR(lost / decisions, decisions, len(rows))


def by_kind(rows: Iterable[Performance], kinds: Iterable[str]) -> dict[str, AveragePR]:
    """The PR of each of `kinds` that has decisions, in their order."""
    sums: dict[str, AveragePR] = {}
    all_rows = list(rows)
    for kind in kinds:
        parts = [row.lost_by_kind[kind] for row in all_rows if kind in row.lost_by_kind]
        decisions = sum(number for _lost, number in parts)
        if decisions:
            lost = sum(lost for lost, _number in parts)
            sums[kind] = AveragePR(500 * lost / decisions, decisions, len(parts))
    return sums


def grouped(
    rows: Iterable[Performance], key: Callable[[Performance], Key]
) -> dict[Key, list[Performance]]:
    """In the order in which the keys come."""
    groups: dict[Key, list[Performance]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def graph_of(rows: Sequence[Performance]) -> PRGraph | None:
    """`rows`: the latest first. None for fewer than two matches: one spot is no line."""
    shown = list(reversed(rows[:SHOWN]))
    if len(shown) < 2:
        return None
    averages = [average(shown[max(0, at + 1 - AVERAGED) : at + 1]).pr for at in range(len(shown))]
    top = max(row.pr for row in shown)
    step = next((step for step in STEPS if top < step * (MOST_LEVELS - 1)), STEPS[-1])
    highest = (int(top // step) + 1) * step

    def spot(at: int, pr: float) -> tuple[float, float]:
        return round(100 * at / (len(shown) - 1), 1), round(100 * (1 - pr / highest), 1)

    line = [spot(at, pr) for at, pr in enumerate(averages)]
    return PRGraph(
        spots=tuple(spot(at, row.pr) for at, row in enumerate(shown)),
        line="M" + " ".join(f"{x} {y}" for x, y in line),
        end=line[-1],
        levels=tuple(
            (level, round(100 * (1 - level / highest), 1)) for level in range(highest, -1, -step)
        ),
        since=shown[0].ended_at,
        until=shown[-1].ended_at,
    )
