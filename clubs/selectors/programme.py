"""What a club runs: events and tournaments that come or go on, and past ones with their winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from accounts.models import User
from clubs.models import Club, ClubHosting
from tournaments.bracket.selectors.lists import counted, tournament_row, visible
from tournaments.bracket.selectors.rows import TournamentRow
from tournaments.core.permissions import Viewer, directed_by
from tournaments.event.selectors.events import EventRow, event_row, event_rows
from tournaments.event.selectors.people import DIRECTING
from tournaments.models import Event, Role, Tournament

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
    """The club's tournaments and those of its events, as the viewer may see them, counted for rows."""
    hosted = ClubHosting.objects.filter(club=club).order_by()
    own = Q(pk__in=hosted.exclude(tournament=None).values("tournament"))
    of_events = Q(event__in=hosted.exclude(event=None).values("event"))
    return counted(visible(viewer).filter(own | of_events), viewer)


def _rows(tournaments: QuerySet[Tournament]) -> list[TournamentRow]:
    return [tournament_row(tournament) for tournament in tournaments[:MOST_SHOWN]]


def hostings_of(club: Club) -> QuerySet[ClubHosting]:
    """What the club runs, the latest added first, with the events and tournaments."""
    rows = ClubHosting.objects.filter(club=club).select_related("event", "tournament")
    return rows.order_by("-at", "-pk")


def offered_events(user: User) -> list[Event]:
    """Events that the user directs and that no club runs yet, the latest first. One query."""
    roles = Role.objects.filter(user=user, kind__in=DIRECTING, tournament=None).order_by()
    own = Q(organizer=user) | Q(pk__in=roles.values("event_id"))
    rows = Event.objects.filter(own, club_hosting=None).order_by("-starts_on", "-pk")
    return list(rows[:MOST_OFFERED])


def offered_tournaments(user: User) -> list[Tournament]:
    """Tournaments outside events that the user directs and that no club runs yet, the latest first. One query."""
    rows = directed_by(user).filter(is_rehearsal=False, event=None, club_hosting=None)
    rows = rows.exclude(status=Status.CANCELLED)
    return list(rows.order_by("-created_at", "-pk").distinct()[:MOST_OFFERED])
