"""The public counts of all rolls of closed epochs, and which epochs are still to be counted."""

from collections.abc import Iterator
from datetime import datetime
from itertools import count
from typing import Any

from django.db.models import QuerySet

from games.models import MatchSeed, RollCount
from games.records.tally import RollTally, tally
from games.selectors.visibility import delay_of

AT_ONCE = 100


def owed() -> QuerySet[MatchSeed]:
    """Closed epochs whose rolls are not counted yet."""
    return MatchSeed.objects.filter(revealed_at__isnull=False, counted_at__isnull=True)


def rolls(now: datetime) -> tuple[RollTally, datetime]:
    """The tally, and the moment up to which every epoch that was closed, as spectators see it, is in it."""
    missing = next((at for at, context in _closed() if _is_seen(at, context, now)), None)
    rows = RollCount.objects.values_list("first", "second", "count")
    return tally({(a, b): times for a, b, times in rows}), missing or now


def _closed() -> Iterator[tuple[datetime | None, dict[str, Any]]]:
    """What is owed, the oldest first, a few at a time: a cursor would have the database read all of it."""
    closed = owed().order_by("revealed_at", "pk").values_list("revealed_at", "match__context")
    for first in count(0, AT_ONCE):
        rows = list(closed[first : first + AT_ONCE])
        yield from rows
        if len(rows) < AT_ONCE:
            return


def _is_seen(at: datetime | None, context: dict[str, Any], now: datetime) -> bool:
    """Have spectators seen the end of this epoch's match? Before, nothing here may show it."""
    return at is not None and at + delay_of(context) <= now
