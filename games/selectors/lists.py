"""Matches in lists, with their seats: two queries however many there are."""

from django.db.models import QuerySet

from accounts.models import Player
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.selectors.seats import SEATS


def matches_listed() -> QuerySet[Match]:
    """Every match, newest first, seats and players at hand."""
    return Match.objects.prefetch_related(SEATS).order_by("-created_at", "id")


def live_matches() -> QuerySet[Match]:
    """Matches that are not over, those being played first."""
    return matches_listed().filter(finished_at=None).order_by("started_at", "-created_at", "id")


def finished_matches() -> QuerySet[Match]:
    """Matches played here, with a result, the latest first."""
    played = matches_listed().exclude(kind=MatchKind.IMPORTED)
    return played.filter(status=MatchStatus.FINISHED).order_by("-finished_at", "id")


def matches_of(player: Player) -> QuerySet[Match]:
    """One player's matches, newest first."""
    mine = MatchSeat.objects.filter(player=player).values("match_id")
    return matches_listed().filter(pk__in=mine)
