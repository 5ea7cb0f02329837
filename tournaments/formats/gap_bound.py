"""A lower bound on Σ(score difference)² of any pairing without a rematch: what proves that a fold cannot be bettered.

With an odd number above a score boundary at least one pair must cross it, and a pair that crosses several costs at
least the sum of what each crossing costs alone. Where small groups lie side by side, who has met whom can force
more than that; such a stretch is solved exactly, with everybody free to leave it for the nearest large group.
"""

from dataclasses import dataclass

from tournaments.formats.matching import Edge, cheapest
from tournaments.formats.swiss_cost import Field, groups

SMALL = 32
STRETCH = 160  # a longer run of small groups is only bounded by its boundaries


def plain_bound(field: Field) -> int:
    """By parity alone."""
    return sum(_drop(field, low) ** 2 for low, _ in groups(field.players)[1:] if low % 2)


def least_gaps(field: Field) -> int:
    """By parity, and by who has met whom where groups are small."""
    total = 0
    for stretch in _stretches(field):
        total += _solved(field, stretch)
    return total


@dataclass(frozen=True, slots=True)
class Stretch:
    """Indices low … high - 1: either a run of small groups, or (empty) a boundary between two large ones."""

    low: int
    high: int


def _stretches(field: Field) -> list[Stretch]:
    """Every boundary of the field lies in or at the edge of exactly one stretch."""
    total = len(field.players)
    stretches: list[Stretch] = []
    start = 0  # where the present run of small groups began
    for low, high in groups(field.players):
        if high - low < SMALL:
            continue
        if start == low and low:
            stretches.append(Stretch(low, low))
        elif start < low:
            stretches.append(Stretch(start, low))
        start = high
    if start < total:
        stretches.append(Stretch(start, total))
    return stretches


def _solved(field: Field, stretch: Stretch) -> int:
    low, high = stretch.low, stretch.high
    if high - low > STRETCH or low == high:
        return sum(
            _drop(field, index) ** 2
            for index in range(max(low, 1), min(high, len(field.players) - 1) + 1)
            if index % 2 and _drop(field, index)
        )
    edges = _inside(field, stretch) + _leaving(field, stretch)
    matched = set(cheapest(edges, ties=False))
    return sum(cost[0] for i, j, cost in edges if (i, j) in matched)


def _inside(field: Field, stretch: Stretch) -> list[Edge]:
    return [
        (i - stretch.low, j - stretch.low, (_gap(field, i, j) ** 2,))
        for j in range(stretch.low, stretch.high)
        for i in range(stretch.low, j)
        if field.allows(i, j)
    ]


def _leaving(field: Field, stretch: Stretch) -> list[Edge]:
    """Everybody may leave at their own cost, through an exit that is otherwise paired with another unused one for nothing.

    Above an odd boundary somebody must come in or go out: one more node that has to be paired inside, or across.
    """
    low, high = stretch.low, stretch.high
    size = high - low
    above = low - 1 if low else None
    below = high if high < len(field.players) else None
    edges: list[Edge] = []
    for i in range(low, high):
        ways = [_gap(field, i, out) ** 2 for out in (above, below) if out is not None]
        if ways:
            edges.append((i - low, size + i - low, (min(ways),)))
    spare = 2 * size
    exits = list(range(size, 2 * size))
    crossing = [out for out in (above, below) if out is not None and max(out, low) % 2]
    for number, out in enumerate(crossing, start=spare):
        edges += [(i - low, number, (_gap(field, i, out) ** 2,)) for i in range(low, high)]
    if len(crossing) == 2:
        edges.append((spare, spare + 1, (_gap(field, low - 1, high) ** 2,)))
    if len(crossing) == 1:
        exits.append(spare + 1)
    edges += [(i, j, (0,)) for j in exits for i in exits if i < j]
    return edges


def _gap(field: Field, i: int, j: int) -> int:
    return abs(field.players[i].score - field.players[j].score)


def _drop(field: Field, index: int) -> int:
    """The score difference between the player above and this one."""
    return field.players[index - 1].score - field.players[index].score
