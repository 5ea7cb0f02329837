"""The standings as rows. The computing is cached by the tournament's version: whatever changes it raises that.

Names are read anew each time, so a player who leaves the site leaves the cache as well.
"""

from django.core.cache import cache

from tournaments.models import Bracket, Entry, Tournament
from tournaments.selectors.drawsheet import DrawSheet
from tournaments.selectors.lists import player_ref
from tournaments.selectors.shapes import StandingRow
from tournaments.standings.table import Row, table

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
        bracket = Bracket.objects.filter(tournament=tournament, kind="main").first()
        rows = _table(DrawSheet(bracket)) if bracket else ()
        cache.set(key, rows, KEPT_S)
    return rows


def _table(sheet: DrawSheet) -> tuple[Row, ...]:
    return table(sheet.nodes(), sheet.resolve().decisions, sheet.entrants())


def _named(row: Row, entry: Entry) -> StandingRow:
    return StandingRow(
        place_from=row.place_from,
        place_to=row.place_to,
        entry=row.entry,
        player=player_ref(entry.player),
        status=entry.status if row.status == "withdrawn" else row.status,
        played=row.played,
        won=row.won,
        lost=row.lost,
        points=row.points,
        tie_breaks=dict(row.tie_breaks),
    )
