"""Leaderboards of a month or a year: who is rated how at its end, and who has gained most within it."""

import re
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from ratings.models import PeriodRating
from ratings.selectors.current import LeaderFilter, cut_down, former_players, rank_among
from web.date_texts import month_text

PERIOD = re.compile(r"[12]\d{3}(-(0[1-9]|1[0-2]))?")
RATING, GAIN = "rating", "gain"
ORDERS = {RATING: _("Rating"), GAIN: _("Most gained")}
MONTHS = 12


@dataclass(frozen=True, slots=True)
class PeriodFilter:
    """A month as `2026-11` or a year as `2026`, by the calendar of UTC; the highest rating first, or the most gained."""

    period: str
    order: str = RATING


def is_period(text: str) -> bool:
    """Does the text name a month or a year?"""
    return PERIOD.fullmatch(text) is not None


def offered_periods(now: datetime, asked: str = "") -> list[tuple[str, str]]:
    """This month and the one before, this year and the one before, and what is `asked` for; with their names."""
    last = date(now.year, now.month, 1)
    before = date(now.year - (now.month == 1), (now.month - 2) % MONTHS + 1, 1)
    periods = [f"{last:%Y-%m}", f"{before:%Y-%m}", str(now.year), str(now.year - 1)]
    if is_period(asked) and asked not in periods:
        periods.append(asked)
    return [(period, period_name(period)) for period in periods]


def period_name(period: str) -> str:
    """As in “November 2026”; a year is its number."""
    year, _dash, month = period.partition("-")
    return month_text(date(int(year), int(month), 1)) if month else year


def period_leaders(asked: LeaderFilter, within: PeriodFilter) -> QuerySet[PeriodRating]:
    """Those who match and have played a rated match in the period. The least experience is that at its end."""
    rows = PeriodRating.objects.filter(pool=asked.pool, period=within.period)
    return cut_down(rows, asked).select_related("player").order_by(f"-{within.order}", "player_id")


def period_row(player: Player, pool: str, period: str) -> PeriodRating | None:
    """Of one player. One query."""
    rows = PeriodRating.objects.filter(player=player, pool=pool, period=period)
    return rows.select_related("player").first()


def rank_within(asked: LeaderFilter, within: PeriodFilter, row: PeriodRating) -> int | None:
    """The place of a row, from 1; None where it is not listed. Two queries."""
    return rank_among(period_leaders(asked, within), row, within.order)


def listed_within(asked: LeaderFilter, within: PeriodFilter) -> int:
    """How many a leaderboard of a period lists. Two queries that read indexes only where nothing but the pool is asked for."""
    if asked != LeaderFilter(asked.pool):
        return period_leaders(asked, within).count()
    rows = PeriodRating.objects.filter(pool=asked.pool, period=within.period).order_by()
    return rows.count() - rows.filter(player__in=former_players()).count()
