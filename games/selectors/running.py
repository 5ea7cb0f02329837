"""How the live processes do: moves a minute and how fast they were answered, from the rows they write."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import counters
from games.models import ProcessMinute

LOOKED_BACK = timedelta(minutes=15)
FRESH = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Pace:
    """All live processes together over the last quarter of an hour; times in milliseconds, None without moves.

    `p50` and `p99` are the bounds that so many answers kept; `now` counts the last minute alone.
    """

    now: float
    mean: float
    p50: float | None
    p99: float | None
    answers: int
    listeners: int
    processes: int


def pace(now: datetime) -> Pace:
    """One query."""
    rows = list(ProcessMinute.objects.filter(at__gt=now - LOOKED_BACK))
    lately = [row for row in rows if row.at > now - FRESH]
    counts = [0] * len(counters.ANSWERED_S.counts)
    for row in rows:
        for place, count in enumerate(row.answered[: len(counts)]):
            counts[place] += count
    newest = {row.process: row for row in sorted(lately, key=lambda row: row.at)}
    began = min((row.at - timedelta(seconds=row.seconds) for row in rows), default=now)
    minutes = max((now - began).total_seconds() / 60, 1.0)
    return Pace(
        now=float(sum(row.moves for row in lately)),
        mean=sum(counts) / minutes,
        p50=quantile(counts, 0.5),
        p99=quantile(counts, 0.99),
        answers=sum(counts),
        listeners=sum(row.listeners for row in newest.values()),
        processes=len(newest),
    )


def quantile(counts: Sequence[int], share: float) -> float | None:
    """The bound in milliseconds under which this share of the answers lies; infinite above the last bound."""
    wanted = sum(counts) * share
    if not wanted:
        return None
    seen = 0
    for count, bound in zip(counts, (*counters.ANSWERED_S.bounds, float("inf")), strict=True):
        seen += count
        if seen >= wanted:
            return bound * 1000
    return None
