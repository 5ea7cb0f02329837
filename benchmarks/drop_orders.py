"""How often two meet again in the losers' bracket, by the order in which the losers drop (T3.2).

    python -m benchmarks.drop_orders            the figures of docs/rules/tournaments.md, and a simulation beside them
    python -m benchmarks.drop_orders 64         the best orders for a bracket of that many lines

The figures are exact: with coin flips, two who have met in the main bracket meet again with a probability that can be
read off the paths of the two. The search tries all orders up to 512 lines; that takes five minutes for 512.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

from tournaments.formats import double_elimination, lower
from tournaments.formats.base import LoserOf, Seed, WinnerOf
from tournaments.formats.knockout import folded

Place = tuple[int, int]  # a round of the losers' bracket and the number of a pairing in it, from 0
FIELDS = ((8, 8), (16, 16), (32, 32), (64, 64), (64, 40), (128, 128))
EVENTS = {8: 20_000, 16: 20_000, 32: 10_000, 64: 5_000, 128: 2_000}
HALF = Fraction(1, 2)


class LosersBracket:
    """Where the losers of each main pairing begin, and which pairings below have two players."""

    def __init__(self, size: int, entries: int, orders: Sequence[str]) -> None:
        self.rounds = size.bit_length() - 1
        lines = folded(size)
        self.first = [max(lines[i : i + 2]) <= entries for i in range(0, size, 2)]
        self.start: dict[Place, Place] = {
            (1, i): (1, i // 2) for i in range(size // 2)
        }  # main round and pairing → place below
        for number in range(2, self.rounds + 1):
            keys = [str(i) for i in range(size >> number)]
            dropping = lower.dropped(orders[number - 2], keys)
            for place, source in enumerate(dropping):
                if isinstance(source, LoserOf):
                    self.start[number, int(source.key)] = (2 * number - 2, place)

    def is_played(self, place: Place) -> bool:
        number, pairing = place
        two = self.first[2 * pairing : 2 * pairing + 2]
        return all(two) if number == 1 else any(two) if number == 2 else True

    def again(self) -> Iterator[tuple[int, Fraction]]:
        """For every two who may meet again: in which round below, and how likely that is."""
        for number in range(1, self.rounds):
            for pairing in range(1 << (self.rounds - number)):
                if number > 1 or self.first[pairing]:
                    for lost_in in range(number + 1, self.rounds + 1):
                        winner = self.start[lost_in, pairing >> (lost_in - number)]
                        met, chance = self._meeting(self.start[number, pairing], winner)
                        yield met, chance * HALF ** (lost_in - number)

    def _meeting(self, loser: Place, winner: Place) -> tuple[int, Fraction]:
        """The round in which their paths cross, and how likely both get there by coin flips."""
        chance = Fraction(1)
        while loser[0] < winner[0]:
            chance *= HALF if self.is_played(loser) else 1
            loser = _next(loser)
        while loser != winner:
            chance *= HALF * (HALF if self.is_played(winner) else 1)
            loser, winner = _next(loser), _next(winner)
        return loser[0], chance


def _next(place: Place) -> Place:
    number, pairing = place
    return number + 1, pairing if number % 2 else pairing // 2


def expected(size: int, entries: int, orders: Sequence[str]) -> tuple[Fraction, int]:
    """Rematches below the final an event, and the first round in which there can be one."""
    result = list(LosersBracket(size, entries, orders).again())
    return sum((chance for _, chance in result), Fraction(0)), min(number for number, _ in result)


def simulated(size: int, entries: int, events: int, seed: int) -> float:
    """The same counted in whole events, drawn by the format itself and played by coin flips."""
    luck = Random(seed)
    nodes = [
        node
        for node in double_elimination.bracket(size, lower.drop_orders(size), "none").nodes
        if node.key[0] in "WL"
    ]
    again = 0
    for _ in range(events):
        met: Counter[frozenset[int]] = Counter()
        sent: dict[object, int | None] = {}
        for node in nodes:
            first, two = (
                (source.number if source.number <= entries else None)
                if isinstance(source, Seed)
                else sent[source]
                for source in node.sources
            )
            if first is not None and two is not None:
                again += node.key[0] == "L" and met[frozenset((first, two))] > 0
                met[frozenset((first, two))] += 1
                first, two = (first, two) if luck.random() < 0.5 else (two, first)
            elif first is None:
                first, two = two, first
            sent[WinnerOf(node.key)], sent[LoserOf(node.key)] = first, two
    return again / events


def choices(size: int) -> list[tuple[str, ...]]:
    """The orders that differ, for the drop of each main round from the second on."""
    differing = {1: (lower.NATURAL,), 2: (lower.NATURAL, lower.REVERSE)}
    four = (lower.NATURAL, lower.REVERSE, lower.HALF_SHIFT, lower.REVERSE_HALF_SHIFT)
    counts = [size >> number for number in range(2, size.bit_length())]
    return [differing.get(n) or (four if n == 4 else (*four, lower.PAIR_FLIP)) for n in counts]


def main(arguments: Sequence[str]) -> None:
    for text in arguments:
        size = int(text)
        ranked = sorted(
            (expected(size, size, orders), orders) for orders in product(*choices(size))
        )
        for (again, first), orders in ranked[:5]:
            print(f"{size:5} {float(again):.4f} L{first} {' '.join(orders)}")
    if arguments:
        return
    for size, entries in FIELDS:
        again, first = expected(size, entries, lower.drop_orders(size))
        counted = simulated(size, entries, EVENTS[size], seed=1)
        print(f"{size:5} {entries:5} entries {float(again):.4f} L{first}  simulated {counted:.3f}")
    for size in (256, 512, 1024, 2048, 4096):
        again, first = expected(size, size, lower.drop_orders(size))
        print(f"{size:5} {size:5} entries {float(again):.4f} L{first}")


if __name__ == "__main__":
    main(sys.argv[1:])
