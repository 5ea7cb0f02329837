"""A round paired by a director's hand: what is wrong with it, what is unusual, what changes. It decides nothing.

Wrong is who sits twice, against himself, has left or never was here. That somebody is missing, a rematch, a gap, a
shared label or a second bye may be meant.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.formats import lives, swiss
from tournaments.formats.base import Entry
from tournaments.formats.history import histories, paired
from tournaments.formats.protocol import Options, Position
from tournaments.formats.rounds import Table

Pair = tuple[Entry, Entry | None]
NONE: Final[frozenset[str]] = frozenset()


# Formats that pair everybody who is due round by round, and where all stand before the next one.
STANDING: Final[Mapping[str, Callable[[Position, Options], Table]]] = {
    "swiss": swiss.standing,
    "lives": lives.standing,
}


@dataclass(frozen=True, slots=True)
class Remark:
    """`code` is itself, twice, gone, unknown, missing, not_due, several_byes, second_bye, rematch, gap or label.

    `entries` are those it is about; `data` the size of a gap, the labels that are shared.
    """

    code: str
    entries: tuple[Entry, ...]
    wrong: bool = False
    data: Mapping[str, object] = field(default_factory=dict)


def check_pairs(
    pairs: Sequence[Pair],
    due: Collection[Entry],
    position: Position,
    *,
    scores: Mapping[Entry, int] | None = None,
) -> list[Remark]:
    """What there is to say about these pairs. `due` are those who should be in the round, `position` the stage before it."""
    found = list(_seats(pairs, due, position))
    wrong = {entry for one in found if one.wrong for entry in one.entries}
    byes = tuple(one for one, two in pairs if two is None)
    if len(byes) > 1:
        found.append(Remark("several_byes", byes))
    return found + [
        remark
        for remark in _unusual(pairs, position, scores or {})
        if wrong.isdisjoint(remark.entries)
    ]


def changed(old: Iterable[Pair], new: Iterable[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Which pairs go and which come; who sits on which side is no change.

    >>> changed([(1, 2), (3, 4), (5, None)], [(2, 1), (3, 5), (4, None)])
    ([(3, 4), (5, None)], [(3, 5), (4, None)])
    """
    old, new = list(old), list(new)
    before, after = {frozenset(pair) for pair in old}, {frozenset(pair) for pair in new}
    return (
        [pair for pair in old if frozenset(pair) not in after],
        [pair for pair in new if frozenset(pair) not in before],
    )


def swapped(pairs: Iterable[Pair], one: Entry, two: Entry) -> list[Pair]:
    """The same with these two in each other's place; a bye goes with its place.

    >>> swapped([(1, 2), (3, None)], 2, 3)
    [(1, 3), (2, None)]
    """
    other = {one: two, two: one}
    return [
        (other.get(first, first), None if second is None else other.get(second, second))
        for first, second in pairs
    ]


def _seats(pairs: Iterable[Pair], due: Collection[Entry], position: Position) -> Iterator[Remark]:
    """Who sits where he cannot, and who does not sit."""
    entrants = position.entrants
    known = set(entrants.entries)
    seated: Counter[Entry] = Counter()
    for pair in pairs:
        if pair[0] == pair[1]:
            yield Remark("itself", (pair[0],), wrong=True)
        seated.update({entry for entry in pair if entry is not None})
    for entry, times in seated.items():
        if times > 1:
            yield Remark("twice", (entry,), wrong=True)
        if entry not in known:
            yield Remark("unknown", (entry,), wrong=True)
        elif entry in entrants.gone:
            yield Remark("gone", (entry,), wrong=True)
        elif entry not in due:
            yield Remark("not_due", (entry,))
    yield from (Remark("missing", (entry,)) for entry in due if entry not in seated)


def _unusual(
    pairs: Iterable[Pair], position: Position, scores: Mapping[Entry, int]
) -> Iterator[Remark]:
    nodes, decisions = position.blueprint.nodes, position.decisions
    met = paired(nodes, decisions)
    told = histories(nodes, decisions)
    had_bye = {entry for entry, been in told.items() if any(m.kind == "bye" for m in been)}
    for one, two in pairs:
        if two is None:
            if one in had_bye:
                yield Remark("second_bye", (one,))
            continue
        if frozenset((one, two)) in met:
            yield Remark("rematch", (one, two))
        gap = abs(scores.get(one, 0) - scores.get(two, 0))
        if gap:
            yield Remark("gap", (one, two), data={"gap": gap})
        shared = position.labels.get(one, NONE) & position.labels.get(two, NONE)
        if shared:
            yield Remark("label", (one, two), data={"labels": sorted(shared)})
