"""Keeping entries apart that share a label (a club, a country, a family) in a drawn bracket, as late as they can be.

It only exchanges entries of a finished draw, so anybody can make it again: make the draw (draw.py); draw the seed numbers
1 … n from the derived seed HMAC-SHA-256(key = seed, text = "barpoint-apart-1"), which gives the order of partners; then
for rounds 1, 2, …: go through the seed numbers; an entry that could meet another of its label in that round changes places
with the first of 256 partners by whom fewer such pairs can meet in this round and not more in an earlier one; repeat
until nothing changes. A pair counts once for every label it shares; a label that is already spread as evenly as can be
over the parts of the bracket that play this round is no reason to change. The search ends after 100,000 trials.
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


def set_apart(
    order: Sequence[Entry], labels: Labels, fixed_front: int, draw_seed: str
) -> list[Entry]:
    """The order with unseeded entries so exchanged; the first `fixed_front` stay where they are."""

    def unseeded(first: int, second: int) -> bool:
        return min(first, second) >= fixed_front

    return exchanged(order, labels, unseeded, draw_seed)


def exchanged(
    order: Sequence[Entry], labels: Labels, may_change: Callable[[int, int], bool], draw_seed: str
) -> list[Entry]:
    """The same for any rule of who may change places; `may_change` is asked about two indices of the order."""
    bracket = _Bracket(order, labels)
    if not any(bracket.labels):
        return list(order)
    partners = shuffled(range(len(order)), derived(draw_seed, "barpoint-apart-1"))
    for level in range(1, bracket.depth + 1):
        while _improve(bracket, level, partners, may_change):
            pass
    return bracket.order


def derived(draw_seed: str, purpose: str) -> str:
    """Another seed for another purpose, from the published one: 64 hexadecimal digits."""
    return hmac.digest(bytes.fromhex(draw_seed), purpose.encode(), hashlib.sha256).hex()


def _improve(
    bracket: "_Bracket", level: int, partners: list[int], may_change: Callable[[int, int], bool]
) -> bool:
    """Exchange every entry that has another to avoid in this round, if that helps; did anything change?"""
    changed = False
    crowded = bracket.crowded(level)
    for first in range(len(bracket.order)):
        if not bracket.labels[first] & crowded or not bracket.clashes(
            first, bracket.slot[first], level - 1
        ):
            continue
        possible = (
            second
            for second in partners
            if bracket.labels[second] != bracket.labels[first] and may_change(first, second)
        )
        for second in islice(possible, min(PARTNERS_TRIED, TRIALS - bracket.tried)):
            bracket.tried += 1
            if bracket.is_better(first, second, level):
                bracket.exchange(first, second)
                changed = True
                break
    return changed


class _Bracket:
    """Which entry is in which slot, and how many of each label there are in every part of the bracket."""

    def __init__(self, order: Sequence[Entry], labels: Labels) -> None:
        size = bracket_size(len(order))
        place = {seed: slot for slot, seed in enumerate(folded(size))}
        self.depth = size.bit_length() - 1
        self.order = list(order)
        self.tried = 0
        self.labels = [labels.get(entry, NONE) for entry in order]
        self.slot = [place[index + 1] for index in range(len(order))]
        self.labels_in: list[Counter[tuple[int, str]]] = [Counter() for _ in range(self.depth + 1)]
        for index in range(len(order)):
            self._count(index, 1)

    def crowded(self, level: int) -> frozenset[str]:
        """The labels that could be spread more evenly over the parts that play this round."""
        parts: dict[str, list[int]] = {}
        for (_, label), count in self.labels_in[level].items():
            parts.setdefault(label, []).append(count)
        number = 1 << (self.depth - level)
        return frozenset(
            label
            for label, counts in parts.items()
            if max(counts) - (0 if len(counts) < number else min(counts)) > 1
        )

    def clashes(self, index: int, slot: int, r: int) -> int:
        """How many entries the entry at this index could meet in that slot in round r + 1 and should not."""
        other_half = (slot >> r) ^ 1
        return sum(self.labels_in[r][other_half, label] for label in self.labels[index])

    def is_better(self, first: int, second: int, level: int) -> bool:
        """Would an exchange leave fewer clashes, the earlier rounds weighing more?"""
        here, there = self.slot[first], self.slot[second]
        parted = (here ^ there).bit_length() - 1
        for r in range(level):
            before = self.clashes(first, here, r) + self.clashes(second, there, r)
            after = self.clashes(first, there, r) + self.clashes(second, here, r)
            if r == parted:  # each was counted where it would leave itself; what they share stays
                shared = len(self.labels[first] & self.labels[second])
                after += 2 * shared - len(self.labels[first]) - len(self.labels[second])
            if after != before:
                return after < before
        return False

    def exchange(self, first: int, second: int) -> None:
        for index in (first, second):
            self._count(index, -1)
        self.order[first], self.order[second] = self.order[second], self.order[first]
        self.labels[first], self.labels[second] = self.labels[second], self.labels[first]
        for index in (first, second):
            self._count(index, 1)

    def _count(self, index: int, by: int) -> None:
        for r in range(self.depth + 1):
            for label in self.labels[index]:
                self.labels_in[r][self.slot[index] >> r, label] += by
