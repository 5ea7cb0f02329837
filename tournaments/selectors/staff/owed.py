"""What the site owes right now and since when: flags, waits, moves of bots, results, letters. Five small queries."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, QuerySet

from games.models import Match
from tournaments.models import Notice, PairingMatch


@dataclass(frozen=True, slots=True)
class Owing:
    """One kind of work that is due: how many rows, and for how many seconds the oldest."""

    what: str
    count: int
    age_s: float


def owed(now: datetime) -> tuple[Owing, ...]:
    """All kinds, also those of which nothing is due."""
    ended = PairingMatch.objects.filter(
        recorded_at=None, voided_at=None, match__finished_at__isnull=False
    )
    return (
        _owing("flags", Match.objects.filter(flag_at__lte=now), "flag_at", now),
        _owing("waits", Match.objects.filter(next_at__lte=now), "next_at", now),
        _owing("bots", Match.objects.filter(bot_at__lte=now), "bot_at", now),
        _owing("results", ended, "match__finished_at", now),
        _owing("letters", Notice.objects.filter(sent_at=None), "created_at", now),
    )


def _owing(what: str, rows: QuerySet[Any], since: str, now: datetime) -> Owing:
    found = rows.aggregate(count=Count("pk"), since=Min(since))
    age_s = 0.0 if found["since"] is None else max(0.0, (now - found["since"]).total_seconds())
    return Owing(what, found["count"], age_s)
