"""A round paired by a director's hand: what is wrong with it, and what he should know. It decides nothing.

Wrong is who sits twice, who is missing, who does not belong here; a rematch, a shared label or a second bye he may want.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournaments.formats.base import Entry
from tournaments.formats.history import histories, paired
from tournaments.formats.protocol import Position

Pair = tuple[Entry, Entry | None]
WRONG = frozenset({"twice", "missing", "stranger", "himself"})


@dataclass(frozen=True, slots=True)
class Remark:
    """`code` is twice, missing, stranger, himself, rematch, labels or bye_again; `entries` are those it is about."""

    code: str
    entries: tuple[Entry, ...]

    @property
    def is_wrong(self) -> bool:
        return self.code in WRONG


def remarks(
    pairs: Sequence[Pair],
    wanted: Collection[Entry],
    position: Position,
    allowed: Collection[Entry] = (),
) -> list[Remark]:
    """What there is to say about these pairs; None is a bye. Everybody of `wanted` must be in, `allowed` may.

    `position` is the stage before this round.
    """
    seated = Counter(entry for pair in pairs for entry in pair if entry is not None)
    known = {*wanted, *allowed}
    found = [Remark("himself", (one,)) for one, two in pairs if one == two]
    found += [Remark("twice", (entry,)) for entry, times in seated.items() if times > 1]
    found += [Remark("missing", (entry,)) for entry in wanted if entry not in seated]
    found += [Remark("stranger", (entry,)) for entry in seated if entry not in known]
    return found + list(_to_know(pairs, position))


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
    other: dict[Entry | None, Entry] = {one: two, two: one}
    found = []
    for first, second in pairs:
        found.append((other.get(first, first), other.get(second, second)))
    return found


def _to_know(pairs: Iterable[Pair], position: Position) -> Iterable[Remark]:
    nodes, decisions = position.blueprint.nodes, position.decisions
    met = paired(nodes, decisions)
    told = histories(nodes, decisions)
    had_bye = {entry for entry, been in told.items() if any(m.kind == "bye" for m in been)}
    for one, two in pairs:
        if two is None:
            if one in had_bye:
                yield Remark("bye_again", (one,))
        elif one != two:
            if frozenset((one, two)) in met:
                yield Remark("rematch", (one, two))
            if position.kept_apart(one, two):
                yield Remark("labels", (one, two))
