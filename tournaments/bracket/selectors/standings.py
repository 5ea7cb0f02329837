"""The standings as rows: of a stage's table, and of the whole tournament over all its stages.

standings_cache.py computes and caches them; names are read anew each time.
"""

from collections.abc import Iterable, Mapping

from tournaments.bracket.selectors.lists import entrant_ref
from tournaments.bracket.selectors.rows import StandingRow
from tournaments.bracket.selectors.standings_cache import CachedTables
from tournaments.models import Entry, Stage, Tournament
from tournaments.standings.overall import merged, overall, sections_of_all
from tournaments.standings.row import PlaceRow

Entries = Mapping[int, Entry]


def standing_rows(tournament: Tournament, most: int | None = None) -> tuple[StandingRow, ...]:
    """The final order of everybody, or of the first `most`, from the top; empty before the draw.

    First the entries of the last stage, in its order; then those that went out in the stage before, and so on.
    Two queries when cached.
    """
    numbers = Stage.objects.filter(tournament=tournament).order_by("-number")
    stages = [
        _merged(CachedTables(tournament, number))
        for number in numbers.values_list("number", flat=True)
    ]
    rows = overall(stages)[:most]
    entries = entries_of(tournament, (row.entry for row in rows)) if rows else {}
    return tuple(named(row, entries[row.entry]) for row in rows)


def group_tables(tournament: Tournament, number: int) -> dict[str, list[StandingRow]]:
    """Every table of a stage with names. One query when cached."""
    cached = CachedTables(tournament, number)
    tables = {section: cached.rows(section) for section in cached.heads}
    entries = entries_of(tournament, (row.entry for rows in tables.values() for row in rows))
    return {
        section: [named(row, entries[row.entry]) for row in rows]
        for section, rows in tables.items()
    }


def entries_of(tournament: Tournament, wanted: Iterable[int]) -> dict[int, Entry]:
    """Entries by id with their players; all of the tournament's where most are wanted."""
    ids = set(wanted)
    entries = tournament.entries.select_related("player")
    return {e.pk: e for e in (entries.filter(pk__in=ids) if len(ids) <= 500 else entries)}


def named(row: PlaceRow, entry: Entry) -> StandingRow:
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
        byes=row.byes,
        lives=row.lives,
        out_in=row.out_in,
        match_points=row.match_points,
        boards=row.boards,
        tied=row.tied,
    )


def _merged(cached: CachedTables) -> list[PlaceRow]:
    """A stage as one table, from the tables that together have all its entries."""
    return merged({section: cached.rows(section) for section in sections_of_all(cached.heads)})
