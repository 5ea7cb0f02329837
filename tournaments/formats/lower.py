"""Brackets that are fed in steps: the losers of later rounds join those who have played on (T3.1, T3.2).

Losers' brackets, consolations and last chances are all drawn here. It must not know who feeds whom, or why.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.base import Blueprint, LoserOf, Node, RoundPlan, Source, WinnerOf
from tournaments.formats.knockout import round_name

Pairs = list[tuple[Source, Source]]

# The orders in which losers drop into an even round (T3.2), each of a list of a power of two.
NATURAL, REVERSE, HALF_SHIFT = "natural", "reverse", "half_shift"
REVERSE_HALF_SHIFT, PAIR_FLIP = "reverse_half_shift", "pair_flip"

# By the size of the bracket. The orders from 64 slots on come from a search over all of them (benchmarks/drop_orders.py):
# they lead to the fewest rematches below the final when every match is a coin flip. The figures stand in T3.2.
_ORDERS = {
    4: (REVERSE,),
    8: (REVERSE, NATURAL),
    16: (REVERSE, NATURAL, NATURAL),
    32: (REVERSE_HALF_SHIFT, HALF_SHIFT, NATURAL, NATURAL),
    64: (HALF_SHIFT, REVERSE, PAIR_FLIP, REVERSE, NATURAL),
    128: (REVERSE_HALF_SHIFT, HALF_SHIFT, REVERSE, NATURAL, REVERSE, NATURAL),
    256: (HALF_SHIFT, REVERSE, REVERSE_HALF_SHIFT, PAIR_FLIP, HALF_SHIFT, NATURAL, NATURAL),
    512: (
        *(HALF_SHIFT, REVERSE_HALF_SHIFT, REVERSE, PAIR_FLIP),
        *(REVERSE_HALF_SHIFT, HALF_SHIFT, NATURAL, NATURAL),
    ),
    1024: (
        *(HALF_SHIFT, REVERSE, REVERSE_HALF_SHIFT, PAIR_FLIP),
        *(HALF_SHIFT, REVERSE, REVERSE_HALF_SHIFT, REVERSE, NATURAL),
    ),
    2048: (
        *(HALF_SHIFT, REVERSE_HALF_SHIFT, REVERSE, PAIR_FLIP),
        *(HALF_SHIFT, REVERSE_HALF_SHIFT, PAIR_FLIP, REVERSE, NATURAL, NATURAL),
    ),
    4096: (
        *(HALF_SHIFT, REVERSE_HALF_SHIFT, REVERSE, PAIR_FLIP),
        *(HALF_SHIFT, REVERSE_HALF_SHIFT, REVERSE, PAIR_FLIP, HALF_SHIFT, NATURAL, NATURAL),
    ),
}


def drop_orders(size: int) -> tuple[str, ...]:
    """The order of each drop, for a bracket of that size.

    A bracket above the largest size that was searched has the orders of that size, and then natural ones.

    >>> drop_orders(16)
    ('reverse', 'natural', 'natural')
    """
    drops = size.bit_length() - 2
    return _ORDERS.get(size) or (*_ORDERS[max(_ORDERS)], *(NATURAL,) * drops)[:drops]


def dropped(order: str, keys: Sequence[str]) -> list[Source]:
    """The losers of these pairings, in the order in which they drop.

    >>> [loser.key for loser in dropped("reverse_half_shift", ["a", "b", "c", "d"])]
    ['b', 'a', 'd', 'c']
    """
    half = len(keys) // 2
    match order:
        case "natural":
            arranged = list(keys)
        case "reverse":
            arranged = [*reversed(keys)]
        case "half_shift":
            arranged = [*keys[half:], *keys[:half]]
        case "reverse_half_shift":
            arranged = [*reversed(keys[:half]), *reversed(keys[half:])]
        case "pair_flip":
            arranged = [keys[i ^ 1] if len(keys) > 1 else keys[i] for i in range(len(keys))]
        case _:
            raise ValueError(f"no such drop order: {order}")
    return [LoserOf(key) for key in arranged]


def losers_feeds(size: int, orders: Sequence[str]) -> list[list[Source]]:
    """The losers of rounds W1, W2 … as they drop: of the first as they come, of the others by `orders`."""
    feeds: list[list[Source]] = []
    pairings = size // 2
    for number, order in enumerate(("natural", *orders), start=1):
        keys = [f"W{number}.{place}" for place in range(1, pairings + 1)]
        feeds.append(dropped(order, keys))
        pairings //= 2
    return feeds


def rounds_fed(prefix: str, feeds: Sequence[Sequence[Source]]) -> list[Pairs]:
    """The rounds of a bracket that `feeds` enter one after the other, each when as few are left as it brings.

    A newcomer sits on side 1. Pairings are called <prefix><round>.<number>.
    """
    rounds: list[Pairs] = []
    current = list(feeds[0])

    def play(pairs: Pairs) -> list[Source]:
        rounds.append(pairs)
        return [WinnerOf(f"{prefix}{len(rounds)}.{place + 1}") for place in range(len(pairs))]

    for feed in feeds[1:]:
        while len(current) > len(feed):
            current = play(_neighbours(current))
        current = play(list(zip(feed, current, strict=True)))
    while len(current) > 1:
        current = play(_neighbours(current))
    return rounds


def _neighbours(sources: list[Source]) -> Pairs:
    return list(zip(sources[::2], sources[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Places:
    """The places that the last pairing of a bracket gives; earlier losers get the next ones.

    None for the loser: whoever loses in this bracket goes on in another one.
    """

    winner: int | None
    loser: int | None


OWN_TABLE = Places(winner=1, loser=2)


def section(  # all of it is what a bracket is
    name: str,
    prefix: str,
    rounds: Sequence[Pairs],
    numbers: Sequence[int],
    places: Places,
    *,
    following: int = 0,
) -> Blueprint:
    """The blueprint of a bracket whose rounds bear these numbers in the stage.

    So many rounds are still to come after its last one: that is how match lengths are counted, from the very end.
    """
    names = _names([len(pairs) for pairs in rounds])
    losing = _loser_places([len(pairs) for pairs in rounds], places.loser)
    plans: list[RoundPlan] = []
    nodes: list[Node] = []
    for index, pairs in enumerate(rounds):
        left = len(rounds) - index - 1
        plans.append(RoundPlan(numbers[index], names[index], left + following, name))
        won = places.winner if left == 0 else None
        nodes += [
            Node(f"{prefix}{index + 1}.{place}", numbers[index], pair, won, losing[index])
            for place, pair in enumerate(pairs, start=1)
        ]
    return Blueprint(tuple(plans), tuple(nodes))


def _names(pairings: list[int]) -> list[str]:
    """Final, semifinal … as long as the field halves, counted from the end; before that, round_<n>."""
    names = [f"round_{number}" for number in range(1, len(pairings) + 1)]
    expected = 1
    for index in range(len(pairings) - 1, -1, -1):
        if pairings[index] != expected:
            break
        names[index] = round_name(expected)
        expected *= 2
    return names


def _loser_places(pairings: list[int], last: int | None) -> list[int | None]:
    """The best place left for the losers of each round: losers of one round share."""
    places: list[int | None] = []
    place = last
    for count in reversed(pairings):
        places.append(place)
        place = None if place is None else place + count
    return places[::-1]
