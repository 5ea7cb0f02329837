"""Everything that staff see of one player, and of the players of one tournament."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.models import Player
from fairplay.evidence.sequential import LEAST_EXPERIENCE, Level, pr_of_rating
from fairplay.models import FairPlayNote, PlayerFigures
from fairplay.selectors.history import (
    FairPlayTotals,
    JudgedMatch,
    finished_matches,
    judged_in_tournament,
    judged_matches,
    totals_of,
)
from ratings.models import PlayerRating, RatingPool
from tournaments.models import Tournament

LATEST = 60
MOST_PLAYERS = 200
OPEN = "open"


@dataclass(frozen=True, slots=True)
class GroupTotals:
    """The matches of a season or of a tournament. `number` is the year or the tournament's key."""

    number: int
    name: str
    totals: FairPlayTotals
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """`season` is the latest one; `before` all earlier matches. `rating_pr` is what the rating stands for, if it does for anything."""

    player: Player
    figures: PlayerFigures | None
    season: GroupTotals | None
    before: FairPlayTotals | None
    seasons: Sequence[GroupTotals]
    tournaments: Sequence[GroupTotals]
    matches: Sequence[JudgedMatch]
    rating: float | None
    rating_pr: float | None
    finished: int
    notes: Sequence[FairPlayNote]

    @property
    def whole(self) -> int:
        """How many matches were analysed and counted."""
        return sum(group.totals.matches for group in self.seasons)


def player_report(player: Player) -> PlayerReport:
    """Seven queries, whatever the number of matches."""
    matches = judged_matches(player.pk)
    seasons = _seasons(matches)
    latest = seasons[-1].number if seasons else 0
    current = (
        PlayerRating.objects.filter(player=player, pool__in=RatingPool.values)
        .order_by("-matches")
        .first()
    )
    is_settled = current is not None and current.experience >= LEAST_EXPERIENCE
    return PlayerReport(
        player=player,
        figures=PlayerFigures.objects.filter(player=player).first(),
        season=seasons[-1] if seasons else None,
        before=totals_of([row for row in matches if row.level.season < latest]),
        seasons=seasons[::-1],
        tournaments=_tournaments(matches),
        matches=matches[::-1][:LATEST],
        rating=None if current is None else current.rating,
        rating_pr=pr_of_rating(current.rating) if current is not None and is_settled else None,
        finished=finished_matches(player.pk),
        notes=list(FairPlayNote.objects.filter(player=player)),
    )


def _seasons(matches: Sequence[JudgedMatch]) -> list[GroupTotals]:
    """The oldest first, each with the level of its strongest evidence."""
    groups: dict[int, list[JudgedMatch]] = {}
    for row in matches:
        groups.setdefault(row.level.season, []).append(row)
    return [
        GroupTotals(year, str(year), totals, _highest(rows))
        for year, rows in groups.items()
        if (totals := totals_of(rows)) is not None
    ]


def _highest(matches: Sequence[JudgedMatch]) -> Level:
    return max((row.level for row in matches), key=lambda level: level.evidence)


def _tournaments(matches: Sequence[JudgedMatch]) -> list[GroupTotals]:
    """The latest first."""
    groups: dict[int, list[JudgedMatch]] = {}
    for row in reversed(matches):
        if row.tournament is not None:
            groups.setdefault(row.tournament, []).append(row)
    return [
        GroupTotals(number, rows[0].tournament_name, totals)
        for number, rows in groups.items()
        if (totals := totals_of(rows)) is not None
    ]


@dataclass(frozen=True, slots=True)
class FairPlayEntrant:
    """One player in one tournament, beside their whole season."""

    player: Player
    totals: FairPlayTotals
    figures: PlayerFigures | None


def tournament_report(tournament: Tournament) -> list[FairPlayEntrant]:
    """The players with counted matches in it, the lowest PR first. Four queries."""
    groups = judged_in_tournament(tournament.pk)
    players = Player.objects.in_bulk(groups)
    figures = {row.player_id: row for row in PlayerFigures.objects.filter(player__in=players)}
    rows = [
        FairPlayEntrant(players[pk], totals, figures.get(pk))
        for pk, matches in groups.items()
        if (totals := totals_of(matches)) is not None
    ]
    return sorted(rows, key=lambda row: row.totals.pr)[:MOST_PLAYERS]


def listed(rows: QuerySet[PlayerFigures], status: str) -> QuerySet[PlayerFigures]:
    """Rows of the list by the newest decision: one of FairPlayStatus, or "open": flagged, and nothing decided since."""
    notes = FairPlayNote.objects.filter(player=OuterRef("player"))
    if status == OPEN:
        decided = Exists(notes.filter(at__gte=OuterRef("flagged_at")))
        return rows.filter(~decided, flagged_at__isnull=False)
    newest = notes.order_by("-at", "-id").values("status")[:1]
    return rows.annotate(newest=Subquery(newest)).filter(newest=status)
