"""The final order over several stages: who came furthest, and behind them those who went out on the way."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.formats.base import MAIN
from tournaments.standings.row import PlaceRow


def sections_of_all(sections: Collection[str]) -> list[str]:
    """The tables of a stage that hold everybody in it: the main one, or else all its groups.

    >>> sections_of_all(["main", "consolation"]), sections_of_all(["A", "B"])
    (['main'], ['A', 'B'])
    """
    return [MAIN] if MAIN in sections else list(sections)


def merged(tables: Mapping[str, Sequence[PlaceRow]]) -> list[PlaceRow]:
    """A stage as one table: the main one, or all groups together, where equal places are shared."""
    names = sections_of_all(tables)
    rows = [row for section in names for row in tables[section]]
    return rows if len(names) < 2 else _placed(sorted(rows, key=_place), 0)


def overall(stages: Iterable[Sequence[PlaceRow]]) -> list[PlaceRow]:
    """The rows of the last stage first; of each stage before it only those who did not go on. `stages` from the last."""
    rows_so_far: list[PlaceRow] = []
    for rows in stages:
        here = {row.entry for row in rows_so_far}
        if not here:
            rows_so_far = list(rows)
            continue
        before = {row.entry: row for row in rows}
        rows_so_far = [_added(row, before.get(row.entry)) for row in rows_so_far]
        left = [_out(row) for row in rows if row.entry not in here]
        rows_so_far += _placed(left, len(rows_so_far))
    return rows_so_far


def _added(row: PlaceRow, before: PlaceRow | None) -> PlaceRow:
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


def _out(row: PlaceRow) -> PlaceRow:
    return row if row.status == "withdrawn" else replace(row, status="eliminated")


def _placed(rows: list[PlaceRow], ahead: int) -> list[PlaceRow]:
    """Rows in order with the places that are left; equal places stay shared."""
    if any(row.place_from is None for row in rows):
        return rows
    placed: list[PlaceRow] = []
    while rows:
        band = [row for row in rows if row.place_from == rows[0].place_from]
        first = ahead + len(placed) + 1
        last = first + len(band) - 1
        placed += [replace(row, place_from=first, place_to=last) for row in band]
        rows = rows[len(band) :]
    return placed


def _place(row: PlaceRow) -> int:
    return row.place_from or 0
