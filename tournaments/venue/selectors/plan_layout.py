"""Where the tables stand on the plan of a room: rows and columns that somebody has set, else rows by number."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Generic, TypeVar

from tournaments.models import PlayingTable

LAST: Final = 40
"""The last row and the last column of a plan."""
IN_A_ROW: Final = 8

Place = tuple[int, int]
"""Row and column, from 1."""
Cell = TypeVar("Cell")


@dataclass(frozen=True, slots=True)
class PlanGrid(Generic[Cell]):
    """The cells of a room, row by row, with None where no table stands; every row is as long as the others. `first` is the
    place of the first cell."""

    room: str
    rows: tuple[tuple[Cell | None, ...], ...]
    first: Place = (1, 1)

    @property
    def columns(self) -> int:
        return len(self.rows[0]) if self.rows else 0


def by_room(tables: Iterable[PlayingTable]) -> dict[str, list[PlayingTable]]:
    """The tables of each room, in the order of their numbers. The room of the tables must be selected."""
    rooms: dict[str, list[PlayingTable]] = {}
    for table in sorted(tables, key=lambda table: table.number):
        rooms.setdefault(table.room.name if table.room else "", []).append(table)
    return rooms


def places_of(tables: Sequence[PlayingTable]) -> dict[int, Place]:
    """The place of each table of one room by its id. Tables without a place of their own, and the second of two with the
    same, stand in rows behind the others; after the last row, in what is free before it."""
    places: dict[int, Place] = {}
    taken: set[Place] = set()
    for table in tables:
        if table.plan_row is None or table.plan_column is None:
            continue
        if (place := (table.plan_row, table.plan_column)) not in taken:
            taken.add(place)
            places[table.pk] = place
    first = max((row for row, _column in taken), default=0) + 1
    rest = [table.pk for table in tables if table.pk not in places]
    behind = {pk: place for pk, place in in_rows(rest, IN_A_ROW, first).items() if place[0] <= LAST}
    cells = product(range(1, LAST + 1), range(1, LAST + 1))
    free = (place for place in cells if place not in taken)
    return places | behind | dict(zip([pk for pk in rest if pk not in behind], free, strict=False))


def in_rows(tables: Sequence[int], in_a_row: int, first: int = 1) -> dict[int, Place]:
    """These tables in rows of so many, from that row on."""
    return {pk: (first + n // in_a_row, 1 + n % in_a_row) for n, pk in enumerate(tables)}


def grid(room: str, places: Mapping[int, Place], cells: Mapping[int, Cell]) -> PlanGrid[Cell]:
    """The part of a room where its tables stand, without the empty rows and columns around them."""
    if not places:
        return PlanGrid(room, ())
    rows, columns = zip(*places.values(), strict=True)
    at = {place: cells[pk] for pk, place in places.items()}
    return PlanGrid(
        room,
        tuple(
            tuple(at.get((row, column)) for column in range(min(columns), max(columns) + 1))
            for row in range(min(rows), max(rows) + 1)
        ),
        (min(rows), min(columns)),
    )


def place_in(text: str) -> Place | None:
    """A place as it is typed: row and column, with a comma between them. None for anything else."""
    row, _comma, column = (part.strip() for part in text.partition(","))
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in (row, column)):
        return None
    place = int(row), int(column)
    return place if all(1 <= n <= LAST for n in place) else None
