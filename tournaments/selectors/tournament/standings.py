"""The standings as rows: of a stage's table, and of the whole tournament over all its stages.

Computing is kept_tables' matter; names are read anew each time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.models import Entry, Stage, Tournament
from tournaments.selectors.shapes import StandingRow
from tournaments.selectors.tournament.kept_tables import KeptStage
from tournaments.selectors.tournament.lists import entrant_ref
from tournaments.standings.row import Row
from tournaments.standings.sections import TABLE_OF

Entries = Mapping[int, Entry]


def standing_rows(tournament: Tournament) -> tuple[StandingRow, ...]:
    """The final order of everybody, from the top; empty before the draw.

    Who came to the last stage stands by it; then those who went out in the stage before, in the order of that.
    Two queries when cached.
    """
    numbers = Stage.objects.filter(tournament=tournament).order_by("-number")
    stages = [
        _merged(KeptStage(tournament, number))
        for number in numbers.values_list("number", flat=True)
    ]
    rows = _overall(stages)
    entries = entries_of(tournament, (row.entry for row in rows)) if rows else {}
    return tuple(named(row, entries[row.entry]) for row in rows)


def group_tables(tournament: Tournament, number: int) -> dict[str, list[StandingRow]]:
    """Every table of a stage with names. One query when cached."""
    kept = KeptStage(tournament, number)
    tables = {section: kept.rows(section) for section in kept.heads}
    entries = entries_of(tournament, (row.entry for rows in tables.values() for row in rows))
    return {
        section: [named(row, entries[row.entry]) for row in rows]
        for section, rows in tables.items()
    }


def entries_of(tournament: Tournament, wanted: Iterable[int]) -> dict[int, Entry]:
    """Entries by id with their players; all of the tournament's where most are wanted."""
    ids = set(wanted)
    found = tournament.entries.select_related("player")
    return {e.pk: e for e in (found.filter(pk__in=ids) if len(ids) <= 500 else found)}


def named(row: Row, entry: Entry) -> StandingRow:
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
    )


def _merged(kept: KeptStage) -> list[Row]:
    """A stage as one table: the main one, or all groups together, where equal places are shared."""
    main = [section for section in kept.heads if section in TABLE_OF.values()]
    if main or len(kept.heads) < 2:
        return kept.rows(main[0] if main else next(iter(kept.heads), ""))
    rows = [row for section in kept.heads for row in kept.rows(section)]
    return _placed(sorted(rows, key=_place), 0)


def _overall(stages: list[list[Row]]) -> list[Row]:
    """The last stage first; of those before it only who did not go on, who are out."""
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
