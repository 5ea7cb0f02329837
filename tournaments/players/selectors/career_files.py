"""The matches of a player as files: a table for spreadsheets, and match files of what was played here."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo
from uuid import UUID

from games.match_files import stem_of
from games.models import Match
from games.records.kinds import KINDS
from games.selectors import SEATS
from games.selectors.records import records_of
from games.selectors.visibility import hidden_until
from tournaments.players.selectors.career_rows import CareerMatch
from tournaments.players.texts import kind_names
from web.csv_writing import Cell

AT_ONCE = 20
"""Matches in memory together: two queries for them, one for their seats, one for outages."""
MOST_FILES = 200
HEAD = (
    "date", "opponent", "tournament", "type", "length", "score", "opponent_score", "result", "reason", "match",
)  # fmt: skip
"""Names of the columns are for programs and stay in English."""


def table(rows: Iterable[CareerMatch], zone: tzinfo) -> Iterator[Sequence[Cell]]:
    """A line for each match that is over, in the order of `rows`; dates are days of `zone`."""
    names = kind_names()
    for row in rows:
        if not row.is_over:
            continue
        own, theirs = row.score or (None, None)
        result = "tied" if row.won is None else "won" if row.won else "lost"
        yield (
            row.at.astimezone(zone).date().isoformat(), row.opponent.name, row.title, names[row.kind], row.length,
            own, theirs, result, row.reason, str(row.match or ""),
        )  # fmt: skip


def match_files(
    rows: Iterable[CareerMatch], suffix: str, now: datetime
) -> Iterator[tuple[str, str]]:
    """(name, text) of the latest two hundred that were played online and are over, as late as spectators see them."""
    over = [row.match for row in rows if row.match is not None and row.is_over][:MOST_FILES]
    kind = KINDS[suffix]
    for start in range(0, len(over), AT_ONCE):
        matches = _with_seats(over[start : start + AT_ONCE])
        until = {match.pk: hidden_until(match, None, now) for match in matches}
        for record in records_of(matches, until):
            if record.entries:
                yield f"{stem_of(record)}.{kind.suffix}", kind.write(record)


def _with_seats(ids: Sequence[UUID]) -> list[Match]:
    """In the order of the ids, without those that were never begun."""
    matches = Match.objects.filter(pk__in=ids, started_at__isnull=False)
    by_id = {match.pk: match for match in matches.defer("state").prefetch_related(SEATS)}
    return [by_id[pk] for pk in ids if pk in by_id]
