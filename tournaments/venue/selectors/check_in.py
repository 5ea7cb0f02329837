"""Attendance before the start: who has checked in, who is missing, who is on the waiting list."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from accounts.models import NOT_HOUSE_BOTS
from tournaments.bracket.selectors.lists import played_by
from tournaments.core.permissions import Viewer
from tournaments.models import CheckIn, Entry, Tournament, Venue
from web.folding import fold


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """An entry with the time of its check-in, None while it is missing."""

    id: int
    name: str
    status: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Attendance:
    """`rows` match the search, missing entries first; the other fields count all entries."""

    rows: tuple[AttendanceRow, ...]
    missing: tuple[AttendanceRow, ...]
    standing_by: tuple[AttendanceRow, ...]
    here: int
    entered: int

    @property
    def missing_ids(self) -> str:
        return ",".join(str(row.id) for row in self.missing)


def attendance(tournament: Tournament, sought: str, *, viewer: Viewer | None = None) -> Attendance:
    """The attendance of a tournament, without bots. One query."""
    status = Entry.Status
    entries = tournament.entries.filter(status__in=[status.ACTIVE, status.WAITING_LIST])
    entries = entries.filter(player__bot_kind__in=NOT_HOUSE_BOTS)
    if viewer is not None:
        entries = entries.filter(played_by(viewer))
    rows = [
        AttendanceRow(e.pk, e.title, e.status, e.check_in.at if hasattr(e, "check_in") else None)
        for e in entries.select_related("player", "check_in").order_by("entered_at", "pk")
    ]
    entered = [row for row in rows if row.status == status.ACTIVE]
    missing = sorted((row for row in entered if row.at is None), key=_name)
    here = sorted((row for row in entered if row.at is not None), key=_name)
    wanted = fold(sought.strip())
    return Attendance(
        tuple(row for row in [*missing, *here] if wanted in fold(row.name)),
        tuple(missing),
        tuple(row for row in rows if row.status == status.WAITING_LIST),
        len(here),
        len(entered),
    )


def missing_before_start(tournament: Tournament) -> Attendance | None:
    """The attendance if entries are missing and the tournament checks in and may be started; None if there is nothing to ask
    before the draw."""
    if tournament.status not in (Tournament.Status.DRAFT, Tournament.Status.OPEN):
        return None
    opened = Venue.objects.filter(tournament=tournament, check_in_opened_at__isnull=False)
    if not opened.exists() and not CheckIn.objects.filter(entry__tournament=tournament).exists():
        return None
    counted = attendance(tournament, "")
    return counted if counted.missing else None


def _name(row: AttendanceRow) -> str:
    return row.name.casefold()


def address_of(code: str) -> str:
    """The full URL of the page behind a check-in code."""
    return settings.SITE_URL + reverse("check-in", args=[code])
