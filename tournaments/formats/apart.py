"""Keeping entries apart that share a label (a club, a country, a family) in a drawn bracket, as late as they can be.

It only exchanges lines of a finished draw, so anybody can make it again: make the draw (draw.py); draw the seed numbers
1 … n from the derived seed HMAC-SHA-256(key = seed, text = "barpoint-apart-1"), which gives the order of partners; then
for rounds 1, 2, …: go through the seed numbers; who could meet somebody of his label in that very round changes places
with the first of 256 partners by whom fewer such pairs can meet in this round and not more in an earlier one; repeat
until nobody changes. A pair counts once for every label it shares; a label that is already spread as evenly as can be
over the parts of the bracket that play this round gives nobody a reason to change. After 100,000 trials it is enough.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from tournaments.formats.base import Entry
from tournaments.formats.draw import shuffled
from tournaments.formats.knockout import bracket_size, folded

Labels = Mapping[Entry, frozenset[str]]
PARTNERS_TRIED = 256
TRIALS = 100_000
NONE: frozenset[str] = frozenset()


def set_apart(order: Sequence[Entry], labels: Labels, fixed_front: int, chance: str) -> list[Entry]:
    """The order with unseeded entries so exchanged; the first `fixed_front` stay where they are."""

    def unseeded(one: int, two: int) -> bool:
        return min(one, two) >= fixed_front

    return exchanged(order, labels, unseeded, chance)


def exchanged(
    order: Sequence[Entry], labels: Labels, may_change: Callable[[int, int], bool], chance: str
) -> list[Entry]:
    """The same for any rule of who may change places; `may_change` is asked about two indices of the order."""
    lines = _Lines(order, labels)
    if not any(lines.labels):
        return list(order)
    partners = shuffled(range(len(order)), derived(chance, "barpoint-apart-1"))
    for level in range(1, lines.depth + 1):
        while _improve(lines, level, partners, may_change):
            pass
    return lines.order


def derived(chance: str, purpose: str) -> str:
    """Another seed for another purpose, from the published one: 64 hexadecimal digits."""
    return hmac.digest(bytes.fromhex(chance), purpose.encode(), hashlib.sha256).hex()


def _improve(
    lines: "_Lines", level: int, partners: list[int], may_change: Callable[[int, int], bool]
) -> bool:
    """Exchange everybody who has somebody to avoid in this round, if that helps; did anything change?"""
    changed = False
    crowded = lines.crowded(level)
    for one in range(len(lines.order)):
        if not lines.labels[one] & crowded or not lines.clashes(one, lines.line[one], level - 1):
            continue
        possible = (
            two
            for two in partners
            if lines.labels[two] != lines.labels[one] and may_change(one, two)
        )
        for two in islice(possible, min(PARTNERS_TRIED, TRIALS - lines.tried)):
            lines.tried += 1
            if lines.is_better(one, two, level):
                lines.exchange(one, two)
                changed = True
                break
    return changed


class _Lines:
    """Who sits on which line, and how many of each label sit in every part of the bracket."""

    def __init__(self, order: Sequence[Entry], labels: Labels) -> None:
        size = bracket_size(len(order))
        place = {seed: line for line, seed in enumerate(folded(size))}
        self.depth = size.bit_length() - 1
        self.order = list(order)
        self.tried = 0
        self.labels = [labels.get(entry, NONE) for entry in order]
        self.line = [place[index + 1] for index in range(len(order))]
        self.held: list[Counter[tuple[int, str]]] = [Counter() for _ in range(self.depth + 1)]
        for index in range(len(order)):
            self._count(index, 1)

    def crowded(self, level: int) -> frozenset[str]:
        """The labels that could be spread more evenly over the parts that play this round."""
        parts: dict[str, list[int]] = {}
        for (_, label), count in self.held[level].items():
            parts.setdefault(label, []).append(count)
        number = 1 << (self.depth - level)
        return frozenset(
            label
            for label, counts in parts.items()
            if max(counts) - (0 if len(counts) < number else min(counts)) > 1
        )

    def clashes(self, index: int, line: int, r: int) -> int:
        """How many the one of this index could meet there in round r + 1 and should not."""
        other_half = (line >> r) ^ 1
        return sum(self.held[r][other_half, label] for label in self.labels[index])

    def is_better(self, one: int, two: int, level: int) -> bool:
        """Would an exchange leave fewer clashes, the earlier rounds weighing more?"""
        here, there = self.line[one], self.line[two]
        parted = (here ^ there).bit_length() - 1
        for r in range(level):
            before = self.clashes(one, here, r) + self.clashes(two, there, r)
            after = self.clashes(one, there, r) + self.clashes(two, here, r)
            if r == parted:  # each was counted where he himself would leave; what they share stays
                shared = len(self.labels[one] & self.labels[two])
                after += 2 * shared - len(self.labels[one]) - len(self.labels[two])
            if after != before:
                return after < before
        return False

    def exchange(self, one: int, two: int) -> None:
        for index in (one, two):
            self._count(index, -1)
        self.order[one], self.order[two] = self.order[two], self.order[one]
        self.labels[one], self.labels[two] = self.labels[two], self.labels[one]
        for index in (one, two):
            self._count(index, 1)

    def _count(self, index: int, by: int) -> None:
        for r in range(self.depth + 1):
            for label in self.labels[index]:
                self.held[r][self.line[index] >> r, label] += by
