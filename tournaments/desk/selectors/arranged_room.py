"""The rooms while their tables are arranged: each table with its row and column, and a grid with room around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.bracket.selectors.venue_mode import table_pool_of
from tournaments.models import PlayingTable, Tournament
from tournaments.venue.selectors.plan_layout import LAST, Place, by_room, place_in, places_of

AROUND = 2
LEAST = 8


@dataclass(frozen=True, slots=True)
class ArrangedTable:
    """A table; `place` is what its field shows, row and column, as they were typed or as they are."""

    id: int
    number: int
    place: str


@dataclass(frozen=True, slots=True)
class ArrangedRoom:
    """A room. `rows` is a grid of places, row by row, each with the id and number of its table or None."""

    name: str
    tables: tuple[ArrangedTable, ...]
    rows: tuple[tuple[ArrangedTable | None, ...], ...]


def arranged_rooms(
    tournament: Tournament, typed: Mapping[str, str] | None = None
) -> list[ArrangedRoom]:
    """The rooms of the tables that the tournament uses; with `typed`, as the form was sent. Two queries."""
    pool = table_pool_of(tournament)
    tables = list(pool.tables.select_related("room")) if pool else []
    return [_room(name, listed, typed or {}) for name, listed in by_room(tables).items()]


def _room(name: str, tables: Sequence[PlayingTable], typed: Mapping[str, str]) -> ArrangedRoom:
    places = places_of(tables)
    listed = {
        table.pk: ArrangedTable(
            table.pk,
            table.number,
            typed.get(f"place-{table.pk}", "{},{}".format(*places[table.pk])),
        )
        for table in tables
    }
    shown: dict[Place, ArrangedTable] = {}
    for table in listed.values():
        shown.setdefault(place_in(table.place) or places[table.id], table)
    rows = min(LAST, max(LEAST // 2, *(row for row, _column in shown)) + AROUND)
    columns = min(LAST, max(LEAST, *(column for _row, column in shown)) + AROUND)
    return ArrangedRoom(
        name,
        tuple(listed.values()),
        tuple(
            tuple(shown.get((row, column)) for column in range(1, columns + 1))
            for row in range(1, rows + 1)
        ),
    )
