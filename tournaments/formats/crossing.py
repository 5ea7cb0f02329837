"""Where the best of each group stand in the bracket that follows: two of one group meet as late as possible (T5.3).

It must not know how they qualified. Nothing is drawn: anybody can read the placement off the tables.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.formats.apart import exchanged
from tournaments.formats.base import Entry
from tournaments.formats.knockout import bracket_size, folded

NO_SEED: Final = "00" * 32


def crossed(groups: Sequence[Sequence[Entry]]) -> list[Entry]:
    """The seed order for the best of each group; of each rank as many seeds as there are groups.

    The winners are dealt to the upper and the lower half in turn, the seconds stand the other way round, and so on;
    where two of one group could still meet sooner than they must, those of one rank change places. Where
    there are byes, they go to the winners of the first groups.

    >>> crossed([[11, 12], [21, 22]])  # 11 meets 22, 21 meets 12
    [11, 21, 12, 22]
    """
    total = sum(len(group) for group in groups)
    size = bracket_size(total)
    slot_of = {seed: slot for slot, seed in enumerate(folded(size))}
    order: list[Entry] = []
    ranks: list[int] = []
    across: list[int] = []  # the groups as their winners stand, from the top slot down
    for rank in range(max(map(len, groups), default=0)):
        here = [g for g in range(len(groups)) if rank < len(groups[g])]
        seeds = range(len(order) + 1, len(order) + 1 + len(here))
        slots = sorted(seeds, key=slot_of.__getitem__)
        if rank:
            standing = [g for g in across if g in here]
            seated = dict(zip(slots, standing[::-1] if rank % 2 else standing, strict=True))
        elif total == size:
            seated = dict(zip(slots, here[::2] + here[1::2], strict=True))
        else:
            seated = dict(zip(seeds, here, strict=True))
        across = across or [seated[seed] for seed in slots]
        order += [groups[seated[seed]][rank] for seed in seeds]
        ranks += [rank] * len(here)
    own = {entry: frozenset({str(g)}) for g, group in enumerate(groups) for entry in group}
    order = exchanged(order, own, lambda a, b: ranks[a] == ranks[b], NO_SEED)
    each = len(groups[0]) if groups else 0
    if any(len(group) != each for group in groups):
        return order
    part_of = _parts(slot_of, size, each)
    return order if _is_apart(order, groups, part_of) else _dealt(order, groups, part_of)


def _parts(slot_of: Mapping[int, int], size: int, each: int) -> list[int]:
    """In which half, quarter … of the bracket each seed stands: the smallest parts that a whole group can fill."""
    parts = 1 << (each - 1).bit_length() if each else 1
    return [slot_of[seed] * parts // size for seed in range(1, size + 1)]


def _is_apart(
    order: Sequence[Entry], groups: Sequence[Sequence[Entry]], part_of: list[int]
) -> bool:
    """Does no entry share its part with another of its group?"""
    part = {entry: part_of[index] for index, entry in enumerate(order)}
    return all(len({part[entry] for entry in group}) == len(group) for group in groups)


def _dealt(
    order: Sequence[Entry], groups: Sequence[Sequence[Entry]], part_of: list[int]
) -> list[Entry]:
    """The same with the winners where they are and everybody else dealt so that a group has one in each part.

    That is always possible: rank by part, the seeds form a table whose rows and columns can be filled up to the same
    sum, and such a table falls apart into as many ways to choose one part for each rank as there are groups.
    """
    number, each = len(groups), len(groups[0])
    table = [Counter(part_of[rank * number : (rank + 1) * number]) for rank in range(each)]
    ways = _ways(table, number, max(part_of) + 1)
    group_of = {entry: g for g, group in enumerate(groups) for entry in group}
    way_of: dict[int, list[int]] = {}
    for index, winner in enumerate(order[:number]):
        way = next(way for way in ways if way[0] == part_of[index])
        ways.remove(way)
        way_of[group_of[winner]] = way
    dealt = list(order[:number])
    for rank in range(1, each):
        waiting = {
            part: [g for g in range(number) if way_of[g][rank] == part] for part in table[rank]
        }
        for index in range(rank * number, (rank + 1) * number):
            dealt.append(groups[waiting[part_of[index]].pop(0)][rank])
    return dealt


def _ways(table: list[Counter[int]], number: int, parts: int) -> list[list[int]]:
    """For each of so many groups a part for every rank, no part twice; together they use up the table."""
    left = [Counter(row) for row in table]
    missing = [part for part in range(parts) for _ in range(number - sum(r[part] for r in left))]
    left += [Counter(missing[start : start + number]) for start in range(0, len(missing), number)]
    ways: list[list[int]] = []
    for _ in range(number):
        taken: dict[int, int] = {}
        for rank in range(len(left)):
            _take(rank, left, taken, set())
        rank_has = {rank: part for part, rank in taken.items()}
        for rank, part in rank_has.items():
            left[rank][part] -= 1
        ways.append([rank_has[rank] for rank in range(len(table))])
    return ways


def _take(rank: int, left: list[Counter[int]], taken: dict[int, int], asked: set[int]) -> bool:
    """Find a part for this rank; the rank that has taken the only part left looks for another."""
    for part in sorted(left[rank]):
        if left[rank][part] > 0 and part not in asked:
            asked.add(part)
            if part not in taken or _take(taken[part], left, taken, asked):
                taken[part] = rank
                return True
    return False
