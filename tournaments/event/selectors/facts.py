"""What an organizer typed for an event's page, as rows: its timetable day by day, its hotel, its thanks, its map. No query."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from tournaments.event.selectors.events import EventTournament
from tournaments.event.selectors.events import timetable as by_time
from tournaments.models import Event
from web.date_texts import day_text, time_text

MAP = "https://www.openstreetmap.org/search?"
MOST_LINES = 120
TIMED = re.compile(
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?P<end>\s?[-–]\s?\d{1,2}[:.]\d\d)?\s*(?P<rest>.*)"
)
LINKED = re.compile(r"(?P<text>.*?)\s*(?P<url>https?://\S{3,300})")


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """A line of the timetable. `time` is empty for a line without one; `at` is known where the day is known.

    `state` is past, now or "": it is only set while the event is live. `slug` leads to the tournament that starts then.
    """

    time: str
    text: str
    at: datetime | None = None
    state: str = ""
    slug: str = ""


@dataclass(frozen=True, slots=True)
class ScheduleDay:
    """A day of the timetable with its heading, which is empty for a day after the last of the event."""

    title: str
    lines: tuple[ScheduleLine, ...]


@dataclass(frozen=True, slots=True)
class LinkedLine:
    """A line of text with the web address that it ends with, or none."""

    text: str
    url: str = ""


def schedule_days(event: Event, rows: Sequence[EventTournament]) -> tuple[ScheduleDay, ...]:
    """The timetable as typed, else the starts of the tournaments."""
    return tuple(_typed(event) if event.schedule.strip() else _starts(event, rows))


def marked(days: Iterable[ScheduleDay], now: datetime) -> tuple[ScheduleDay, ...]:
    """The same with what is over and what is on now."""
    begun = [line.at for day in days for line in day.lines if line.at and line.at <= now]
    latest = max(begun, default=None)
    return tuple(
        replace(day, lines=tuple(replace(line, state=_state(line, latest)) for line in day.lines))
        for day in days
    )


def begun_lines(days: Iterable[ScheduleDay], now: datetime) -> int:
    """How many lines have begun: the page changes with it."""
    return sum(line.at is not None and line.at <= now for day in days for line in day.lines)


def map_url(event: Event) -> str:
    """The typed link, else a search for the address; empty where neither an address nor a link was typed."""
    if event.map_url or not event.address:
        return event.map_url
    return MAP + urlencode({"query": event.address})


def linked_lines(text: str) -> tuple[LinkedLine, ...]:
    """Every line that is not empty, with its link taken off its end.

    >>> linked_lines("Boards Ltd https://boards.example/")
    (LinkedLine(text='Boards Ltd', url='https://boards.example/'),)
    """
    return tuple(_linked(line.strip()) for line in text.splitlines() if line.strip())


def _linked(line: str) -> LinkedLine:
    matched = LINKED.fullmatch(line)
    if matched is None:
        return LinkedLine(line)
    host = matched["url"].partition("//")[2].strip("/")
    return LinkedLine(matched["text"] or host, matched["url"])


def _typed(event: Event) -> Iterable[ScheduleDay]:
    """Days are parted by empty lines. A first line without a time is the heading of its day."""
    blocks = re.split(r"\n\s*\n", event.schedule.strip().replace("\r", ""))
    left = MOST_LINES
    for number, block in enumerate(blocks):
        lines = [line.strip() for line in block.splitlines() if line.strip()][:left]
        left -= len(lines)
        if not lines:
            return
        day = event.starts_on + timedelta(days=number)
        event_day = day if day <= event.ends_on else None
        title = day_text(day) if event_day else ""
        if len(lines) > 1 and TIMED.fullmatch(lines[0]) is None:
            title = lines.pop(0)
        yield ScheduleDay(title, tuple(_line(line, event_day, event.time_zone) for line in lines))


def _line(text: str, day: date | None, zone: str) -> ScheduleLine:
    matched = TIMED.fullmatch(text)
    hour, minute = (int(matched["hour"]), int(matched["minute"])) if matched else (99, 99)
    if matched is None or hour > 23 or minute > 59:
        return ScheduleLine("", text)
    wall = time(hour, minute)
    shown = f"{time_text_of(wall)}{(matched['end'] or '').replace('-', '–')}"
    at = datetime.combine(day, wall, ZoneInfo(zone)) if day else None
    return ScheduleLine(shown, matched["rest"].lstrip("-–: ") or text, at)


def time_text_of(wall: time) -> str:
    """A time of day in the format of the reader's language."""
    return time_text(datetime.combine(date(2000, 1, 1), wall))


def _starts(event: Event, rows: Sequence[EventTournament]) -> Iterable[ScheduleDay]:
    zone = ZoneInfo(event.time_zone)
    days: dict[date, list[ScheduleLine]] = {}
    for row in by_time(rows):
        if row.row.starts_at is None:
            continue
        at = row.row.starts_at.astimezone(zone)
        line = ScheduleLine(time_text(at), row.short, at, slug=row.row.slug)
        days.setdefault(at.date(), []).append(line)
    for day, lines in days.items():
        yield ScheduleDay(day_text(day), tuple(lines))


def _state(line: ScheduleLine, latest: datetime | None) -> str:
    if line.at is None or latest is None or line.at > latest:
        return ""
    return "now" if line.at == latest else "past"
