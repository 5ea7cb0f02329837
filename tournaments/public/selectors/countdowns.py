"""What a big screen counts down to: an announcement with a countdown, and the next line of the event's timetable."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.event.selectors.announcements import AnnouncementRow
from tournaments.event.selectors.facts import schedule_days
from tournaments.models import Event, Tournament

SOON = timedelta(hours=1)
"""A line of the timetable is counted down to for so long before it."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """Something that begins at `until`."""

    text: str
    until: datetime


def countdowns(
    subject: Tournament | Event, announced: Sequence[AnnouncementRow], now: datetime
) -> list[Countdown]:
    """The earliest first. One query at most: for the event of a tournament."""
    ours = [Countdown(row.text, row.until) for row in announced if row.counts_down and row.until]
    event = subject if isinstance(subject, Event) else subject.event
    return sorted([*ours, *_next_line(event, now)], key=lambda row: row.until)


def _next_line(event: Event | None, now: datetime) -> list[Countdown]:
    if event is None or not event.schedule.strip():
        return []
    lines = [line for day in schedule_days(event, ()) for line in day.lines]
    soon = [
        Countdown(line.text, line.at) for line in lines if line.at and now < line.at <= now + SOON
    ]
    return sorted(soon, key=lambda row: row.until)[:1]
