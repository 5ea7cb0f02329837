"""Announcements in a tournament or an event."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.selectors import login_name
from tournaments.models import Announcement, Event, Tournament


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """An announcement. `of_event`: it is for the whole event; `until` is None if it has no end."""

    id: int
    text: str
    at: datetime
    until: datetime | None
    pinned: bool
    by: str
    of_event: bool
    counts_down: bool = False


def current_announcements(subject: Tournament | Event, now: datetime) -> list[AnnouncementRow]:
    """Announcements shown now, pinned ones first and then the newest; for a tournament those of its event, too. One query."""
    shown = Q(until=None) | Q(until__gt=now)
    return _rows(_of(subject).filter(shown, at__lte=now))


def all_announcements(subject: Tournament | Event) -> list[AnnouncementRow]:
    """All announcements ever made, for the desk. One query."""
    return _rows(_of(subject))


def _of(subject: Tournament | Event) -> QuerySet[Announcement]:
    if isinstance(subject, Event):
        return Announcement.objects.filter(event=subject)
    here = Q(tournament=subject)
    if subject.event_id is not None:
        here |= Q(event=subject.event_id)
    return Announcement.objects.filter(here)


def _rows(announcements: QuerySet[Announcement]) -> list[AnnouncementRow]:
    return [
        AnnouncementRow(
            id=row.pk,
            text=row.text,
            at=row.at,
            until=row.until,
            pinned=row.pinned,
            by=login_name(row.by),
            of_event=row.event_id is not None,
            counts_down=row.counts_down,
        )
        for row in announcements.select_related("by__player")
    ]
