"""The record of a series: who changed what, the newest first."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from series.models import Series, SeriesRecord
from series.texts import record_text

MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A line of the record."""

    at: datetime
    by: str
    text: str
    reason: str


def record_rows(series: Series) -> list[RecordRow]:
    """Two queries."""
    rows = list(SeriesRecord.objects.filter(series=series).select_related("by")[:MOST_SHOWN])
    ids = {row.details["player"] for row in rows if "player" in row.details}
    names = dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))
    return [
        RecordRow(
            row.at,
            row.by.username if row.by else "–",
            record_text(
                row.verb,
                row.get_verb_display(),
                row.details,
                names.get(row.details.get("player"), "–"),
            ),
            row.reason,
        )
        for row in rows
    ]
