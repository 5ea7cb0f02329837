"""The analysed matches of a player in the order of their ends, and the evidence after each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Sum

from fairplay.evidence.sequential import Level, MatchFacts, levels_of
from fairplay.evidence.timing import ThinkingTimes, timing_of
from fairplay.models import MatchFigures, TabSwitches
from games.models import MatchKind, MatchSeat, MatchStatus
from ratings.models import RatingChange, RatingPool

AT_ONCE = 500
NOT_READ = Level(0, 0.0, 0.0)
"""Of a match that was read without the season around it."""
TOURNAMENT = "match__pairing_match__pairing__stage__tournament"


@dataclass(frozen=True, slots=True)
class JudgedMatch:
    """One match of a player. `switches` is None where the browser reported nothing."""

    match: UUID
    seat: str
    ended_at: datetime
    length: int
    tournament: int | None
    tournament_name: str
    choices: int
    lost: float
    agreed: int
    hard: int
    hard_agreed: int
    easy_s: Sequence[float]
    hard_s: Sequence[float]
    switches: int | None
    level: Level

    @property
    def pr(self) -> float:
        return 500 * self.lost / self.choices

    @property
    def agreement(self) -> float:
        return self.agreed / self.choices


@dataclass(frozen=True, slots=True)
class FairPlayTotals:
    """Several matches together. Shares are from 0 to 1; what rests on nothing is None."""

    matches: int
    choices: int
    pr: float
    agreement: float
    hard_agreement: float | None
    timing: ThinkingTimes
    switches: int | None
    reported: int


def counted_figures(of: Q) -> QuerySet[MatchFigures]:
    """The figures of finished matches, as their logs stand, that say something of one person."""
    rows = MatchFigures.objects.filter(of, choices__gt=0, match__status=MatchStatus.FINISHED)
    return rows.filter(match__seq=F("log_length")).exclude(match__kind=MatchKind.IMPORTED)


FIGURES = (
    "match_id", "seat", "choices", "lost", "agreed", "hard", "hard_agreed", "easy_s", "hard_s", "match__finished_at",
    "match__rules__length", TOURNAMENT, f"{TOURNAMENT}__name",
)  # fmt: skip


def judged_matches(player_id: int) -> list[JudgedMatch]:
    """All of them, the oldest first. Three queries."""
    rows = counted_figures(Q(match__seats__player=player_id, match__seats__seat=F("seat")))
    rows = rows.order_by("match__finished_at", "match_id")
    facts = list(rows.values(*FIGURES, "human", "helped"))
    ratings = _ratings_before(player_id)
    switches = _switches(Q(match__seats__player=player_id))
    levels = levels_of(_facts(row, ratings) for row in facts)
    return [
        _judged(row, switches.get((row["match_id"], row["seat"])), level)
        for row, level in zip(facts, levels, strict=True)
    ]


def judged_in_tournament(tournament_id: int) -> dict[int, list[JudgedMatch]]:
    """The matches of a tournament by player, without the evidence of the season. Two queries."""
    rows = counted_figures(Q(**{TOURNAMENT: tournament_id}, match__seats__seat=F("seat")))
    switches = _switches(Q(**{TOURNAMENT: tournament_id}))
    groups: dict[int, list[JudgedMatch]] = {}
    for row in rows.values(*FIGURES, "match__seats__player"):
        match = _judged(row, switches.get((row["match_id"], row["seat"])), NOT_READ)
        groups.setdefault(row["match__seats__player"], []).append(match)
    return groups


def _facts(row: dict[str, Any], ratings: dict[UUID, tuple[float, int]]) -> MatchFacts:
    rating, experience = ratings.get(row["match_id"], (None, 0))
    return MatchFacts(
        season=row["match__finished_at"].year,
        choices=row["choices"],
        lost=row["lost"],
        human=row["human"],
        helped=row["helped"],
        rating=rating,
        experience=experience,
    )


def _ratings_before(player_id: int) -> dict[UUID, tuple[float, int]]:
    rows = RatingChange.objects.filter(
        player=player_id, match_id__isnull=False, pool__in=RatingPool.values
    ).order_by()
    values = rows.values_list("match_id", "rating_before", "experience_before")
    return {match: (rating, experience) for match, rating, experience in values if match}


def _switches(of: Q) -> dict[tuple[UUID, str], int]:
    rows = TabSwitches.objects.filter(of, match__seats__seat=F("seat")).order_by()
    values = rows.values_list("match_id", "seat").annotate(times=Sum("count"))
    return {(match, seat): times for match, seat, times in values}


def _judged(row: dict[str, Any], switches: int | None, level: Level) -> JudgedMatch:
    return JudgedMatch(
        match=row["match_id"],
        seat=row["seat"],
        ended_at=row["match__finished_at"],
        length=row["match__rules__length"] or 0,
        tournament=row[TOURNAMENT],
        tournament_name=row[f"{TOURNAMENT}__name"] or "",
        choices=row["choices"],
        lost=row["lost"],
        agreed=row["agreed"],
        hard=row["hard"],
        hard_agreed=row["hard_agreed"],
        easy_s=row["easy_s"],
        hard_s=row["hard_s"],
        switches=switches,
        level=level,
    )


def totals_of(matches: Sequence[JudgedMatch]) -> FairPlayTotals | None:
    """None without a match."""
    if not matches:
        return None
    choices = sum(row.choices for row in matches)
    hard = sum(row.hard for row in matches)
    reported = [row.switches for row in matches if row.switches is not None]
    return FairPlayTotals(
        matches=len(matches),
        choices=choices,
        pr=500 * sum(row.lost for row in matches) / choices,
        agreement=sum(row.agreed for row in matches) / choices,
        hard_agreement=sum(row.hard_agreed for row in matches) / hard if hard else None,
        timing=timing_of(
            [time for row in matches for time in row.easy_s],
            [time for row in matches for time in row.hard_s],
        ),
        switches=sum(reported) if reported else None,
        reported=len(reported),
    )


def finished_matches(player_id: int) -> int:
    """How many matches against people they have finished here, analysed or not. One query."""
    seats = MatchSeat.objects.filter(player=player_id, match__status=MatchStatus.FINISHED)
    return seats.exclude(match__kind=MatchKind.IMPORTED).aggregate(n=Count("match"))["n"] or 0
