"""Events and tournaments that a club runs: added and removed by an officer who directs them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import Club, ClubHosting
from clubs.services.locking import locked_club, require_officer
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, require
from tournaments.event.services.events import locked_event
from tournaments.models import Event, Tournament
from web.errors import DomainError, NotFound

MOST_HOSTED = 2000


@transaction.atomic
def add_event(by: User, club_id: int, event_id: int, now: datetime) -> ClubHosting:
    """Twice is once. Refused: no_such_event, not_your_role, not_an_officer, hosted_elsewhere, too_many_hosted."""
    event = locked_event(event_id)
    require(by, event, Right.DIRECT)
    club = _with_room(by, club_id)
    return _of(club, ClubHosting.objects.get_or_create(event=event, defaults=_new(club, now))[0])


@transaction.atomic
def add_tournament(by: User, club_id: int, tournament_id: int, now: datetime) -> ClubHosting:
    """Twice is once. Refused: no_such_tournament, not_your_role, not_an_officer, hosted_elsewhere, too_many_hosted."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.DIRECT)
    if tournament.is_rehearsal:
        raise NotFound("no_such_tournament", _("Tournament not found."))
    club = _with_room(by, club_id)
    rows = ClubHosting.objects
    return _of(club, rows.get_or_create(tournament=tournament, defaults=_new(club, now))[0])


@transaction.atomic
def remove_hosting(by: User, club_id: int, hosting_id: int) -> Event | Tournament | None:
    """It is the club's no longer, and stays as it is. Refused: not_an_officer."""
    club = locked_club(club_id)
    require_officer(by, club)
    rows = ClubHosting.objects.filter(club=club, pk=hosting_id)
    row = rows.select_related("event", "tournament").first()
    if row is None:
        return None
    row.delete()
    return row.event or row.tournament


def _with_room(by: User, club_id: int) -> Club:
    club = locked_club(club_id)
    require_officer(by, club)
    if ClubHosting.objects.filter(club=club).count() >= MOST_HOSTED:
        text = _("This club has as many events and tournaments as it can have.")
        raise DomainError("too_many_hosted", text)
    return club


def _new(club: Club, now: datetime) -> dict[str, object]:
    return {"club": club, "at": now}


def _of(club: Club, row: ClubHosting) -> ClubHosting:
    if row.club_id != club.pk:
        raise DomainError("hosted_elsewhere", _("Another club runs this already."))
    return row
