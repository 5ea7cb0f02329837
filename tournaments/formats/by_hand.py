"""A round paired by hand by a director: what is wrong with it, what is unusual, what changes. It decides nothing.

It is wrong if somebody is paired twice or with themselves, has left or never entered. A missing entry, a rematch, a
gap, a shared label or a second bye may be intended.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.formats import lives, swiss
from tournaments.formats.base import Entry
from tournaments.formats.history import histories, paired
from tournaments.formats.protocol import Options, Position
from tournaments.formats.rounds import ScoreTable

Pair = tuple[Entry, Entry | None]
NONE: Final[frozenset[str]] = frozenset()


# Formats that pair everybody who is due round by round, and where all stand before the next one.
STANDING: Final[Mapping[str, Callable[[Position, Options], ScoreTable]]] = {
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
    """Remarks on these pairs. `due` are those who should be in the round, `position` the stage before it."""
    remarks = list(_misplaced(pairs, due, position))
    wrong = {entry for remark in remarks if remark.wrong for entry in remark.entries}
    byes = tuple(entry for entry, opponent in pairs if opponent is None)
    if len(byes) > 1:
        remarks.append(Remark("several_byes", byes))
    return remarks + [
        remark
        for remark in _unusual(pairs, position, scores or {})
        if wrong.isdisjoint(remark.entries)
    ]


def changed(old: Iterable[Pair], new: Iterable[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Which pairs go and which come; a change of sides does not count.

    >>> changed([(1, 2), (3, 4), (5, None)], [(2, 1), (3, 5), (4, None)])
    ([(3, 4), (5, None)], [(3, 5), (4, None)])
    """
    old, new = list(old), list(new)
    before, after = {frozenset(pair) for pair in old}, {frozenset(pair) for pair in new}
    return (
        [pair for pair in old if frozenset(pair) not in after],
        [pair for pair in new if frozenset(pair) not in before],
    )


def swapped(pairs: Iterable[Pair], entry: Entry, other: Entry) -> list[Pair]:
    """The same pairs with these two entries exchanged; a bye stays where it is.

    >>> swapped([(1, 2), (3, None)], 2, 3)
    [(1, 3), (2, None)]
    """
    exchanged = {entry: other, other: entry}
    return [
        (
            exchanged.get(first, first),
            None if second is None else exchanged.get(second, second),
        )
        for first, second in pairs
    ]


def _misplaced(
    pairs: Iterable[Pair], due: Collection[Entry], position: Position
) -> Iterator[Remark]:
    """Entries that cannot be where they are, and entries that are missing."""
    entrants = position.entrants
    entered = set(entrants.entries)
    seated: Counter[Entry] = Counter()
    for pair in pairs:
        if pair[0] == pair[1]:
            yield Remark("itself", (pair[0],), wrong=True)
        seated.update({entry for entry in pair if entry is not None})
    for entry, times in seated.items():
        if times > 1:
            yield Remark("twice", (entry,), wrong=True)
        if entry not in entered:
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
    meetings = histories(nodes, decisions)
    had_bye = {entry for entry, been in meetings.items() if any(m.kind == "bye" for m in been)}
    for first, second in pairs:
        if second is None:
            if first in had_bye:
                yield Remark("second_bye", (first,))
            continue
        if frozenset((first, second)) in met:
            yield Remark("rematch", (first, second))
        gap = abs(scores.get(first, 0) - scores.get(second, 0))
        if gap:
            yield Remark("gap", (first, second), data={"gap": gap})
        shared = position.labels.get(first, NONE) & position.labels.get(second, NONE)
        if shared:
            yield Remark("label", (first, second), data={"labels": sorted(shared)})
