"""An event as a file for calendars (RFC 5545): its days as one entry, and each line of its timetable that has a time. A
changed event is the same entries with a higher SEQUENCE."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Calendar  # type: ignore[import-untyped]
from icalendar import Event as CalendarEntry

from tournaments.event.selectors.events import EventTournament
from tournaments.event.selectors.facts import schedule_days
from tournaments.models import Event

LINE_LASTS = timedelta(hours=1)
"""How long a line of the timetable is in the calendar; only its start is known."""


def event_ics(event: Event, rows: Sequence[EventTournament], now: datetime) -> bytes:
    """The calendar file of the event with its tournaments as the reader may see them. Times are UTC."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    url = settings.SITE_URL + event.get_absolute_url()
    place = ", ".join(filter(None, (event.place, event.address)))
    calendar = Calendar()
    calendar.add("prodid", "-//Barpoint//events//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")

    def add(uid: str, summary: str, start: object, end: object) -> None:
        entry = CalendarEntry()
        entry.add("uid", f"{uid}@{host}")
        entry.add("sequence", event.version)
        entry.add("dtstamp", now.astimezone(UTC))
        entry.add("dtstart", start)
        entry.add("dtend", end)
        entry.add("summary", summary)
        entry.add("url", url)
        if place:
            entry.add("location", place)
        calendar.add_component(entry)

    add(f"event-{event.pk}", event.name, event.starts_on, event.ends_on + timedelta(days=1))
    lines = [line for day in schedule_days(event, rows) for line in day.lines if line.at]
    for number, line in enumerate(lines):
        assert line.at is not None  # noqa: S101  # only those were taken
        start = line.at.astimezone(UTC)
        title = f"{line.text} · {event.name}"
        add(f"event-{event.pk}-{number}", title, start, start + LINE_LASTS)
    file: bytes = calendar.to_ical()
    return file
