"""Clubs: the list with what is on next, a club by its address, the clubs of a player, and what a search finds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django_countries import countries

from accounts.models import Player, User
from clubs.models import GONE, JOINED, Club, ClubHosting, ClubMember
from tournaments.core.permissions import Viewer
from tournaments.models import Event, Tournament
from tournaments.models.tournament import NOT_PUBLIC
from tournaments.public.page_parts import SearchGroup, SearchHit
from web.errors import NotFound
from web.folding import fold

MOST_WORDS = 5
MOST_LISTED = 50
HAS_MEMBERS = Q(members__status__in=JOINED)


class ClubFilter(NamedTuple):
    """What a list of clubs is cut down to: words of the name, a country as two letters; both may be empty."""

    name: str = ""
    country: str = ""


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club in a list, with how many members it has and the public event or tournament that is on next."""

    club: Club
    members: int
    event: Event | None = None
    tournament: Tournament | None = None


def visible(viewer: Viewer) -> QuerySet[Club]:
    """Clubs that the viewer may see: a hidden one only as its officer or as staff."""
    if isinstance(viewer, User) and viewer.is_staff:
        return Club.objects.all()
    if not viewer.is_authenticated:
        return Club.objects.filter(hidden_at=None)
    own = ClubMember.objects.filter(
        club=OuterRef("pk"), player__user=viewer.pk, status=ClubMember.Status.OFFICER
    )
    return Club.objects.filter(Q(hidden_at=None) | Exists(own))


def club_of_member(slug: str, viewer: Viewer) -> Club:
    """The same for leaving: a member of a hidden club leaves it as well."""
    own = ClubMember.objects.filter(player__user=viewer.pk).exclude(status__in=GONE)
    club = Club.objects.filter(slug=slug, pk__in=own.values("club")).first()
    return club or get_club(slug, viewer)


def get_club(slug: str, viewer: Viewer) -> Club:
    """One query. Raises NotFound no_such_club, also for a club that the viewer may not see."""
    club = visible(viewer).filter(slug=slug).first()
    if club is None:
        raise NotFound("no_such_club", _("Club not found."))
    return club


def listed_clubs(asked: ClubFilter) -> QuerySet[Club]:
    """Clubs that are not hidden, by name, with `member_count`."""
    clubs = Club.objects.filter(hidden_at=None)
    for word in asked.name.replace("\x00", "").split()[:MOST_WORDS]:
        clubs = clubs.filter(search_name__contains=fold(word))
    if asked.country:
        clubs = clubs.filter(country=asked.country)
    joined = ClubMember.objects.filter(club=OuterRef("pk"), status__in=JOINED).order_by()
    counts = joined.values("club").annotate(n=Count("pk")).values("n")
    return clubs.annotate(member_count=Coalesce(Subquery(counts), 0)).order_by("search_name", "pk")


def club_rows(clubs: Sequence[Club], now: datetime) -> list[ClubRow]:
    """These clubs, which `listed_clubs` has annotated, with what is on next. Three queries."""
    ids = [club.pk for club in clubs]
    of_club = Club.objects.filter(pk__in=ids).order_by()
    today = now.date() - timedelta(days=1)  # it may still be yesterday at the event
    events = ClubHosting.objects.filter(
        club=OuterRef("pk"), event__is_public=True, event__ends_on__gte=today
    ).order_by("event__starts_on", "event")
    opened = Tournament.objects.filter(~NOT_PUBLIC, pk=OuterRef("tournament"))
    tournaments = ClubHosting.objects.filter(
        Exists(opened), club=OuterRef("pk"), tournament__starts_at__gte=now
    ).order_by("tournament__starts_at", "tournament")
    next_ones = {
        pk: (event, tournament)
        for pk, event, tournament in of_club.values_list(
            "pk",
            Subquery(events.values("event")[:1]),
            Subquery(tournaments.values("tournament")[:1]),
        )
    }
    by_event = Event.objects.in_bulk({event for event, _t in next_ones.values() if event})
    by_tournament = Tournament.objects.in_bulk({t for _e, t in next_ones.values() if t})
    return [
        _row(club, by_event.get(event), by_tournament.get(tournament))
        for club in clubs
        for event, tournament in [next_ones.get(club.pk, (None, None))]
    ]


def _row(club: Club, event: Event | None, tournament: Tournament | None) -> ClubRow:
    """Of the two the one that starts earlier."""
    members: int = club.member_count  # type: ignore[attr-defined]  # annotated by listed_clubs
    if event is not None and tournament is not None:
        starts_at = tournament.starts_at
        if starts_at is not None and starts_at.date() < event.starts_on:
            event = None
        else:
            tournament = None
    return ClubRow(club, members, event, tournament)


def club_countries() -> list[tuple[str, str]]:
    """The countries of the clubs that are listed, by name. One query."""
    rows = Club.objects.filter(hidden_at=None).exclude(country="").order_by()
    codes = set(rows.values_list("country", flat=True).distinct())
    named = [(str(code), str(countries.name(code))) for code in codes]
    return sorted(named, key=lambda pair: pair[1])


def clubs_of(player: Player) -> list[ClubMember]:
    """The memberships of a player in clubs that are not hidden, with the clubs, by name. One query."""
    rows = ClubMember.objects.filter(player=player, status__in=JOINED, club__hidden_at=None)
    return list(rows.select_related("club").order_by("club__search_name", "club")[:MOST_LISTED])


def own_clubs(player: Player) -> list[ClubMember]:
    """The same for the player themselves, with hidden clubs that they can leave. One query."""
    shown = Q(status__in=JOINED, club__hidden_at=None)
    hidden = Q(club__hidden_at__isnull=False) & ~Q(status__in=GONE)
    rows = ClubMember.objects.filter(shown | hidden, player=player)
    return list(rows.select_related("club").order_by("club__search_name", "club")[:MOST_LISTED])


def search_hits(words: Sequence[str], _viewer: Viewer, most: int) -> SearchGroup:
    """Clubs that are not hidden whose name contains every word. One query."""
    clubs = listed_clubs(ClubFilter(" ".join(words)))[:most]
    hits = [
        SearchHit(club.name, place_text(club), club.get_absolute_url(), str(club.country or ""))
        for club in clubs
    ]
    return SearchGroup(_("Clubs"), hits)


def place_text(club: Club) -> str:
    """The town, else the country, as far as they are known."""
    return club.place or str(countries.name(str(club.country or "")))
