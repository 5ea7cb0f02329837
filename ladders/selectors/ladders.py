"""Ladders: one by its address, those of a club and of a player, the order with its arrows, and challenges."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player, User
from clubs.models import JOINED, Club, ClubMember
from clubs.selectors.clubs import visible as visible_clubs
from ladders.models import Ladder, LadderChallenge, LadderEvent, LadderMember
from ladders.selectors.history import dated_steps, places_at
from tournaments.core.permissions import Viewer
from tournaments.public.page_parts import SearchGroup, SearchHit
from web.errors import NotFound

ARROWS_OVER = timedelta(days=30)
"""An arrow says how far a player has moved within this time."""
MOST_SHOWN = 10
MOST_WORDS = 5
ON_IT = Q(members__place__isnull=False)


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A player of the order. `moved` is how many places up in the last 30 days, negative for down; None for a new player."""

    member: LadderMember
    moved: int | None
    is_paused: bool
    challenge: LadderChallenge | None

    @property
    def moved_down(self) -> int:
        return -(self.moved or 0)


def visible(viewer: Viewer) -> QuerySet[Ladder]:
    """Ladders of the clubs that the viewer may see."""
    return Ladder.objects.filter(club__in=visible_clubs(viewer).order_by().values("pk"))


def get_ladder(slug: str, viewer: Viewer) -> Ladder:
    """One query, with the club. Raises NotFound no_such_ladder, also for one that the viewer may not see."""
    ladder = visible(viewer).select_related("club").filter(slug=slug).first()
    if ladder is None:
        raise NotFound("no_such_ladder", _("Ladder not found."))
    return ladder


def listed_ladders() -> QuerySet[Ladder]:
    """Those of clubs that are not hidden, the newest first, with `player_count`."""
    rows = Ladder.objects.filter(club__hidden_at=None).select_related("club")
    return rows.annotate(player_count=Count("members", ON_IT)).order_by("-created_at", "-pk")


def search_hits(words: Sequence[str], _viewer: Viewer, most: int) -> SearchGroup:
    """Ladders of clubs that are not hidden, whose name contains every word. One query."""
    rows = Ladder.objects.filter(club__hidden_at=None).select_related("club")
    for word in words[:MOST_WORDS]:
        rows = rows.filter(name__icontains=word.replace("\x00", ""))
    listed = rows.order_by("-created_at", "-pk")[:most]
    hits = [SearchHit(row.name, row.club.name, row.get_absolute_url()) for row in listed]
    return SearchGroup(_("Ladders"), hits)


def settings_version(ladder: Ladder) -> int:
    """Another number after each change of the settings. One query."""
    changes = LadderEvent.objects.filter(ladder=ladder, kind=LadderEvent.Kind.CHANGED)
    return changes.order_by("-pk").values_list("pk", flat=True).first() or 0


def ladders_of_club(club: Club) -> list[Ladder]:
    """With `player_count`. One query."""
    rows = Ladder.objects.filter(club=club).annotate(player_count=Count("members", ON_IT))
    return list(rows.order_by("pk")[: 2 * MOST_SHOWN])


def places_of_player(player: Player) -> list[LadderMember]:
    """Where the player stands, on ladders of clubs that are not hidden. One query."""
    rows = LadderMember.objects.filter(player=player, place__isnull=False)
    rows = rows.filter(ladder__club__hidden_at=None).select_related("ladder__club")
    return list(rows.order_by("place", "pk")[:MOST_SHOWN])


def lines_of(ladder: Ladder, now: datetime) -> list[LadderLine]:
    """The order from the top. Three queries."""
    members = LadderMember.objects.filter(ladder=ladder, place__isnull=False)
    before = places_at(dated_steps(ladder), now - ARROWS_OVER)
    busy = {pk: row for row in open_challenges(ladder) for pk in row.players}
    return [
        LadderLine(
            row,
            before[row.player_id] - (row.place or 0) if row.player_id in before else None,
            row.is_paused(now),
            busy.get(row.player_id),
        )
        for row in members.select_related("player").order_by("place")
    ]


def open_challenges(ladder: Ladder) -> list[LadderChallenge]:
    """Those that are not over, the oldest first. One query."""
    rows = LadderChallenge.objects.filter(ladder=ladder, settled_at=None)
    people = ("challenger", "challenged", "match", "winner", "ladder")
    return list(rows.select_related(*people).order_by("pk"))


def past_challenges(ladder: Ladder) -> QuerySet[LadderChallenge]:
    """Those that are over, the last first."""
    rows = LadderChallenge.objects.filter(ladder=ladder, settled_at__isnull=False)
    return rows.select_related("challenger", "challenged", "match").order_by("-settled_at", "-pk")


def is_club_member(viewer: Viewer, ladder: Ladder) -> bool:
    """One query."""
    rows = ClubMember.objects.filter(club=ladder.club_id, status__in=JOINED)
    return isinstance(viewer, User) and rows.filter(player__user=viewer).exists()


def is_officer(viewer: Viewer, club_id: int) -> bool:
    """One query."""
    if not isinstance(viewer, User) or not viewer.is_active or viewer.is_suspended:
        return False
    rows = ClubMember.objects.filter(club=club_id, status=ClubMember.Status.OFFICER)
    return rows.filter(player__user=viewer).exists()


def export_ladders(user: User) -> dict[str, Any]:
    """A user's places and challenges, for their own download. Two queries."""
    places = LadderMember.objects.filter(player__user=user).select_related("ladder")
    sent = Q(challenger__user=user) | Q(challenged__user=user)
    challenges = LadderChallenge.objects.filter(sent).select_related(
        "ladder", "challenger", "challenged"
    )
    return {
        "places": [
            {"ladder": row.ladder.name, "place": row.place, "joined_at": row.joined_at}
            for row in places.order_by("pk")
        ],
        "challenges": [
            {
                "ladder": row.ladder.name,
                "challenger": row.challenger.name,
                "challenged": row.challenged.name,
                "status": row.status,
                "at": row.created_at,
            }
            for row in challenges.order_by("pk")
        ],
    }


def has_been_on_ladder(player: Player) -> bool:
    """Did the player ever join a ladder? One query."""
    return LadderMember.objects.filter(player=player).exists()
