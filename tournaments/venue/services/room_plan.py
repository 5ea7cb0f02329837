"""Where the tables stand on the plan of their room. The plan belongs to the tables, so every tournament of an event shares it."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.venue_mode import sharing, table_pool_of
from tournaments.core.locking import lock_together, locked, raise_versions, save_changed
from tournaments.core.permissions import Right, require
from tournaments.models import PlayingTable, TablePool, Tournament
from tournaments.venue.selectors.plan_layout import LAST, Place, by_room, in_rows
from web.errors import DomainError, NotFound


@transaction.atomic
def place_tables(tournament_id: int, places: Mapping[int, Place], *, by: User | None) -> None:
    """Put tables, by their ids, at these places; the others stay where they are.

    Refused: no_such_table, bad_place (400), place_taken.
    """
    tournament, others, tables = _locked_tables(tournament_id, by)
    here = {table.pk: table for table in tables}
    if places.keys() - here.keys():
        raise NotFound("no_such_table", _("This no longer exists. Reload the page."))
    if not all(1 <= row <= LAST and 1 <= column <= LAST for row, column in places.values()):
        text = _("Rows and columns are numbers from 1 to %(last)d.") % {"last": LAST}
        raise DomainError("bad_place", text, status=400)
    for pk, (row, column) in places.items():
        here[pk].plan_row, here[pk].plan_column = row, column
    _require_apart(tables)
    _save(tournament, others, (here[pk] for pk in places))


@transaction.atomic
def lay_in_rows(tournament_id: int, in_a_row: int, *, by: User | None) -> None:
    """Put the tables of every room in rows of so many, by their numbers. Refused: bad_place (400)."""
    tournament, others, tables = _locked_tables(tournament_id, by)
    rooms = by_room(tables)
    longest = max(map(len, rooms.values()), default=0)
    if not 1 <= in_a_row <= LAST or longest > LAST * in_a_row:
        least = max(1, -(-longest // LAST))
        text = _("Enter a number of tables in a row, from %(least)d to %(last)d.")
        raise DomainError("bad_place", text % {"least": least, "last": LAST}, status=400)
    for room in rooms.values():
        places = in_rows([table.pk for table in room], in_a_row)
        for table in room:
            table.plan_row, table.plan_column = places[table.pk]
    _save(tournament, others, tables)


def _locked_tables(
    tournament_id: int, by: User | None
) -> tuple[Tournament, set[int], list[PlayingTable]]:
    others = sharing(tournament_id)
    lock_together({tournament_id, *others})
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    pool = table_pool_of(tournament)
    if pool is None:
        return tournament, others, []
    TablePool.objects.select_for_update().get(pk=pool.pk)
    return tournament, others, list(pool.tables.select_related("room"))


def _require_apart(tables: Iterable[PlayingTable]) -> None:
    for room in by_room(tables).values():
        at = Counter(
            (table.plan_row, table.plan_column) for table in room if table.plan_row is not None
        )
        for place, count in at.items():
            if count > 1:
                numbers = [t.number for t in room if (t.plan_row, t.plan_column) == place]
                text = _("Tables %(one)d and %(two)d have the same place.")
                raise DomainError("place_taken", text % {"one": numbers[0], "two": numbers[1]})


def _save(tournament: Tournament, others: set[int], tables: Iterable[PlayingTable]) -> None:
    PlayingTable.objects.bulk_update(list(tables), ["plan_row", "plan_column"])
    save_changed(tournament)
    raise_versions(others)
