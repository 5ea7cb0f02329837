"""The record of a league: who changed what, the newest first."""

from dataclasses import dataclass
from datetime import datetime

from leagues.models import League, LeagueRecord
from leagues.texts import record_text

MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class LeagueRecordRow:
    """A line of the record."""

    at: datetime
    by: str
    text: str


def record_rows(league: League) -> list[LeagueRecordRow]:
    """One query."""
    rows = LeagueRecord.objects.filter(league=league).select_related("by")[:MOST_SHOWN]
    return [
        LeagueRecordRow(
            row.at,
            row.by.username if row.by else "–",
            record_text(row.get_verb_display(), row.details),
        )
        for row in rows
    ]
