"""Who goes on to the next stage, and in which seed order. The rule is data: {"cut": "top", "n": 8}.

It reads finished tables and must not make any. Cuts: `top` the first n of the whole stage; `top_of_group` the first n
of each group, so crossed that two of one group meet as late as can be (T5.3); `wins` all with at least n wins, 5–0
before 5–1 (T6.9); `survivors` those who still have a life (T7.1).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from tournaments.formats.base import MAIN, Entry
from tournaments.formats.crossing import crossed

MOST: Final[Mapping[str, int]] = {"top": 10_000, "top_of_group": 64, "wins": 99}


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
            chosen = [rows[:number] for rows in told.values() if rows]
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
