"""Series: those that a viewer sees, a series by its address, who looks after it, and those of a club, a tournament, a player."""

from collections.abc import Sequence

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player, User
from clubs.models import Club, ClubMember
from series.models import Series, SeriesRecord, SeriesTournament
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, Event, Tournament
from tournaments.public.page_parts import SearchGroup, SearchHit
from web.errors import NotFound
from web.folding import fold

MOST_WORDS = 5
MOST_SHOWN = 10
SHOWN = (Tournament.Status.OPEN, Tournament.Status.RUNNING, Tournament.Status.FINISHED)
SHOWN_TOURNAMENT = Q(counted__tournament__status__in=SHOWN, counted__tournament__is_rehearsal=False)


def visible(viewer: Viewer) -> QuerySet[Series]:
    """Series that the viewer may see: a hidden one only as one of its people or as staff."""
    if isinstance(viewer, User) and viewer.is_staff:
        return Series.objects.all()
    if not isinstance(viewer, User):
        return Series.objects.filter(hidden_at=None)
    return Series.objects.filter(Q(hidden_at=None) | _looked_after(viewer))


def get_series(slug: str, viewer: Viewer) -> Series:
    """One query, with the club. Raises NotFound no_such_series, also for one that the viewer may not see."""
    series = visible(viewer).select_related("club").filter(slug=slug).first()
    if series is None:
        raise NotFound("no_such_series", _("Series not found."))
    return series


def looks_after(viewer: Viewer, series: Series) -> bool:
    """Is the viewer its organizer, or an officer of its club? One query at most."""
    if not isinstance(viewer, User) or not viewer.is_active or viewer.is_suspended:
        return False
    return series.organizer_id == viewer.pk or (
        series.club_id is not None and Club.objects.filter(_officer(viewer), pk=series.club_id).exists()
    )  # fmt: skip


def listed_series(words: str = "") -> QuerySet[Series]:
    """Series that are not hidden, the newest first, with the number of their tournaments that everybody may see."""
    series = Series.objects.filter(hidden_at=None).select_related("club")
    for word in words.replace("\x00", "").split()[:MOST_WORDS]:
        series = series.filter(search_name__contains=fold(word))
    return series.annotate(tournament_count=Count("counted", SHOWN_TOURNAMENT)).order_by(
        "-created_at", "-pk"
    )


def settings_version(series: Series) -> int:
    """Another number after each change of the settings. One query."""
    changes = SeriesRecord.objects.filter(series=series, verb=SeriesRecord.Verb.CHANGED)
    return changes.values_list("pk", flat=True).first() or 0


def series_of_club(club: Club) -> list[Series]:
    """One query."""
    return list(listed_series().filter(club=club)[:MOST_SHOWN])


def series_of_tournament(tournament: Tournament) -> list[Series]:
    """Those in which the tournament counts. One query."""
    return list(listed_series().filter(_counts(tournament=tournament))[:MOST_SHOWN])


def series_of_event(event: Event) -> list[Series]:
    """Those in which a tournament of the event counts. One query."""
    return list(listed_series().filter(_counts(tournament__event=event))[:MOST_SHOWN])


def series_of_player(player: Player) -> list[Series]:
    """Those with a finished tournament that the player was entered in. One query."""
    entered = Entry.objects.filter(player=player, status=Entry.Status.ACTIVE).order_by()
    finished = Q(tournament__status=Tournament.Status.FINISHED)
    counts = SeriesTournament.objects.filter(
        finished, series=OuterRef("pk"), tournament__in=entered.values("tournament")
    )
    return list(listed_series().filter(Exists(counts))[:MOST_SHOWN])


def own_series(user: User) -> list[Series]:
    """Those that the user looks after, the newest first, also hidden ones. One query."""
    return list(Series.objects.filter(_looked_after(user)).select_related("club")[:100])


def officer_clubs(user: User) -> list[Club]:
    """The clubs whose officer the user is, by name. One query."""
    return list(Club.objects.filter(_officer(user)).order_by("search_name", "pk"))


def search_hits(words: Sequence[str], _viewer: Viewer, most: int) -> SearchGroup:
    """Series that are not hidden whose name contains every word. One query."""
    hits = [
        SearchHit(row.name, row.shown_club.name if row.shown_club else "", row.get_absolute_url())
        for row in listed_series(" ".join(words))[:most]
    ]
    return SearchGroup(_("Series"), hits)


def _counts(**where: object) -> Exists:
    return Exists(SeriesTournament.objects.filter(series=OuterRef("pk"), **where))


def _officer(user: User) -> Q:
    rows = ClubMember.objects.filter(player__user=user, status=ClubMember.Status.OFFICER)
    return Q(pk__in=rows.order_by().values("club"))


def _looked_after(user: User) -> Q:
    rows = ClubMember.objects.filter(player__user=user, status=ClubMember.Status.OFFICER)
    return Q(organizer=user) | Q(club__in=rows.order_by().values("club"))
