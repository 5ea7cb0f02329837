"""The public counts of all throws of closed epochs, and which epochs are still to be counted."""

from datetime import datetime

from django.db.models import Min, QuerySet

from games.models import MatchSeed, RollCount
from games.records.tally import Tally, tally


def owed() -> QuerySet[MatchSeed]:
    """Closed epochs whose throws are not counted yet."""
    return MatchSeed.objects.filter(revealed_at__isnull=False, counted_at__isnull=True)


def rolls(now: datetime) -> tuple[Tally, datetime]:
    """The tally, and the moment up to which every epoch that was closed is in it."""
    missing = owed().aggregate(first=Min("revealed_at"))["first"]
    rows = RollCount.objects.values_list("first", "second", "count")
    return tally({(a, b): count for a, b, count in rows}), missing or now
