"""How busy the live processes were in the last day and how fast they answered, in quarters of an hour."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from games import counters
from games.models import ProcessMinute
from games.selectors.running import quantile
from tournaments.staff.selectors.growth import Chart, bars

STEP = timedelta(minutes=15)
STEPS = 96
SLOWEST_MS = 5_000.0
"""Drawn for answers slower than the last bound of the histogram."""


def load_charts(now: datetime, titles: tuple[str, str], clock: Any) -> tuple[Chart, Chart]:
    """Moves a minute, and the milliseconds in which 99 of 100 were answered. One query.

    The steps end at whole quarters of an hour, so that only the last one changes. `titles` are those of the two charts;
    `clock` formats a moment in the reader's time zone.
    """
    begin = _begin(now)
    rows = ProcessMinute.objects.filter(at__gt=begin, at__lte=begin + STEPS * STEP)
    counted = _steps(begin, rows.order_by().values_list("at", "answered"))
    minutes = STEP / timedelta(minutes=1)
    pace = [round(sum(counts) / minutes, 1) for counts in counted]
    slow = [_p99(counts) for counts in counted]
    ends = [clock(begin + (place + 1) * STEP) for place in range(STEPS)]
    return (
        _chart("pace", titles[0], pace, ends, "{:g}"),
        _chart("p99", titles[1], slow, ends, "{:g} ms"),
    )


def _begin(now: datetime) -> datetime:
    """The start of the first step, chosen so that the current step is the last."""
    whole = datetime.fromtimestamp(
        now.timestamp() // STEP.total_seconds() * STEP.total_seconds(), now.tzinfo
    )
    return whole + STEP - STEPS * STEP


def _steps(begin: datetime, rows: Iterable[tuple[datetime, Sequence[int]]]) -> list[list[int]]:
    """How many were answered within each bound, step by step."""
    width = len(counters.ANSWERED_S.counts)
    counted = [[0] * width for _ in range(STEPS)]
    for at, answered in rows:
        place = min((at - begin) // STEP, STEPS - 1)
        for bound, count in enumerate(answered[:width]):
            counted[place][bound] += count
    return counted


def _p99(counts: Sequence[int]) -> float:
    return min(quantile(counts, 0.99) or 0.0, SLOWEST_MS)


def _chart(name: str, label: str, values: list[float], ends: list[str], pattern: str) -> Chart:
    captions = [f"{end}: {pattern.format(value)}" for end, value in zip(ends, values, strict=True)]
    most = max(values)
    return Chart(name, label, bars(values, captions), most, values[-1])
