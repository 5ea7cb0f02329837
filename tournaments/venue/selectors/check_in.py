"""Who is there and who is not, before the start; who stands by."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from accounts.models import BotKind
from tournaments.bracket.selectors.lists import played_by
from tournaments.core.permissions import Viewer
from tournaments.models import CheckIn, Entry, Tournament, Venue
from web.folding import fold


@dataclass(frozen=True, slots=True)
class Present:
    """An entry with the moment it was checked in; None while it is missing."""

    id: int
    name: str
    status: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Hall:
    """`rows` are those that fit what is sought, missing ones first; the rest counts everybody."""

    rows: tuple[Present, ...]
    missing: tuple[Present, ...]
    standing_by: tuple[Present, ...]
    here: int
    entered: int

    @property
    def missing_ids(self) -> str:
        return ",".join(str(row.id) for row in self.missing)


def present(tournament: Tournament, sought: str, *, viewer: Viewer | None = None) -> Hall:
    """One query. Bots are always there and not among them."""
    status = Entry.Status
    found = tournament.entries.filter(status__in=[status.ACTIVE, status.STANDBY])
    found = found.filter(player__bot_kind=BotKind.NONE)
    if viewer is not None:
        found = found.filter(played_by(viewer))
    rows = [
        Present(e.pk, e.title, e.status, e.check_in.at if hasattr(e, "check_in") else None)
        for e in found.select_related("player", "check_in").order_by("entered_at", "pk")
    ]
    entered = [row for row in rows if row.status == status.ACTIVE]
    missing = sorted((row for row in entered if row.at is None), key=_name)
    here = sorted((row for row in entered if row.at is not None), key=_name)
    wanted = fold(sought.strip())
    return Hall(
        tuple(row for row in [*missing, *here] if wanted in fold(row.name)),
        tuple(missing),
        tuple(row for row in rows if row.status == status.STANDBY),
        len(here),
        len(entered),
    )


def missing_before_start(tournament: Tournament) -> Hall | None:
    """Who is there, where somebody is missing of a tournament that checks in and may be started; None where nothing is to be
    asked before the draw."""
    if tournament.status not in (Tournament.Status.DRAFT, Tournament.Status.OPEN):
        return None
    opened = Venue.objects.filter(tournament=tournament, check_in_opened_at__isnull=False)
    if not opened.exists() and not CheckIn.objects.filter(entry__tournament=tournament).exists():
        return None
    found = present(tournament, "")
    return found if found.missing else None


def _name(row: Present) -> str:
    return row.name.casefold()


def address_of(code: str) -> str:
    """The whole address behind the code of a check-in."""
    return settings.SITE_URL + reverse("check-in", args=[code])
