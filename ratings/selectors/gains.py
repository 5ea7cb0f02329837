"""Whose gains look farmed, for staff: much rating from one opponent, or from accounts without a verified email, and pairs
who meet the limit of rated matches again and again.

Counted are friendly matches of the last 30 days, at most the newest MOST_ROWS sides of them. A gain is what a player has
won less what they have lost to the same opponents, in points of the site's rating. Tournaments do not count. Nothing here
is proof: two friends of unequal strength look the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Greatest, Least, TruncDate

from accounts.models import Player
from ratings.models import RatingChange, RatingPool

WINDOW = timedelta(days=30)
LEAST_GAIN = 50.0
DAYS_AT_LIMIT = 3
LISTED = 50
MOST_ROWS = 40_000
GAIN = Sum(F("rating_after") - F("rating_before"))


@dataclass(frozen=True, slots=True)
class SuspectGain:
    """What a player gained in a pool: from one `opponent`, or, where that is None, from `opponents` without a verified
    email. `unverified`: the one opponent has none, either.
    """

    player: Player
    opponent: Player | None
    pool: str
    gain: float
    matches: int
    won: int
    opponents: int
    unverified: bool


@dataclass(frozen=True, slots=True)
class LimitPair:
    """Two players who met the limit on so many `days`: their rated matches on those days, how many of them the first won,
    and what the first gained in them."""

    player: Player
    opponent: Player
    days: int
    matches: int
    won: int
    gain: float


def gains_from_one_opponent(now: datetime) -> list[SuspectGain]:
    """The largest gains of at least LEAST_GAIN points, the largest first; LISTED at most. Three queries."""
    grouped = _recent(now).values("player", "opponent", "pool")
    rows = list(
        grouped.annotate(gain=GAIN, matches=Count("pk"), victories=Count("pk", Q(won=True)))
        .filter(gain__gte=LEAST_GAIN)
        .order_by("-gain", "player", "opponent")[:LISTED]
    )
    people = _people({row[side] for row in rows for side in ("player", "opponent")})
    verified = set(_with_verified_email(row["opponent"] for row in rows))
    return [
        SuspectGain(
            people[row["player"]], people[row["opponent"]], str(RatingPool(row["pool"]).label),
            row["gain"], row["matches"], row["victories"], 1, row["opponent"] not in verified,
        )
        for row in rows
    ]  # fmt: skip


def pairs_at_limit(now: datetime) -> list[LimitPair]:
    """Pairs who met the limit of rated matches on DAYS_AT_LIMIT days of UTC or more, those with most days first; LISTED at
    most, none without a limit. Two queries."""
    most = settings.RATED_PER_OPPONENT_A_DAY
    if not most:
        return []
    days = _recent(now).values(
        low=Least("player", "opponent"),
        high=Greatest("player", "opponent"),
        day=TruncDate("ended_at", tzinfo=UTC),
    )
    change, is_low = F("rating_after") - F("rating_before"), Q(player__lt=F("opponent"))
    rows = days.annotate(
        matches=Count("pk", Q(won=True)),
        won_by_low=Count("pk", is_low & Q(won=True)),
        low_gain=Sum(change, filter=is_low, default=0.0),
        high_gain=Sum(change, filter=~is_low, default=0.0),
    ).filter(matches__gte=most)
    by_pair: dict[tuple[int, int], list[Any]] = {}
    for row in rows:
        by_pair.setdefault((row["low"], row["high"]), []).append(row)
    often = {pair: met for pair, met in by_pair.items() if len(met) >= DAYS_AT_LIMIT}
    pairs = sorted(often, key=lambda pair: (-len(often[pair]), pair))[:LISTED]
    people = _people({pk for pair in pairs for pk in pair})
    return [_limit_pair(pair, often[pair], people) for pair in pairs]


def _limit_pair(pair: tuple[int, int], met: list[Any], people: Mapping[int, Player]) -> LimitPair:
    """The one who gained more comes first. Of the same matches the two gain unlike: their experience differs."""
    low_gain, high_gain = (sum(row[side] for row in met) for side in ("low_gain", "high_gain"))
    matches, won = sum(row["matches"] for row in met), sum(row["won_by_low"] for row in met)
    low, high = (people[pk] for pk in pair)
    if low_gain >= high_gain:
        return LimitPair(low, high, len(met), matches, won, low_gain)
    return LimitPair(high, low, len(met), matches, matches - won, high_gain)


def gains_from_unverified_accounts(now: datetime) -> list[SuspectGain]:
    """The same from all opponents without a verified email together. Two queries."""
    verified = EmailAddress.objects.filter(user=OuterRef("opponent__user"), verified=True)
    grouped = _recent(now).filter(~Exists(verified)).values("player", "pool")
    rows = list(
        grouped.annotate(
            gain=GAIN,
            matches=Count("pk"),
            victories=Count("pk", Q(won=True)),
            opponents=Count("opponent", distinct=True),
        )
        .filter(gain__gte=LEAST_GAIN)
        .order_by("-gain", "player")[:LISTED]
    )
    people = _people({row["player"] for row in rows})
    return [
        SuspectGain(
            people[row["player"]], None, str(RatingPool(row["pool"]).label),
            row["gain"], row["matches"], row["victories"], row["opponents"], unverified=True,
        )
        for row in rows
    ]  # fmt: skip


def _recent(now: datetime) -> QuerySet[RatingChange]:
    """Both sides of friendly matches of the last 30 days, the newest MOST_ROWS of them."""
    within = RatingChange.objects.filter(tournament_id=None, ended_at__gt=now - WINDOW)
    newest = within.order_by("-ended_at").values("pk")[:MOST_ROWS]
    return RatingChange.objects.filter(pk__in=newest).order_by()


def _people(player_ids: Iterable[int]) -> dict[int, Player]:
    return Player.objects.select_related("user").in_bulk(list(player_ids))


def _with_verified_email(player_ids: Iterable[int]) -> QuerySet[Player, int]:
    players = Player.objects.filter(pk__in=set(player_ids), user__emailaddress__verified=True)
    return players.values_list("pk", flat=True)
