"""What is announced in a tournament or an event now."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.selectors import login_name
from tournaments.models import Announcement, Event, Tournament


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """A word to everybody. `of_event`: it was said to the whole event; `until` is None where it stays."""

    id: int
    text: str
    at: datetime
    until: datetime | None
    pinned: bool
    by: str
    of_event: bool


def current(subject: Tournament | Event, now: datetime) -> list[AnnouncementRow]:
    """What is to be read now, pinned ones first and then the newest; of a tournament those of its event too. One query."""
    shown = Q(until=None) | Q(until__gt=now)
    return _rows(_said(subject).filter(shown, at__lte=now))


def everything(subject: Tournament | Event) -> list[AnnouncementRow]:
    """All that was ever announced, for the desk. One query."""
    return _rows(_said(subject))


def _said(subject: Tournament | Event) -> QuerySet[Announcement]:
    if isinstance(subject, Event):
        return Announcement.objects.filter(event=subject)
    here = Q(tournament=subject)
    if subject.event_id is not None:
        here |= Q(event=subject.event_id)
    return Announcement.objects.filter(here)


def _rows(found: QuerySet[Announcement]) -> list[AnnouncementRow]:
    return [
        AnnouncementRow(
            id=one.pk,
            text=one.text,
            at=one.at,
            until=one.until,
            pinned=one.pinned,
            by=login_name(one.by),
            of_event=one.event_id is not None,
        )
        for one in found.select_related("by__player")
    ]
