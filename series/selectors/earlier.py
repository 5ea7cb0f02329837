"""Which tournaments a series can count, and the like of a tournament in earlier editions of its event."""

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from accounts.models import User
from clubs.models import ClubHosting
from series.models import Series
from tournaments.bracket.selectors.lists import visible
from tournaments.core.permissions import directed_by
from tournaments.models import Event, Tournament

MOST_OFFERED = 200
MOST_EDITIONS = 12
SINGLE = Tournament.EntryKind.SINGLE
Status = Tournament.Status


def offered_tournaments(user: User, series: Series) -> list[Tournament]:
    """Tournaments of single players that the user can add, with their events: first those of the latest event. One query."""
    offered = Q(pk__in=directed_by(user).order_by().values("pk"))
    if series.club_id is not None:
        hosted = ClubHosting.objects.filter(club=series.club_id).order_by()
        offered |= Q(pk__in=hosted.exclude(tournament=None).values("tournament"))
        offered |= Q(event__in=hosted.exclude(event=None).values("event"))
    rows = visible(user).filter(offered, entry_kind=SINGLE, is_demo=False)
    rows = rows.exclude(status=Status.CANCELLED).exclude(in_series__series=series)
    rows = rows.select_related("event").order_by(
        "-event__starts_on", "-event", "event_order", "-pk"
    )
    return list(rows[:MOST_OFFERED])


def earlier_tournaments(tournament: Tournament) -> list[Tournament]:
    """In each earlier edition of its event: the tournament of the same name, else its first. Two queries for each
    event, of which at most `MOST_EDITIONS` are read."""
    listed = []
    for event in _earlier(tournament):
        rows = _single(event)
        same = [row for row in rows if row.name == tournament.name]
        listed += (same or rows)[:1]
    return listed


def _single(event: Event) -> list[Tournament]:
    rows: QuerySet[Tournament] = event.tournaments.filter(entry_kind=SINGLE, is_rehearsal=False)
    rows = rows.exclude(status=Status.CANCELLED).select_related("event")
    return list(rows.order_by("event_order", "pk"))


def _earlier(tournament: Tournament) -> Iterator[Event]:
    """The events before it; a circle ends where it began."""
    event = tournament.event
    seen: set[int] = set()
    while event is not None and event.pk not in seen and len(seen) <= MOST_EDITIONS:
        seen.add(event.pk)
        event = event.previous
        if event is not None and event.pk not in seen:
            yield event
