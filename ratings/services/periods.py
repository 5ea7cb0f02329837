"""What months and years did to ratings: folded from rated matches, and kept current with them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ratings.models import PeriodRating, RatingChange, RatingPool
from ratings.selectors.rows import AT_ONCE

WRITTEN_AT_ONCE = 500
MONTHS = 12
PERIOD_COLUMNS = [
    field.attname for field in PeriodRating._meta.concrete_fields if field.attname != "id"
]


@dataclass(slots=True)
class PeriodTally:
    """The rating before a period, and what stands after the last of its matches so far."""

    opening: float
    rating: float
    experience: int
    matches: int
    last_at: datetime


class PeriodTallies:
    """Months of players, folded from sides of matches that come in the order of rating."""

    def __init__(self) -> None:
        self._months: dict[tuple[int, int], PeriodTally] = {}

    def add(self, player: int, at: datetime, before: float, after: float, experience: int) -> None:
        """One side of a match. `at` is in UTC."""
        key = player, MONTHS * at.year + at.month - 1
        tally = self._months.get(key)
        if tally is None:
            self._months[key] = PeriodTally(before, after, experience, 1, at)
        else:
            tally.rating, tally.experience, tally.last_at = after, experience, at
            tally.matches += 1

    def columns(self, pool: str) -> Iterator[tuple[Any, ...]]:
        """Rows of months and years, in the order of the model's columns after its id."""
        years: dict[tuple[int, int], PeriodTally] = {}
        for (player, month), tally in sorted(self._months.items()):
            year, month_before = divmod(month, MONTHS)
            yield _columns(pool, f"{year:04}-{month_before + 1:02}", player, tally)
            whole = years.get((player, year))
            if whole is None:
                years[player, year] = PeriodTally(
                    tally.opening, tally.rating, tally.experience, tally.matches, tally.last_at
                )
            else:
                whole.rating, whole.experience, whole.last_at = (
                    tally.rating, tally.experience, tally.last_at
                )  # fmt: skip
                whole.matches += tally.matches
        for (player, year), tally in years.items():
            yield _columns(pool, f"{year:04}", player, tally)


def _columns(pool: str, period: str, player: int, tally: PeriodTally) -> tuple[Any, ...]:
    gain = tally.rating - tally.opening
    return (
        pool, period, player, tally.rating, gain, tally.experience, tally.matches, tally.last_at,
    )  # fmt: skip


def write_periods(pool: str, since: Mapping[int, datetime]) -> None:
    """The periods of these players, each from the year on in which something changed. Three queries for each 300 players.
    Lists of events and clubs have no periods."""
    if pool not in RatingPool.values:
        return
    listed = sorted(since)
    for start in range(0, len(listed), AT_ONCE):
        part = listed[start : start + AT_ONCE]
        year = min(since[player] for player in part).astimezone(UTC).year
        stored = PeriodRating.objects.filter(pool=pool, player__in=part, period__gte=f"{year:04}")
        stored.delete()
        PeriodRating.objects.bulk_create(
            (
                PeriodRating(**dict(zip(PERIOD_COLUMNS, row, strict=True)))
                for row in _folded(pool, part, year)
            ),
            batch_size=WRITTEN_AT_ONCE,
        )


def _folded(pool: str, players: Iterable[int], year: int) -> Iterator[tuple[Any, ...]]:
    changes = RatingChange.objects.filter(
        pool=pool, player__in=players, ended_at__gte=datetime(year, 1, 1, tzinfo=UTC)
    )
    tallies = PeriodTallies()
    for player, at, before, after, experience, length in changes.order_by(
        "ended_at", "source"
    ).values_list(
        "player", "ended_at", "rating_before", "rating_after", "experience_before", "length"
    ):
        tallies.add(player, at, before, after, experience + length)
    return tallies.columns(pool)
