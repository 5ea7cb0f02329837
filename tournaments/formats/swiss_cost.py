"""What a pairing costs (T6.4): labels kept apart, rematches, score gaps, distance from the ideal opponent. No search."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.formats.base import Entry


class Cost(NamedTuple):
    """Compared from left to right, so no distance ever outranks a score, and no score a rematch."""

    forbidden: int
    rematches: int
    gaps: int  # the sum of (score difference)²
    folds: int  # the sum of (distance from the ideal opponent)²


class PairingPlayer(NamedTuple):
    """`place` orders those of one score: a rank, or a lot where chance pairs; the smaller the better."""

    entry: Entry
    score: int
    place: int


@dataclass(frozen=True, slots=True)
class Field:
    """Those to be paired, best first. The player at index i stands at `within[i]` of the `size[i]` of the same score."""

    players: tuple[PairingPlayer, ...]
    within: tuple[int, ...]
    size: tuple[int, ...]
    met: Mapping[Entry, Collection[Entry]]
    labels: Mapping[Entry, frozenset[str]]
    neighbours: bool  # a group is paired side by side, not top half with bottom half

    def cost(self, i: int, j: int) -> Cost:
        """Of pairing these two; i is the better of them."""
        first, second = self.players[i], self.players[j]
        gap = first.score - second.score
        fold = self.fold(i, j)
        return Cost(
            self.kept_apart(first.entry, second.entry),
            second.entry in self.met[first.entry],
            gap * gap,
            fold * fold,
        )

    def allows(self, i: int, j: int) -> bool:
        """Have they not met, and is nothing against it?"""
        first, second = self.players[i].entry, self.players[j].entry
        return second not in self.met[first] and not self.kept_apart(first, second)

    def fold(self, i: int, j: int) -> int:
        """How far j is from the opponent whom the method wants for i: the f of T6.4."""
        if self.players[i].score != self.players[j].score:
            return self.size[i] - 1 - self.within[i] + self.within[j]
        apart = self.within[j] - self.within[i]
        return apart - 1 if self.neighbours else abs(apart - self.size[i] // 2)

    def kept_apart(self, first: Entry, second: Entry) -> bool:
        if not self.labels:
            return False
        mine, others = self.labels.get(first), self.labels.get(second)
        return bool(mine and others and not mine.isdisjoint(others))

    def total(self, pairs: Iterable[tuple[int, int]]) -> Cost:
        costs = [self.cost(i, j) for i, j in pairs]
        return Cost(*(sum(column) for column in zip(*costs, strict=True))) if costs else FREE

    def without(self, entry: Entry) -> "Field":
        """The same field when that entry has the bye."""
        left = [player for player in self.players if player.entry != entry]
        return field_of(left, self.met, self.labels, neighbours=self.neighbours)


FREE = Cost(0, 0, 0, 0)


def field_of(
    players: Iterable[PairingPlayer],
    met: Mapping[Entry, Collection[Entry]],
    labels: Mapping[Entry, frozenset[str]],
    *,
    neighbours: bool,
) -> Field:
    """Everybody in order, score first, then place, with where each stands among those of the same score."""
    order = sorted(players, key=lambda player: (-player.score, player.place))
    within: list[int] = []
    size: list[int] = []
    for low, high in groups(order):
        within += range(high - low)
        size += [high - low] * (high - low)
    return Field(tuple(order), tuple(within), tuple(size), met, labels, neighbours)


def groups(order: Iterable[PairingPlayer]) -> list[tuple[int, int]]:
    """The score groups as half-open stretches of the order."""
    stretches: list[tuple[int, int]] = []
    score: int | None = None
    for index, player in enumerate(order):
        if player.score == score:
            stretches[-1] = (stretches[-1][0], index + 1)
        else:
            stretches.append((index, index + 1))
            score = player.score
    return stretches
