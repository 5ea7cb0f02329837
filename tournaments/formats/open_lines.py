"""Lines of a drawn bracket on which somebody who comes late can sit (T9.1): nobody who has begun gets another opponent.

A line is a seed number that stands in the blueprint and that nobody holds. It must not know any format.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tournaments.formats.base import (
    Decision,
    Entry,
    LoserOf,
    Node,
    Occupant,
    ResetOf,
    Seed,
    WinnerOf,
    decide,
    sent_on,
)
from tournaments.formats.protocol import Position

NEWCOMER: Entry = 0  # nobody's number
Edge = WinnerOf | LoserOf | ResetOf


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A free seed number, and the pairings that get another player when somebody sits down there."""

    number: int
    changed: frozenset[str]


def open_lines(position: Position, begun: Collection[str]) -> Iterator[int]:
    """Free seed numbers, the first first. `begun` are the keys of pairings that have begun or were decided by a word."""
    return (line.number for line in lines_with_changes(position, begun))


def lines_with_changes(position: Position, begun: Collection[str]) -> Iterator[OpenLine]:
    """The same lines, each with the pairings that it changes."""
    lines = _Lines(position, begun)
    for number in sorted(lines.free):
        changed = lines.changes(number)
        if changed is not None:
            yield OpenLine(number, changed)


class _Lines:
    """The bracket with its edges looked up, so that each line is tried in as many steps as it moves pairings."""

    def __init__(self, position: Position, begun: Collection[str]) -> None:
        self.begun = begun
        self.gone = position.entrants.gone
        self.decisions = position.decisions
        order = position.entrants.order
        self.free: dict[int, list[Node]] = {}
        self.fed: dict[str, list[Node]] = {}
        self.place = {node.key: i for i, node in enumerate(position.blueprint.nodes)}
        for node in position.blueprint.nodes:
            for source in node.sources:
                if isinstance(source, Edge):
                    self.fed.setdefault(source.key, []).append(node)
                elif isinstance(source, Seed) and not _held(order, source.number):
                    self.free.setdefault(source.number, []).append(node)

    def changes(self, number: int) -> frozenset[str] | None:
        """The pairings that change if somebody sits down there; None if one of them has begun."""
        changed: dict[str, Decision] = {}
        waiting = {node.key: node for node in self.free[number]}
        while waiting:
            node = waiting.pop(min(waiting, key=self.place.__getitem__))
            before = self.decisions[node.key]
            slots = self._slots(node, number, changed)
            if slots == before.slots:
                continue
            if node.key in self.begun:
                return None
            changed[node.key] = decide(slots, (), self.gone)
            waiting |= {later.key: later for later in self.fed.get(node.key, ())}
        return frozenset(changed)

    def _slots(
        self, node: Node, number: int, changed: Mapping[str, Decision]
    ) -> tuple[Occupant, Occupant]:
        one, two = (self._occupant(node, side, number, changed) for side in (0, 1))
        return one, two

    def _occupant(
        self, node: Node, side: int, number: int, changed: Mapping[str, Decision]
    ) -> Occupant:
        source, held = node.sources[side], self.decisions[node.key].slots[side]
        if source == Seed(number):
            return NEWCOMER
        if not isinstance(source, Edge) or source.key not in changed:
            return held
        set_by_hand = sent_on(source, self.decisions[source.key]) != held
        return held if set_by_hand else sent_on(source, changed[source.key])


def _held(order: tuple[Entry | None, ...], number: int) -> bool:
    return number <= len(order) and order[number - 1] is not None
