"""The time of a match as a file for calendars (RFC 5545). A changed time is the same entry with a higher SEQUENCE."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from icalendar import Calendar, Event  # type: ignore[import-untyped]

from tournaments.models import MatchTiming
from tournaments.timing.selectors.pace import USUAL_MIN


def match_ics(row: MatchTiming) -> bytes:
    """The calendar file of a match."""
    return calendar_file([match_entry(row)], "matches")


def match_entry(row: MatchTiming) -> Event:
    """A match in a calendar; cancelled if the match has no time any more. Times are UTC."""
    on, match = row.pairing_match, row.pairing_match.match
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    url = settings.SITE_URL + reverse("match", args=[match.pk])
    start = row.start_at or on.created_at
    entry = Event()
    entry.add("uid", f"match-{match.pk}@{host}")
    entry.add("sequence", row.sequence)
    entry.add("dtstamp", utc(on.created_at + timedelta(seconds=row.sequence)))
    entry.add("dtstart", utc(start))
    entry.add("dtend", utc(start + timedelta(minutes=USUAL_MIN * (match.rules.get("length") or 1))))
    players = f"{on.entry_a.title} – {on.entry_b.title}"
    entry.add("summary", ", ".join(filter(None, (players, match.context.get("title", "")))))
    entry.add("description", url)
    entry.add("url", url)
    entry.add("status", "CONFIRMED" if row.start_at else "CANCELLED")
    return entry


def calendar_file(entries: Iterable[Event], name: str) -> bytes:
    """A calendar of these entries."""
    calendar = Calendar()
    calendar.add("prodid", f"-//Barpoint//{name}//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for entry in entries:
        calendar.add_component(entry)
    file: bytes = calendar.to_ical()
    return file


def utc(moment: datetime) -> datetime:
    """As calendars write it."""
    return moment.astimezone(UTC)
