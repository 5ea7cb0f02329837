"""Days of vacation: how many a vacation uses, of which year, and how long one may last. Pure.

A vacation uses a day for each 24 hours that it has begun, so at least one however soon it ends. A day belongs to the
calendar year (UTC) in which it begins.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import count, takewhile

DAY = timedelta(days=1)
Span = tuple[datetime, datetime]


def days_of(span: Span) -> Counter[int]:
    """The days that a vacation uses, by year."""
    start, end = span
    days = max(1, -((start - end) // DAY))
    return Counter((start + number * DAY).year for number in range(days))


def days_used(spans: Iterable[Span]) -> Counter[int]:
    """The days that all these use together, by year."""
    used: Counter[int] = Counter()
    for span in spans:
        used += days_of(span)
    return used


def longest(spans: Iterable[Span], start: datetime, allowed: int) -> int:
    """How many days a vacation from `start` may last, with so many allowed a year and these taken already."""
    left = Counter({year: allowed - days for year, days in days_used(spans).items()})

    def has_day(number: int) -> bool:
        year = (start + number * DAY).year
        left[year] = left.get(year, allowed) - 1
        return left[year] >= 0

    return sum(1 for _number in takewhile(has_day, count()))
