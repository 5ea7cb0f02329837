"""Who goes on to the next stage, and in which seed order. The rule is data: {"cut": "top", "n": 8}.

It reads finished tables and must not make any. Cuts: `top` the first n of the whole stage; `top_of_group` the first n
of each group, so crossed that two of one group meet as late as can be (T5.3); `wins` all with at least n wins, 5–0
before 5–1 (T6.9); `survivors` those who still have a life (T7.1).

Entries that share the last place that goes on are ordered by lot, so that a cut never follows the order of rows (T6.9).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from tournaments.formats.base import MAIN, Entry
from tournaments.formats.crossing import crossed

MOST: Final[Mapping[str, int]] = {"top": 10_000, "top_of_group": 64, "wins": 99}


class Standing(NamedTuple):
    """A row of a table. `place` is None while it is not known.

    `alive` is None where lives are not counted: then whoever has no place yet counts as alive, and the first.
    """

    entry: Entry
    place: int | None
    wins: int
    lost: int = 0
    alive: bool | None = None


class BrokenTie(NamedTuple):
    """A tie across the last place that goes on, broken by lot: the entries that go through, and those left out."""

    through: tuple[Entry, ...]
    out: tuple[Entry, ...]


class Cut(NamedTuple):
    """The entries that go on, first seed first; None while a place that matters is not known."""

    entries: tuple[Entry, ...] | None
    lots: tuple[BrokenTie, ...] = ()


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


def qualified(
    tables: Tables, take: Take, lot: Mapping[Entry, int] | None = None
) -> tuple[Entry, ...] | None:
    """The entries that go on; None while a place that matters is not known."""
    return cut(tables, take, lot).entries


def cut(tables: Tables, take: Take, lot: Mapping[Entry, int] | None = None) -> Cut:
    """Those who go on, and the ties across the last place that the lot has broken.

    `lot` gives each entry's place in the lot, the lower the better. Without it tied entries keep their order.
    """
    drawn = lot or {}
    standings = {section: [Standing(*row) for row in rows] for section, rows in tables.items()}
    number = int(str(take.get("n", 0)))
    match take["cut"]:
        case "top":
            return _top(standings, number, drawn)
        case "top_of_group":
            return _top_of_group([rows for rows in standings.values() if rows], number, drawn)
        case "wins":
            enough = [row for row in _whole(standings, {}) if row.wins >= number]
            ranked = sorted(enough, key=lambda row: (-row.wins, row.lost))
            return Cut(tuple(row.entry for row in ranked))
        case "survivors":
            return Cut(tuple(row.entry for row in _whole(standings, {}) if _is_alive(row)))
    raise ValueError(f"no such cut: {take['cut']}")


def _top(tables: Mapping[str, list[Standing]], number: int, lot: Mapping[Entry, int]) -> Cut:
    if MAIN in tables:
        whole = _across_by_lot(tables[MAIN], number, lot)
        rows: Mapping[str, list[Standing]] = tables
    else:  # where the cut runs through a group, everybody tied in it takes part in the lot
        rows = {section: _by_lot(listed, lot) for section, listed in tables.items()}
        whole = _whole(rows, lot)
    entries = _entries_if_placed(whole[:number])
    return Cut(entries, () if entries is None else _lots_of_top(rows, whole, number))


def _top_of_group(groups: Sequence[list[Standing]], number: int, lot: Mapping[Entry, int]) -> Cut:
    drawn = [_across_by_lot(rows, number, lot) for rows in groups]
    chosen = [rows[:number] for rows in drawn]
    if _entries_if_placed(row for rows in chosen for row in rows) is None:
        return Cut(None)
    lots = [_lot(rows, number, _place) for rows in drawn]
    entries = tuple(crossed([[row.entry for row in rows] for rows in chosen]))
    return Cut(entries, tuple(lot for lot in lots if lot is not None))


def _across_by_lot(rows: list[Standing], number: int, lot: Mapping[Entry, int]) -> list[Standing]:
    """A table with those who share the last place that goes on in the order of the lot."""
    if _lot(rows, number, _place) is None:
        return rows
    tied = rows[number].place
    first = next(index for index, row in enumerate(rows) if row.place == tied)
    last = first + sum(row.place == tied for row in rows)
    return [*rows[:first], *_drawn(rows[first:last], lot), *rows[last:]]


def _by_lot(rows: list[Standing], lot: Mapping[Entry, int]) -> list[Standing]:
    """A table with those who share a place in the order of the lot."""
    bands = [list(band) for _place_of, band in groupby(rows, _place)]
    return [row for band in bands for row in _drawn(band, lot)]


def _drawn(band: list[Standing], lot: Mapping[Entry, int]) -> list[Standing]:
    if band[0].place is None:  # still playing, so not tied for good
        return band
    return sorted(band, key=lambda row: lot.get(row.entry, 0))


def _lots_of_top(
    tables: Mapping[str, list[Standing]], whole: list[Standing], number: int
) -> tuple[BrokenTie, ...]:
    """Ties across the cut of the whole stage: within a table, and between groups by rank and wins."""
    if MAIN in tables:
        lots = [_lot(whole, number, _place)]
    else:
        rank = {row.entry: n for rows in tables.values() for n, row in enumerate(rows)}
        lots = [_lot(whole, number, lambda row: (rank[row.entry], row.wins))]
        through = {row.entry for row in whole[:number]}
        for rows in tables.values():
            lots.append(_lot(rows, sum(row.entry in through for row in rows), _place))
    return tuple(lot for lot in lots if lot is not None)


def _lot(
    rows: Sequence[Standing], number: int, level: Callable[[Standing], object]
) -> BrokenTie | None:
    """The entries on the same level on both sides of a cut after so many rows; None if it parts none."""
    if not 0 < number < len(rows) or level(rows[number - 1]) != level(rows[number]):
        return None
    tied = level(rows[number])
    return BrokenTie(
        tuple(row.entry for row in rows[:number] if level(row) == tied),
        tuple(row.entry for row in rows[number:] if level(row) == tied),
    )


def _place(row: Standing) -> int | None:
    return row.place


def _entries_if_placed(rows: Iterable[Standing]) -> tuple[Entry, ...] | None:
    rows = tuple(rows)
    return None if any(row.place is None for row in rows) else tuple(row.entry for row in rows)


def _is_alive(row: Standing) -> bool:
    return row.place in (None, 1) if row.alive is None else row.alive


def _whole(tables: Mapping[str, list[Standing]], lot: Mapping[Entry, int]) -> list[Standing]:
    """The main table; of groups all firsts, then all seconds …, those with more wins first, then by lot."""
    if MAIN in tables:
        return tables[MAIN]
    return [
        row
        for tier in zip_longest(*tables.values())
        for row in sorted(
            (row for row in tier if row is not None),
            key=lambda row: (-row.wins, lot.get(row.entry, 0)),
        )
    ]
