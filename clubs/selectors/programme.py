"""What a club runs: events and tournaments that come or go on, and past ones with their winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from clubs.models import Club, ClubHosting, ClubMember
from tournaments.bracket.selectors.lists import counted, tournament_row, visible
from tournaments.bracket.selectors.rows import TournamentRow
from tournaments.core.permissions import Viewer
from tournaments.event.selectors.events import EventRow, event_row, event_rows, reachable
from tournaments.models import Event, Role, RoleKind, Tournament

MOST_SHOWN = 20
MOST_OFFERED = 100
Status = Tournament.Status
OVER = (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Programme:
    """At most `MOST_SHOWN` of each. Past tournaments are also those of past events."""

    coming_events: Sequence[EventRow]
    coming: Sequence[TournamentRow]
    past_events: Sequence[EventRow]
    past: Sequence[TournamentRow]

    @property
    def is_empty(self) -> bool:
        return not (self.coming_events or self.coming or self.past_events or self.past)


def programme(club: Club, viewer: Viewer, today: date) -> Programme:
    """As the viewer may see it. Four queries."""
    hosted = ClubHosting.objects.filter(club=club).order_by()
    own_events = Q(pk__in=hosted.exclude(event=None).values("event"))
    coming = event_rows(viewer, today, over=False).filter(own_events)
    past = event_rows(viewer, today, over=True).filter(own_events)
    tournaments = hosted_tournaments(club, viewer)
    over = tournaments.filter(status=Status.FINISHED).order_by("-finished_at", "-pk")
    alone = tournaments.filter(club_hosting__club=club).exclude(status__in=OVER)
    return Programme(
        [event_row(event) for event in coming[:MOST_SHOWN]],
        _rows(alone.order_by("starts_at", "pk")),
        [event_row(event) for event in past[:MOST_SHOWN]],
        _rows(over),
    )


def hosted_tournaments(club: Club, viewer: Viewer) -> QuerySet[Tournament]:
    """The club's tournaments outside events and those of its events, as the viewer may see them, counted for rows."""
    hosted = ClubHosting.objects.filter(club=club).order_by()
    own = Q(event=None, pk__in=hosted.exclude(tournament=None).values("tournament"))
    of_events = Q(event__in=hosted.exclude(event=None).values("event"))
    return counted(visible(viewer).filter(own | of_events), viewer)


def _rows(tournaments: QuerySet[Tournament]) -> list[TournamentRow]:
    return [tournament_row(tournament) for tournament in tournaments[:MOST_SHOWN]]


def hostings_of(club: Club, viewer: Viewer) -> QuerySet[ClubHosting]:
    """What the club runs, the latest added first, with the events and tournaments. Those that the viewer may not see lack
    `is_shown`."""
    events = Exists(reachable(viewer).filter(pk=OuterRef("event")))
    tournaments = Exists(visible(viewer).filter(pk=OuterRef("tournament")))
    rows = ClubHosting.objects.filter(club=club).select_related("event", "tournament")
    return rows.annotate(is_shown=events | tournaments).order_by("-at", "-pk")


def organized_hostings(user: User, club: Club | None = None) -> list[ClubHosting]:
    """What the user organizes and a club runs, of which they are no officer: they can remove it there. One query."""
    events, tournaments = _organized(user)
    own = Q(event__in=events.order_by().values("pk"))
    own |= Q(tournament__in=tournaments.order_by().values("pk"))
    rows = ClubHosting.objects.filter(own) if club is None else club.hostings.filter(own)
    officer = ClubMember.objects.filter(player__user=user, status=ClubMember.Status.OFFICER)
    rows = rows.exclude(club__in=officer.order_by().values("club"))
    rows = rows.select_related("club", "event", "tournament")
    return list(rows.order_by("-at", "-pk")[:MOST_SHOWN])


def organized_club(slug: str, user: User, hosting_id: int) -> Club | None:
    """The club, hidden or not, in which the user organizes what this row says. One query."""
    events, tournaments = _organized(user)
    own = Q(event__in=events.order_by().values("pk"))
    own |= Q(tournament__in=tournaments.order_by().values("pk"))
    row = ClubHosting.objects.filter(own, pk=hosting_id, club__slug=slug)
    return Club.objects.filter(pk__in=row.values("club")).first()


def offered_events(user: User) -> list[Event]:
    """Events that the user organizes and that no club runs yet, the latest first. One query."""
    events, _tournaments = _organized(user)
    rows = events.filter(club_hosting=None).order_by("-starts_on", "-pk")
    return list(rows[:MOST_OFFERED])


def offered_tournaments(user: User) -> list[Tournament]:
    """Tournaments outside events that the user organizes and that no club runs yet, the latest first. One query."""
    _events, tournaments = _organized(user)
    rows = tournaments.filter(is_rehearsal=False, event=None, club_hosting=None)
    rows = rows.exclude(status=Status.CANCELLED)
    return list(rows.order_by("-created_at", "-pk")[:MOST_OFFERED])


def _organized(user: User) -> tuple[QuerySet[Event], QuerySet[Tournament]]:
    roles = Role.objects.filter(user=user, kind=RoleKind.ORGANIZER).order_by()
    of_events = Q(pk__in=roles.exclude(event=None).values("event"))
    events = Event.objects.filter(Q(organizer=user) | of_events)
    of_tournaments = Q(pk__in=roles.exclude(tournament=None).values("tournament"))
    of_events = Q(event__in=events.order_by().values("pk"))
    tournaments = Tournament.objects.filter(Q(organizer=user) | of_tournaments | of_events)
    return events, tournaments


def club_of_event(event: Event) -> Club | None:
    """The club that runs the event, unless it is hidden."""
    return Club.objects.filter(hostings__event=event, hidden_at=None).first()


def club_of_tournament(tournament: Tournament) -> Club | None:
    """The club that runs the tournament, or its event; none if it is hidden."""
    runs = Q(hostings__tournament=tournament)
    if tournament.event_id is not None:
        runs |= Q(hostings__event=tournament.event_id)
    return Club.objects.filter(runs, hidden_at=None).order_by("pk").first()
