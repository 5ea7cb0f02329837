"""The members of a club, what a user is to it, and its ranking in a pool of ratings."""

from django.db.models import Case, IntegerField, QuerySet, Value, When

from accounts.models import User
from clubs.models import GONE, JOINED, Club, ClubMember
from ratings.models import LIST_POOL, PlayerRating
from ratings.selectors.current import LeaderFilter, leaders
from tournaments.core.permissions import Viewer

Status = ClubMember.Status


def members_of(club: Club) -> QuerySet[ClubMember]:
    """Officers first, then everybody by name, with the players."""
    rank = Case(
        When(status=Status.OFFICER, then=Value(0)), default=Value(1), output_field=IntegerField()
    )
    rows = ClubMember.objects.filter(club=club, status__in=JOINED).select_related("player")
    return rows.order_by(rank, "player__search_name", "player")


def requests_to(club: Club) -> QuerySet[ClubMember]:
    """Who waits for an answer, the first who asked first, with the players."""
    rows = ClubMember.objects.filter(club=club, status=Status.REQUESTED)
    return rows.select_related("player").order_by("at", "pk")


def membership_of(viewer: Viewer, club: Club) -> ClubMember | None:
    """What the viewer is to the club; None also for removed players and withdrawn requests. One query."""
    if not isinstance(viewer, User):
        return None
    rows = ClubMember.objects.filter(club=club, player__user=viewer)
    return rows.exclude(status__in=GONE).select_related("player").first()


def officer_count(club: Club) -> int:
    """One query."""
    return ClubMember.objects.filter(club=club, status=Status.OFFICER).count()


def ranking(club: Club, pool: str) -> QuerySet[PlayerRating]:
    """The members in the leaderboard of a pool, the highest rating first; of the club's own list, everybody in it."""
    if pool.startswith(LIST_POOL):
        return leaders(LeaderFilter(pool))
    joined = ClubMember.objects.filter(club=club, status__in=JOINED).order_by()
    return leaders(LeaderFilter(pool)).filter(player__in=joined.values("player"))
