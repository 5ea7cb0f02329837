"""Who goes on to the next stage, and in which seed order. The rule is data: {"cut": "top", "n": 8}.

It reads finished tables and must not make any. Cuts: `top` the first n of the whole stage; `top_of_group` the first n
of each group, so crossed that two of one group meet as late as can be (T5.3); `wins` all with at least n wins, 5–0
before 5–1 (T6.9); `survivors` those who still have a life (T7.1).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from tournaments.formats.apart import exchanged
from tournaments.formats.base import MAIN, Entry
from tournaments.formats.knockout import bracket_size, folded

MOST: Final[Mapping[str, int]] = {"top": 10_000, "top_of_group": 64, "wins": 99}
NO_CHANCE: Final = "00" * 32  # the placement draws nothing: everybody can read it off the tables


class Standing(NamedTuple):
    """A line of a table. `place` is None while nothing can be said.

    `alive` is None where lives are not counted: then whoever has no place yet counts as alive, and the first.
    """

    entry: Entry
    place: int | None
    wins: int
    lost: int = 0
    alive: bool | None = None


Row = Standing | tuple[Entry, int | None, int]
Tables = Mapping[str, Sequence[Row]]
Take = Mapping[str, object]


def refused(take: Take) -> str | None:
    """The name of what is wrong with a rule: `cut` or `n`, or a word that does not belong there; None if it is fine."""
    cut, number = take.get("cut"), take.get("n")
    if not isinstance(cut, str) or (cut != "survivors" and cut not in MOST):
        return "cut"
    strange = sorted(set(take) - ({"cut"} if cut == "survivors" else {"cut", "n"}))
    if strange:
        return strange[0]
    if cut in MOST and not (type(number) is int and 1 <= number <= MOST[cut]):
        return "n"
    return None


def qualified(tables: Tables, take: Take) -> tuple[Entry, ...] | None:
    """Those who go on, first seed first; None while a place that matters is not known."""
    told = {section: [Standing(*row) for row in rows] for section, rows in tables.items()}
    number = int(str(take.get("n", 0)))
    match take["cut"]:
        case "top":
            return _known(_whole(told)[:number])
        case "top_of_group":
            chosen = [rows[:number] for rows in told.values()]
            if _known(row for rows in chosen for row in rows) is None:
                return None
            return tuple(crossed([[row.entry for row in rows] for rows in chosen]))
        case "wins":
            enough = [row for row in _whole(told) if row.wins >= number]
            return tuple(r.entry for r in sorted(enough, key=lambda r: (-r.wins, r.lost)))
        case "survivors":
            return tuple(row.entry for row in _whole(told) if _is_alive(row))
    raise ValueError(f"no such cut: {take['cut']}")


def _known(rows: Iterable[Standing]) -> tuple[Entry, ...] | None:
    rows = tuple(rows)
    return None if any(row.place is None for row in rows) else tuple(row.entry for row in rows)


def _is_alive(row: Standing) -> bool:
    return row.place in (None, 1) if row.alive is None else row.alive


def _whole(tables: Mapping[str, list[Standing]]) -> list[Standing]:
    """The main table; of groups all firsts, then all seconds …, those with more wins first."""
    if MAIN in tables:
        return tables[MAIN]
    return [
        row
        for tier in zip_longest(*tables.values())
        for row in sorted((row for row in tier if row is not None), key=lambda row: -row.wins)
    ]


def crossed(groups: Sequence[Sequence[Entry]]) -> list[Entry]:
    """The seed order for the best of each group; of each rank as many seeds as there are groups.

    The winners are dealt to the upper and the lower half in turn, the seconds stand the other way round, and so on;
    where somebody could still meet one of his own group sooner than he must, those of one rank change places. Where
    there are byes, they go to the winners of the first groups.

    >>> crossed([[11, 12], [21, 22]])  # 11 meets 22, 21 meets 12
    [11, 21, 12, 22]
    """
    total = sum(len(group) for group in groups)
    size = bracket_size(total)
    line_of = {seed: line for line, seed in enumerate(folded(size))}
    order: list[Entry] = []
    ranks: list[int] = []
    across: list[int] = []  # the groups as their winners stand, from the top line down
    for rank in range(max(map(len, groups), default=0)):
        here = [g for g in range(len(groups)) if rank < len(groups[g])]
        seeds = range(len(order) + 1, len(order) + 1 + len(here))
        lines = sorted(seeds, key=line_of.__getitem__)
        if rank:
            standing = [g for g in across if g in here]
            seated = dict(zip(lines, standing[::-1] if rank % 2 else standing, strict=True))
        elif total == size:
            seated = dict(zip(lines, here[::2] + here[1::2], strict=True))
        else:
            seated = dict(zip(seeds, here, strict=True))
        across = across or [seated[seed] for seed in lines]
        order += [groups[seated[seed]][rank] for seed in seeds]
        ranks += [rank] * len(here)
    own = {entry: frozenset({str(g)}) for g, group in enumerate(groups) for entry in group}
    return exchanged(order, own, lambda one, two: ranks[one] == ranks[two], NO_CHANCE)
