"""Keeping entries apart that share a label (a club, a country, a family) where a stage is played in groups or quads.

All entries of one part (a group, a quad) meet, so what counts is how many pairs in one part share a label: a pair counts
once for every label that it shares. Seeded entries keep their slots; the others change places until no change leaves
fewer such pairs. Anybody can repeat it from the published seed: make the draw (draw.py); draw the seed numbers 1 … n
from the derived seed HMAC-SHA-256(key = seed, text = "barpoint-apart-2"), which gives the order of partners; go through
the seed numbers, and let each entry that has a clash change places with the first partner that leaves fewer; repeat
until nothing changes. Then the same along closed chains: an entry of one part takes the slot of an entry of another, that
entry moves on to a third part, and so on, where that leaves fewer.

If every entry has one label at most, the result is the least possible number. Where entries have several labels, the
least may be missed; then the unseeded are shuffled again with "barpoint-apart-2|1", "|2" … and the best try counts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from tournaments.formats.apart import NONE, Labels, derived
from tournaments.formats.base import Entry
from tournaments.formats.draw import shuffled

PURPOSE = "barpoint-apart-2"
TRIES, SHUFFLED_AT_MOST = (
    30,
    3_000,
)  # tries with several labels, and entries shuffled in all of them together
CHAINED_PARTS = 64  # chains are looked for among so many parts

Chain = list[
    int
]  # indices of the order: each moves to the slot of the next, the last to that of the first


def spread(
    order: Sequence[Entry],
    labels: Labels,
    parts: Sequence[Sequence[int]],
    fixed_front: int,
    draw_seed: str,
) -> list[Entry]:
    """The order with unseeded entries exchanged; `parts` are the seed numbers that play each other."""
    if not any(labels.get(entry) for entry in order):
        return list(order)
    partners = shuffled(range(len(order)), derived(draw_seed, PURPOSE))
    best = _Parts(order, labels, parts, fixed_front)
    best.settle(partners)
    if all(len(own) < 2 for own in best.labels):
        return best.order
    for number in range(1, 1 + min(TRIES, SHUFFLED_AT_MOST // len(order))):
        if best.clashes() <= best.bound():
            break
        seed = derived(draw_seed, f"{PURPOSE}|{number}")
        again = [*order[:fixed_front], *shuffled(order[fixed_front:], seed)]
        tried = _Parts(again, labels, parts, fixed_front)
        tried.settle(partners)
        if tried.clashes() < best.clashes():
            best = tried
    return best.order


class _Parts:
    """Which entry is in which part, and how many of each label."""

    def __init__(
        self, order: Sequence[Entry], labels: Labels, parts: Sequence[Sequence[int]], front: int
    ) -> None:
        part_of = {seed - 1: part for part, seeds in enumerate(parts) for seed in seeds}
        self.order = list(order)
        self.front = front
        self.labels = [labels.get(entry, NONE) for entry in order]
        self.part = [part_of[index] for index in range(len(order))]
        self.count: list[Counter[str]] = [Counter() for _ in parts]
        for index, part in enumerate(self.part):
            self.count[part].update(self.labels[index])

    def clashes(self) -> int:
        """How many pairs in one part share a label."""
        return sum(n * (n - 1) // 2 for counted in self.count for n in counted.values())

    def bound(self) -> int:
        """No draw has fewer: as many as there are if every label is spread evenly."""
        fewest = 0
        for number in Counter(label for own in self.labels for label in own).values():
            each, more = divmod(number, len(self.count))
            fewest += len(self.count) * each * (each - 1) // 2 + more * each
        return fewest

    def settle(self, partners: Sequence[int]) -> None:
        """Exchange entries, then move them along chains, until neither leaves fewer clashes."""
        while True:
            while self._exchange_all(partners):
                pass
            chain = self._chain()
            before = self.clashes()
            if not chain:
                return
            self._move(chain)
            if self.clashes() >= before:  # with several labels a chain may promise too much
                self._move(chain[::-1])
                return

    def _exchange_all(self, partners: Sequence[int]) -> bool:
        """Let each unseeded entry that has a clash look for a partner; did anything change?"""
        changed = False
        crowded = self._crowded()
        for first in range(self.front, len(self.order)):
            if not self.labels[first] & crowded or not self._own(first):
                continue
            second = self._partner(first, partners)
            if second is not None:
                self._move([first, second])
                changed = True
        return changed

    def _partner(self, first: int, partners: Sequence[int]) -> int | None:
        asked: set[tuple[int, frozenset[str]]] = set()
        for second in partners:
            alike = (self.part[second], self.labels[second])
            if second < self.front or alike in asked or alike[0] == self.part[first]:
                continue
            asked.add(alike)
            if self._change(first, second) < 0:
                return second
        return None

    def _crowded(self) -> frozenset[str]:
        """The labels that could be spread more evenly."""
        labels = {label for own in self.labels for label in own}
        return frozenset(
            label
            for label in labels
            if max(c[label] for c in self.count) - min(c[label] for c in self.count) > 1
        )

    def _own(self, index: int) -> int:
        """The clashes of this entry where it is."""
        counted = self.count[self.part[index]]
        return sum(counted[label] - 1 for label in self.labels[index])

    def _elsewhere(self, index: int, part: int) -> int:
        """The clashes of this entry if it came to that part and nobody left it."""
        return sum(self.count[part][label] for label in self.labels[index])

    def _change(self, first: int, second: int) -> int:
        """How many clashes more there are after an exchange."""
        shared = len(self.labels[first] & self.labels[second])
        after = self._elsewhere(first, self.part[second]) + self._elsewhere(
            second, self.part[first]
        )
        return after - 2 * shared - self._own(first) - self._own(second)

    def _move(self, chain: Chain) -> None:
        """Put each into the slot of the next."""
        for index in chain:
            self.count[self.part[index]].subtract(self.labels[index])
        moved = [(self.order[index], self.labels[index]) for index in chain]
        for index, (entry, own) in zip([*chain[1:], chain[0]], moved, strict=True):
            self.order[index], self.labels[index] = entry, own
            self.count[self.part[index]].update(own)

    def _chain(self) -> Chain | None:
        """Unseeded entries of different parts that leave fewer clashes if each moves on to the next part."""
        number = len(self.count)
        if number > CHAINED_PARTS or self.clashes() <= self.bound():
            return None
        cheapest = self._cheapest_moves()
        cost = [0] * number
        came_from: dict[int, int] = {}
        last = None
        for _ in range(
            number
        ):  # Bellman and Ford: an improvement in the last pass is a cycle below zero
            last = None
            for (here, there), (price, _index) in cheapest.items():
                if cost[here] + price < cost[there]:
                    cost[there] = cost[here] + price
                    came_from[there] = last = here
            if last is None:
                return None
        cycle = _cycle(came_from, last)
        return [cheapest[step][1] for step in pairwise(cycle)]

    def _cheapest_moves(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        """For every two parts the entry whose move from one to the other costs least, with what it costs."""
        cheapest: dict[tuple[int, int], tuple[int, int]] = {}
        for index in range(self.front, len(self.order)):
            here, own = self.part[index], self._own(index)
            for there in range(len(self.count)):
                move = (self._elsewhere(index, there) - own, index)
                if there != here and move < cheapest.get((here, there), (1 << 30, 0)):
                    cheapest[here, there] = move
        return cheapest


def _cycle(came_from: Mapping[int, int], last: int | None) -> list[int]:
    """The parts of a cycle that leads to the last improvement, in the order of the moves, the first one again at the end."""
    here = last if last is not None else 0
    for _ in came_from:
        here = came_from[here]
    cycle = [here]
    while len(cycle) < 2 or cycle[-1] != here:
        cycle.append(came_from[cycle[-1]])
    return cycle[::-1]
