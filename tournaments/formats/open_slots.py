"""Slots of a drawn bracket that a late entry can take (T9.1): nobody who has begun gets another opponent.

An open slot is a seed number of the blueprint that no entry has. It must not know any format.
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
class OpenSlot:
    """A free seed number, and the pairings that get another player when an entry takes it."""

    number: int
    changed: frozenset[str]


def open_slots(position: Position, begun: Collection[str]) -> Iterator[int]:
    """Free seed numbers, the first first. `begun` are the keys of pairings that have begun or were decided without play."""
    return (slot.number for slot in slots_with_changes(position, begun))


def slots_with_changes(position: Position, begun: Collection[str]) -> Iterator[OpenSlot]:
    """The same slots, each with the pairings that it changes."""
    bracket = _Bracket(position, begun)
    for number in sorted(bracket.free):
        changed = bracket.changes(number)
        if changed is not None:
            yield OpenSlot(number, changed)


class _Bracket:
    """The bracket with its edges indexed, so that trying a slot takes as many steps as it changes pairings."""

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
                elif isinstance(source, Seed) and not _is_taken(order, source.number):
                    self.free.setdefault(source.number, []).append(node)

    def changes(self, number: int) -> frozenset[str] | None:
        """The pairings that change if an entry takes that slot; None if one of them has begun."""
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
        first, second = (self._occupant(node, side, number, changed) for side in (0, 1))
        return first, second

    def _occupant(
        self, node: Node, side: int, number: int, changed: Mapping[str, Decision]
    ) -> Occupant:
        source, seated = node.sources[side], self.decisions[node.key].slots[side]
        if source == Seed(number):
            return NEWCOMER
        if not isinstance(source, Edge) or source.key not in changed:
            return seated
        set_by_hand = sent_on(source, self.decisions[source.key]) != seated
        return seated if set_by_hand else sent_on(source, changed[source.key])


def _is_taken(order: tuple[Entry | None, ...], number: int) -> bool:
    return number <= len(order) and order[number - 1] is not None
