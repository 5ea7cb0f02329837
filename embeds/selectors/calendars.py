"""A user's own calendar: the matches that have a time, and the tournaments that they have entered."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Case, F, Q, When
from django.urls import reverse
from icalendar import Event as CalendarEntry  # type: ignore[import-untyped]

from accounts.models import User
from embeds.models import CalendarLink
from tournaments.bracket.selectors.lists import played_by
from tournaments.models import Entry, MatchTiming, Tournament
from tournaments.models.tournament import NOT_PUBLIC
from tournaments.timing.selectors.calendar import calendar_file, match_entry, utc
from web.encryption import decrypt

LASTS = timedelta(hours=1)
"""How long a tournament is in the calendar; only its start is known."""
SHOWN_FOR = timedelta(days=60)
MOST = 200
PURPOSE = b"barpoint calendar links"


def calendar_link(user: User) -> str:
    """The path of the user's calendar, or nothing where they have none."""
    link = CalendarLink.objects.filter(user=user, access_version=user.access_version).first()
    code = decrypt(link.code, PURPOSE) if link is not None else None
    return reverse("calendar", args=[code]) if code else ""


def export_link(user: User) -> dict[str, Any] | None:
    """When the user made the address, for their own download."""
    link = CalendarLink.objects.filter(user=user).first()
    return {"made": link.created_at} if link is not None else None


def owner_of(digest: str) -> User | None:
    """Whose calendar it is, if the address still counts and its owner may log in."""
    rows = CalendarLink.objects.select_related("user").filter(
        access_version=F("user__access_version"), user__is_active=True, user__suspended_at=None
    )
    link = rows.filter(digest=digest).first()
    return link.user if link is not None else None


def calendar_of(user: User, now: datetime) -> bytes:
    """What begins soon, and what began in the last two months. Three queries at most."""
    since = now - SHOWN_FOR
    mine = Entry.objects.filter(played_by(user)).exclude(status=Entry.Status.INVITED)
    ids = mine.order_by().values("pk")
    timings = MatchTiming.objects.filter(
        Q(pairing_match__entry_a__in=ids) | Q(pairing_match__entry_b__in=ids),
        start_at__gte=since,
        pairing_match__voided_at=None,
    ).select_related(
        "pairing_match__match", "pairing_match__entry_a__player", "pairing_match__entry_b__player"
    )
    entered = Tournament.objects.filter(
        ~NOT_PUBLIC,
        entries__in=mine.filter(status=Entry.Status.ACTIVE).order_by().values("pk"),
        starts_at__gte=since,
    ).exclude(status=Tournament.Status.CANCELLED)
    entries = [match_entry(row) for row in timings.order_by(*_soonest("start_at", now))[:MOST]]
    tournaments = entered.distinct().order_by(*_soonest("starts_at", now))
    entries += [_tournament_entry(row) for row in tournaments[:MOST]]
    return calendar_file(entries, "matches")


def _soonest(column: str, now: datetime) -> tuple[Any, ...]:
    """The order in which rows are shown where there are too many: what comes, the soonest first, then what is past, the
    latest first."""
    coming = Case(When(**{f"{column}__gte": now}, then=column))
    return coming.asc(nulls_last=True), f"-{column}", "pk"


def _tournament_entry(tournament: Tournament) -> CalendarEntry:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    url = settings.SITE_URL + tournament.get_absolute_url()
    entry = CalendarEntry()
    entry.add("uid", f"tournament-{tournament.pk}@{host}")
    entry.add("sequence", tournament.version)
    assert tournament.starts_at is not None  # noqa: S101  # only those were read
    entry.add("dtstamp", utc(tournament.created_at))
    entry.add("dtstart", utc(tournament.starts_at))
    entry.add("dtend", utc(tournament.starts_at + LASTS))
    entry.add("summary", tournament.name)
    entry.add("description", url)
    entry.add("url", url)
    return entry
