"""The standings as rows. The computing is cached by the tournament's version: whatever changes it raises that.

Names are read anew each time, so a player who leaves the site leaves the cache as well.
"""

from django.core.cache import cache

from tournaments.formats.base import MAIN
from tournaments.models import Entry, Stage, Tournament
from tournaments.selectors.lists import entrant_ref
from tournaments.selectors.shapes import StandingRow
from tournaments.selectors.tables import tables_of
from tournaments.standings.table import Row

KEPT_S = 3600


def standing_rows(tournament: Tournament) -> tuple[StandingRow, ...]:
    """The main bracket's table, from the top; empty before the draw. One query when cached."""
    rows = _computed(tournament)
    entries = {e.pk: e for e in tournament.entries.select_related("player")} if rows else {}
    return tuple(_named(row, entries[row.entry]) for row in rows)


def _computed(tournament: Tournament) -> tuple[Row, ...]:
    key = f"standings.{tournament.pk}.{tournament.version}"
    rows: tuple[Row, ...] | None = cache.get(key)
    if rows is None:
        stage = Stage.objects.filter(tournament=tournament).order_by("number").first()
        rows = () if stage is None else tables_of(stage).get(MAIN, ())
        cache.set(key, rows, KEPT_S)
    return rows


def _named(row: Row, entry: Entry) -> StandingRow:
    return StandingRow(
        place_from=row.place_from,
        place_to=row.place_to,
        entry=row.entry,
        player=entrant_ref(entry),
        status=entry.status if row.status == "withdrawn" else row.status,
        played=row.played,
        won=row.won,
        lost=row.lost,
        points=row.points,
        tie_breaks=dict(row.tie_breaks),
    )
