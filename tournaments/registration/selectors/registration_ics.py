"""The start of a tournament as a file for calendars (RFC 5545), for somebody who registered. A changed start is the same
entry with a higher SEQUENCE."""

from datetime import UTC, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Calendar, Event  # type: ignore[import-untyped]

from tournaments.models import Entry, Registration
from tournaments.registration.selectors.registration_link import link_of

LONG = timedelta(hours=8)
"""How long a tournament is in the calendar; its end is not known before."""


def registration_ics(row: Registration) -> bytes | None:
    """The calendar file; None while there is no start. Withdrawn: cancelled; on the waiting list: tentative. Times are UTC."""
    tournament = row.tournament
    if tournament.starts_at is None:
        return None
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    start = tournament.starts_at.astimezone(UTC)
    event = tournament.event
    entry = Event()
    entry.add("uid", f"registration-{row.pk}@{host}")
    entry.add("sequence", tournament.version)
    entry.add("dtstamp", row.at.astimezone(UTC))
    entry.add("dtstart", start)
    entry.add("dtend", start + LONG)
    entry.add("summary", tournament.name)
    if event is not None and (place := ", ".join(filter(None, (event.place, event.address)))):
        entry.add("location", place)
    entry.add("url", link_of(row))
    entry.add("description", link_of(row))
    entry.add("status", _status(row.entry))
    calendar = Calendar()
    calendar.add("prodid", "-//Barpoint//registrations//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(entry)
    file: bytes = calendar.to_ical()
    return file


def _status(entry: Entry | None) -> str:
    if entry is None or entry.status == Entry.Status.WAITING_LIST:
        return "TENTATIVE"
    return "CONFIRMED" if entry.is_active else "CANCELLED"
