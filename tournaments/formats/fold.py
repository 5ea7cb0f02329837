"""Pairing for fields too large to weigh every pair: fold each score group, then mend forbidden pairs nearby.

A forbidden pair swaps partners inside its group. Where that fails, a window around it is solved exactly, then a
wider one, at last the whole field over everybody's nearest. Gaps are proven least (gap_bound.py), distances are not.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise

from tournaments.formats.gap_bound import least_gaps, plain_bound
from tournaments.formats.matching import Pair, cheapest
from tournaments.formats.swiss_cost import Field, groups

SWAPS = (0, 6, 24, 96)  # pairs between which a swap is looked for, nearest first
WINDOWS = (12, 24, 48, 96)  # pairs to either side
TIES = 24  # of the narrower windows also the ties are settled
EFFORT = 1000  # wrong pairs × reach; where it takes more the whole field is solved
NEAREST = 32
FAR = 12  # and so many all over the field, for where one label fills a whole region
WHOLE = 512  # up to this size every pair is weighed in the end


def folded_round(field: Field) -> tuple[tuple[Pair, ...], bool]:
    """A pairing, and whether it is proven that none has fewer forbidden pairs, rematches, or smaller gaps."""
    pairs = sorted(pair for group in _groups_folded(field) for pair in _swapped(field, group))
    pairs = _mended(field, pairs)
    cost = field.total(pairs)
    floor = least_forbidden(field)
    if cost.rematches or cost.forbidden > floor:
        return tuple(pairs), False
    return tuple(pairs), cost.gaps == plain_bound(field) or (
        not floor and cost.gaps == least_gaps(field)
    )


def least_forbidden(field: Field) -> int:
    """The fewest forbidden pairs there can be: those who share a label of more than half the field cannot all be kept apart."""
    return max(0, commonest(field)[1] - len(field.players) // 2)


def commonest(field: Field) -> tuple[str, int]:
    """The label that most bear, and how many do."""
    none: frozenset[str] = frozenset()
    worn = Counter(
        label for player in field.players for label in field.labels.get(player.entry, none)
    )
    return max(worn.items(), key=lambda item: (item[1], item[0]), default=("", 0))


def _groups_folded(field: Field) -> Iterator[list[Pair]]:
    """Group by group from the top; of an odd group the last floats down to the first below whom they may meet."""
    floating: int | None = None
    for low, high in groups(field.players):
        left = list(range(low, high))
        if floating is not None:
            met = _first_allowed(field, floating, left)
            left.remove(met)
            yield [(floating, met)]
        floating = left.pop() if len(left) % 2 else None
        if field.neighbours:
            yield list(zip(left[::2], left[1::2], strict=True))
        else:
            half = len(left) // 2
            yield list(zip(left[:half], left[half:], strict=True))


def _first_allowed(field: Field, floating: int, group: list[int]) -> int:
    return next((index for index in group if field.allows(floating, index)), group[0])


def _swapped(field: Field, pairs: list[Pair]) -> list[Pair]:
    """Pairs of one group; whoever must not meet swaps partners with the nearest pair where all four may."""
    for place, (i, j) in enumerate(pairs):
        if not field.allows(i, j):
            _swap(field, pairs, place)
    return pairs


def _swap(field: Field, pairs: list[Pair], place: int) -> None:
    for near, far in pairwise(SWAPS):
        swaps = [
            (field.fold(*first) ** 2 + field.fold(*second) ** 2, other, first, second)
            for other in range(max(0, place - far), min(len(pairs), place + far + 1))
            if abs(other - place) > near
            for first, second in _exchanges(pairs[place], pairs[other])
            if field.allows(*first) and field.allows(*second)
        ]
        if swaps:
            _, other, first, second = min(swaps)
            pairs[place], pairs[other] = first, second
            return


def _exchanges(first: Pair, second: Pair) -> Iterator[tuple[Pair, Pair]]:
    (a, b), (c, d) = first, second
    yield _ordered(a, d), _ordered(c, b)
    yield _ordered(a, c), _ordered(b, d)


def _ordered(i: int, j: int) -> Pair:
    return (i, j) if i < j else (j, i)


def _mended(field: Field, pairs: list[Pair]) -> list[Pair]:
    floor = least_forbidden(field)
    for reach in WINDOWS:
        wrong = _wrong(field, pairs)
        if _is_least(field, wrong, pairs, floor):
            return pairs
        if len(wrong) * reach > EFFORT:
            break
        pairs = _through_windows(field, pairs, reach)
    for nearest in (NEAREST, len(field.players)):
        if _is_least(field, _wrong(field, pairs), pairs, floor) or nearest > WHOLE:
            return pairs
        pairs = _over_nearest(field, pairs, nearest)
    return pairs


def _is_least(field: Field, wrong: list[int], pairs: list[Pair], floor: int) -> bool:
    """No rematch, and no more forbidden pairs than a label that most of the field bears makes unavoidable."""
    return len(wrong) <= floor and not any(field.cost(*pairs[place]).rematches for place in wrong)


def _wrong(field: Field, pairs: list[Pair]) -> list[int]:
    return [place for place, pair in enumerate(pairs) if not field.allows(*pair)]


def _through_windows(field: Field, pairs: list[Pair], reach: int) -> list[Pair]:
    """Every wrong pair together with those around it, solved exactly."""
    done = 0
    for place in _wrong(field, pairs):
        if place < done:
            continue
        low, done = max(0, place - reach), place + reach + 1
        inside = sorted(index for pair in pairs[low:done] for index in pair)
        edges = [(i, j, field.cost(i, j)) for at, j in enumerate(inside) for i in inside[:at]]
        pairs[low:done] = cheapest(edges, ties=reach <= TIES)
    return sorted(pairs)


def _over_nearest(field: Field, pairs: list[Pair], nearest: int) -> list[Pair]:
    """The whole field, everybody with so many of the nearest they may meet, and the partner they have."""
    wanted = set(pairs)
    for i in range(len(field.players)):
        wanted.update(_ordered(i, j) for j in _near(field, i, nearest))
    edges = [(i, j, field.cost(i, j)) for i, j in wanted]
    return cheapest(sorted(edges), ties=False)


def _near(field: Field, i: int, nearest: int) -> list[int]:
    """Those whom i may meet around themselves and, where a fold is wanted, around their ideal opponent; and a few far off."""
    total = len(field.players)
    half = 0 if field.neighbours else field.size[i] // 2
    ideal = i + half if field.within[i] < half else i - half
    close = {i: nearest} if ideal == i else {i: nearest // 2, ideal: nearest // 2}
    far = {(i * 31 + turn * total // FAR) % total: 1 for turn in range(FAR)}
    partners: list[int] = []
    for centre, wanted in (close if nearest >= total else far | close).items():
        allowed = (j for j in _outwards(centre, total) if j != i and field.allows(i, j))
        partners += islice(allowed, wanted)
    return partners


def _outwards(centre: int, total: int) -> Iterator[int]:
    yield centre
    for distance in range(1, total):
        if centre >= distance:
            yield centre - distance
        if centre + distance < total:
            yield centre + distance
