"""The final order over several stages: who came furthest, and behind them those who went out on the way."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.formats.base import MAIN
from tournaments.standings.row import Row


def sections_of_all(sections: Collection[str]) -> list[str]:
    """The tables of a stage that hold everybody in it: the main one, or else all its groups.

    >>> sections_of_all(["main", "consolation"]), sections_of_all(["A", "B"])
    (['main'], ['A', 'B'])
    """
    return [MAIN] if MAIN in sections else list(sections)


def merged(tables: Mapping[str, Sequence[Row]]) -> list[Row]:
    """A stage as one table: the main one, or all groups together, where equal places are shared."""
    told = sections_of_all(tables)
    rows = [row for section in told for row in tables[section]]
    return rows if len(told) < 2 else _placed(sorted(rows, key=_place), 0)


def overall(stages: Iterable[Sequence[Row]]) -> list[Row]:
    """The last stage first; of those before it only who did not go on, who are out. `stages` from the last."""
    found: list[Row] = []
    for rows in stages:
        here = {row.entry for row in found}
        if not here:
            found = list(rows)
            continue
        before = {row.entry: row for row in rows}
        found = [_added(row, before.get(row.entry)) for row in found]
        left = [_out(row) for row in rows if row.entry not in here]
        found += _placed(left, len(found))
    return found


def _added(row: Row, before: Row | None) -> Row:
    """A row with what was won and lost in the stage before."""
    if before is None:
        return row
    return replace(
        row,
        played=row.played + before.played,
        won=row.won + before.won,
        lost=row.lost + before.lost,
        tied=row.tied + before.tied,
        byes=row.byes + before.byes,
    )


def _out(row: Row) -> Row:
    return row if row.status == "withdrawn" else replace(row, status="eliminated")


def _placed(rows: list[Row], ahead: int) -> list[Row]:
    """Rows in order with the places that are left; who has equal places goes on sharing."""
    if any(row.place_from is None for row in rows):
        return rows
    found: list[Row] = []
    while rows:
        band = [row for row in rows if row.place_from == rows[0].place_from]
        first = ahead + len(found) + 1
        last = first + len(band) - 1
        found += [replace(row, place_from=first, place_to=last) for row in band]
        rows = rows[len(band) :]
    return found


def _place(row: Row) -> int:
    return row.place_from or 0
