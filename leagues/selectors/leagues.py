"""Leagues: those that a viewer sees, a league by its address, who looks after it, and those of a club and a tournament."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import Club, ClubHosting, ClubMember
from leagues.models import League, LeagueDivision, LeagueRecord, LeagueSeason
from tournaments.bracket.selectors.lists import visible as visible_tournaments
from tournaments.core.permissions import Viewer, directed_by, may_direct
from tournaments.models import Tournament
from tournaments.public.page_parts import SearchGroup, SearchHit
from web.errors import NotFound
from web.folding import fold

MOST_WORDS = 5
MOST_SHOWN = 10
MOST_OFFERED = 200
FORMATS = ("round_robin", "swiss", "continuous_swiss")
"""Formats with one table, from which players can be promoted and relegated."""


def visible(viewer: Viewer) -> QuerySet[League]:
    """Leagues that the viewer may see: a hidden one only as one of its people or as staff."""
    if isinstance(viewer, User) and viewer.is_staff:
        return League.objects.all()
    if not isinstance(viewer, User):
        return League.objects.filter(hidden_at=None)
    return League.objects.filter(Q(hidden_at=None) | _looked_after(viewer))


def get_league(slug: str, viewer: Viewer) -> League:
    """One query, with the club. Raises NotFound no_such_league, also for one that the viewer may not see."""
    league = visible(viewer).select_related("club").filter(slug=slug).first()
    if league is None:
        raise NotFound("no_such_league", _("League not found."))
    return league


def get_season(league: League, number: int) -> LeagueSeason:
    """One query. Raises NotFound no_such_season."""
    season = LeagueSeason.objects.filter(league=league, number=min(number, 10**9)).first()
    if season is None:
        raise NotFound("no_such_season", _("Season not found."))
    season.league = league
    return season


def latest_season(league: League) -> LeagueSeason | None:
    """One query."""
    season = LeagueSeason.objects.filter(league=league).order_by("-number").first()
    if season is not None:
        season.league = league
    return season


def seasons_of(league: League) -> list[LeagueSeason]:
    """The newest first. One query."""
    return list(LeagueSeason.objects.filter(league=league).order_by("-number"))


def divisions_of(season: LeagueSeason) -> list[LeagueDivision]:
    """From the top, with their tournaments. One query."""
    rows = LeagueDivision.objects.filter(season=season).select_related("tournament__event")
    return list(rows.order_by("order"))


def looks_after(viewer: Viewer, league: League) -> bool:
    """Is the viewer its organizer, or an officer of its club? One query at most."""
    if not isinstance(viewer, User) or not viewer.is_active or viewer.is_suspended:
        return False
    return league.organizer_id == viewer.pk or (
        league.club_id is not None
        and _officer_rows(viewer).filter(club=league.club_id).exists()
    )  # fmt: skip


def seen_of(divisions: Sequence[LeagueDivision], viewer: Viewer) -> set[int]:
    """The tournaments among these divisions that the viewer may see, by their ids. One query."""
    ids = [division.tournament_id for division in divisions]
    rows = visible_tournaments(viewer).filter(pk__in=ids).order_by()
    return set(rows.values_list("pk", flat=True))


def directs_all(viewer: Viewer, divisions: Sequence[LeagueDivision]) -> bool:
    """Does the viewer direct the tournaments of all these divisions? One query for each."""
    return all(may_direct(viewer, division.tournament) for division in divisions)


def listed_leagues(words: str = "") -> QuerySet[League]:
    """Leagues that are not hidden, the newest first, with `season_count`."""
    rows = League.objects.filter(hidden_at=None).select_related("club")
    for word in words.replace("\x00", "").split()[:MOST_WORDS]:
        rows = rows.filter(search_name__contains=fold(word))
    return rows.annotate(season_count=Count("seasons")).order_by("-created_at", "-pk")


def own_leagues(user: User) -> list[League]:
    """Those that the user looks after, the newest first, also hidden ones. One query."""
    return list(League.objects.filter(_looked_after(user)).select_related("club")[:100])


def leagues_of_club(club: Club) -> list[League]:
    """One query."""
    return list(listed_leagues().filter(club=club)[:MOST_SHOWN])


def division_of(tournament: Tournament) -> LeagueDivision | None:
    """The division that this tournament is, of a league that is not hidden. One query."""
    rows = LeagueDivision.objects.filter(tournament=tournament, season__league__hidden_at=None)
    return rows.select_related("season__league").first()


def search_hits(words: Sequence[str], _viewer: Viewer, most: int) -> SearchGroup:
    """Leagues that are not hidden whose name contains every word. One query."""
    hits = [
        SearchHit(row.name, row.shown_club.name if row.shown_club else "", row.get_absolute_url())
        for row in listed_leagues(" ".join(words))[:most]
    ]
    return SearchGroup(_("Leagues"), hits)


def offered_tournaments(user: User, league: League) -> list[Tournament]:
    """Round robins and Swiss tournaments that the user can add as divisions, the newest first. One query."""
    offered = Q(pk__in=directed_by(user).order_by().values("pk"))
    if league.club_id is not None:
        hosted = ClubHosting.objects.filter(club=league.club_id).order_by()
        offered |= Q(pk__in=hosted.exclude(tournament=None).values("tournament"))
        offered |= Q(event__in=hosted.exclude(event=None).values("event"))
    rows = visible_tournaments(user).filter(
        offered,
        format__in=FORMATS,
        is_demo=False,
        league_division=None,
    )
    rows = rows.exclude(status=Tournament.Status.CANCELLED).select_related("event")
    return list(rows.order_by("-pk")[:MOST_OFFERED])


def settings_version(league: League) -> int:
    """Another number after each change of the settings. One query."""
    changes = LeagueRecord.objects.filter(league=league, verb=LeagueRecord.Verb.CHANGED)
    return changes.values_list("pk", flat=True).first() or 0


def export_leagues(user: User) -> dict[str, Any]:
    """The leagues that the user organizes, for their own download. One query."""
    rows = League.objects.filter(organizer=user).order_by("pk")
    return {"organized": [{"league": row.name, "at": row.created_at} for row in rows]}


def _officer_rows(user: User) -> QuerySet[ClubMember]:
    return ClubMember.objects.filter(player__user=user, status=ClubMember.Status.OFFICER).order_by()


def _looked_after(user: User) -> Q:
    return Q(organizer=user) | Q(club__in=_officer_rows(user).values("club"))
