"""How long matches of a tournament take: minutes for each point, measured on its own finished matches once there are enough."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any, Final

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from tournaments.bracket.selectors.agreement import SESSION
from tournaments.models import Pairing, PairingMatch, Slip

USUAL_MIN: Final = 9.0
"""Minutes for each point where the tournament has not finished enough matches (T15)."""
ENOUGH: Final = 8
LATEST: Final = 200
FASTEST_MIN, SLOWEST_MIN = 4.0, 15.0
"""The limits of a measured pace: results that are typed hours later must not hide slow matches."""
SLOW: Final = 1.5


@dataclass(frozen=True, slots=True)
class MatchPace:
    """The usual minutes for each point. `matches`: on how many finished matches they were measured, 0 for the default."""

    minutes_a_point: float = USUAL_MIN
    matches: int = 0

    def usual(self, length: int | None) -> timedelta:
        """How long a match of this length usually takes; for a session, `length` is its number of games."""
        return timedelta(minutes=self.minutes_a_point * max(1, length or 1))

    def is_slow(self, since: datetime, length: int | None, now: datetime) -> bool:
        """Has a match that began then taken SLOW times as long as usual?"""
        return now - since >= SLOW * self.usual(length)


DEFAULT: Final = MatchPace()
FASTEST: Final = MatchPace(FASTEST_MIN)


def paces_for(
    started: Iterable[tuple[int, datetime, int | None]], now: datetime
) -> dict[int, MatchPace]:
    """The paces of tournaments with a match in progress that could be slow, from (tournament, start, length) of each.
    Others are left out. No query without such a match."""
    asked = {of for of, since, length in started if FASTEST.is_slow(since, length, now)}
    return paces(sorted(asked)) if asked else {}


def paces(tournaments: Sequence[int]) -> dict[int, MatchPace]:
    """The pace of each tournament. One query, however many."""
    minutes: dict[int, list[float]] = {pk: [] for pk in tournaments}
    at_tables = _columns(
        Slip.objects.filter(closed_at__isnull=False),
        Coalesce("begun_at", "assumed_at"),
        F("closed_at"),
        tournaments,
    )
    online = _columns(
        PairingMatch.objects.all(), F("match__started_at"), F("match__finished_at"), tournaments
    )
    latest = at_tables.union(online, all=True).order_by("-over")
    for of, began, over, length, rules in latest[: LATEST * len(minutes)]:
        if over > began and length and not (rules or {}).get(SESSION):
            minutes[of].append((over - began).total_seconds() / 60 / length)
    return {pk: _measured(listed) for pk, listed in minutes.items()}


def _measured(minutes: Sequence[float]) -> MatchPace:
    if len(minutes) < ENOUGH:
        return DEFAULT
    return MatchPace(min(max(median(minutes), FASTEST_MIN), SLOWEST_MIN), len(minutes))


def _columns(
    rows: QuerySet[Any], began: F | Coalesce, over: F, tournaments: Sequence[int]
) -> QuerySet[Any, Any]:
    """Tournament, beginning, end, length and rules of the matches that were played to their end."""
    played = rows.filter(
        pairing__stage__tournament__in=tournaments, pairing__outcome=Pairing.Outcome.PLAYED,
        pairing__voided_at=None, voided_at=None,
    ).annotate(
        of=F("pairing__stage__tournament_id"), began=began, over=over,
        length=F("pairing__round__length"), own_rules=F("pairing__round__rules"),
    )  # fmt: skip
    ended = played.filter(began__isnull=False, over__isnull=False)
    return ended.order_by().values_list("of", "began", "over", "length", "own_rules")
