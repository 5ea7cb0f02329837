"""Current ratings: of the players of a page, of one player with their place, and what a match did to both."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django_countries import countries

from accounts.models import Player
from accounts.rating_chips import RatingFigure
from games.models import MatchSeat
from ratings.formulas.fibs import is_provisional
from ratings.hooks import players_of_club
from ratings.models import PeriodRating, PlayerRating, RatingChange, RatingPool
from web.bounded_cache import BoundedCache
from web.folding import fold

RatingRow = TypeVar("RatingRow", PlayerRating, PeriodRating)
AT_ONCE = 500
MINUS = "−"
COUNTRIES_KEPT_S = 60
_countries: BoundedCache[list[str]] = BoundedCache(2**20)


def figures(player_ids: Collection[int]) -> dict[tuple[int, str], RatingFigure]:
    """The ratings of these players in all pools. One query for each 500 of them."""
    listed, by_key = sorted(player_ids), {}
    for start in range(0, len(listed), AT_ONCE):
        rows = PlayerRating.objects.filter(
            player__in=listed[start : start + AT_ONCE], pool__in=RatingPool.values
        )
        for player, pool, points, experience in rows.order_by().values_list(
            "player", "pool", "rating", "experience"
        ):
            by_key[player, pool] = RatingFigure(round(points), is_provisional(experience))
    return by_key


def match_figures(match_id: UUID) -> list[tuple[str, str, str]]:
    """The row for the card at the end of a match: before → after, with the change. Two queries; one for an unrated match."""
    rows = {
        row.player_id: row
        for row in RatingChange.objects.filter(match_id=match_id, pool__in=RatingPool.values)
    }
    if not rows:
        return []
    seats = MatchSeat.objects.filter(match=match_id, player__in=rows)
    texts = {
        seat: change_text(rows[player]) for seat, player in seats.values_list("seat", "player")
    }
    return [(_("Rating"), texts.get("A", ""), texts.get("B", ""))]


def change_text(row: RatingChange) -> str:
    """`1500 → 1522 (+22)`: the difference of the two numbers that are shown."""
    before, after = round(row.rating_before), round(row.rating_after)
    return f"{before} → {after} ({signed(after - before)})"


def signed(change: int) -> str:
    """With a plus or a true minus sign."""
    return f"{MINUS}{-change}" if change < 0 else f"+{change}"


@dataclass(frozen=True, slots=True)
class LeaderFilter:
    """What a leaderboard is cut down to. `country` is a code of two letters or empty, `least` points of experience, `club`
    the address of a club or empty."""

    pool: str = RatingPool.ONLINE
    country: str = ""
    least: int = 0
    name: str = ""
    club: str = ""


def leaders(asked: LeaderFilter) -> QuerySet[PlayerRating]:
    """The current ratings of people that match, the highest first; equal ones in the order of their numbers. One query more
    for a club, when this is called."""
    rows = cut_down(PlayerRating.objects.filter(pool=asked.pool), asked)
    return rows.select_related("player").order_by("-rating", "player_id")


def cut_down(rows: QuerySet[RatingRow], asked: LeaderFilter) -> QuerySet[RatingRow]:
    """Without former players, and those of the filter alone; the pool is the caller's."""
    rows = rows.filter(player__anonymised_at=None)
    if asked.least:
        rows = rows.filter(experience__gte=asked.least)
    if asked.country:
        rows = rows.filter(player__country=asked.country)
    if asked.name:
        rows = rows.filter(player__search_name__contains=fold(asked.name))
    if asked.club:
        players = players_of_club(asked.club)
        rows = rows.none() if players is None else rows.filter(player__in=players)
    return rows


def rank_in(asked: LeaderFilter, row: PlayerRating) -> int | None:
    """The place of a rating in a leaderboard, from 1; None where it is not listed. Two queries."""
    return rank_among(leaders(asked), row, "rating")


def rank_among(
    listed: QuerySet[RatingRow], row: PlayerRating | PeriodRating, column: str
) -> int | None:
    """The place of a row in a list that is ordered by this column, the highest first; None where it is not listed."""
    if not listed.filter(pk=row.pk).exists():
        return None
    value = getattr(row, column)
    ahead = Q(**{f"{column}__gt": value}) | Q(**{column: value}, player__lt=row.player_id)
    return listed.filter(ahead).count() + 1


def standing(row: PlayerRating) -> tuple[int, int]:
    """The place of a rating in the whole list of its pool, and how many are listed. Three queries that read indexes only:
    all are counted, and then the few former players among them.
    """
    pool, former = _pool(row.pool)
    before_me = ~Q(rating=row.rating, player__gte=row.player_id)
    ahead = pool.filter(before_me, rating__gte=row.rating)
    gone = former.aggregate(
        of=Count("pk"),
        ahead=Count("pk", filter=Q(rating__gte=row.rating) & before_me),
    )
    return ahead.count() - gone["ahead"] + 1, pool.count() - gone["of"]


def listed_in(asked: LeaderFilter) -> int:
    """How many a leaderboard lists. Two queries that read indexes only where nothing but the pool is asked for."""
    if asked != LeaderFilter(asked.pool):
        return leaders(asked).count()
    pool, former = _pool(asked.pool)
    return pool.count() - former.count()


def _pool(pool: str) -> tuple[QuerySet[PlayerRating], QuerySet[PlayerRating]]:
    """All ratings of a pool, and those of former players among them, who are few."""
    rows = PlayerRating.objects.filter(pool=pool).order_by()
    return rows, rows.filter(player__in=former_players())


def former_players() -> QuerySet[Player]:
    """Whose accounts were deleted."""
    return Player.objects.filter(anonymised_at__isnull=False)


def rated_countries(pool: str, now: datetime, asked: str = "") -> list[tuple[str, str]]:
    """The countries of a pool's players, by name. One query a minute in each process, because it reads all of them, and
    one for a country that is `asked` for and was not among them."""
    key = (pool, int(now.timestamp()) // COUNTRIES_KEPT_S)
    codes = _countries.get(key)
    if codes is None or (asked not in codes and countries.name(asked)):
        codes = _country_codes(pool)
        _countries.put(key, codes, 64 * (1 + len(codes)))
    named = [(code, str(countries.name(code))) for code in codes]
    return sorted(named, key=lambda pair: pair[1])


def _country_codes(pool: str) -> list[str]:
    rows = PlayerRating.objects.filter(pool=pool, player__anonymised_at=None)
    codes = rows.exclude(player__country="").order_by().values_list("player__country", flat=True)
    return [str(code) for code in set(codes.distinct())]
