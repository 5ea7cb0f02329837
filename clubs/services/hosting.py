"""Events and tournaments that a club runs.

An officer of the club who organizes the event or the tournament adds it. Every officer of the club removes it, and so does
whoever organizes it.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import Club, ClubHosting
from clubs.services.hosted_pages import renew_pages
from clubs.services.locking import locked_club, require_officer
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, require, rights_of, roles_in
from tournaments.event.services.events import locked_event
from tournaments.models import Event, Tournament
from web.errors import DomainError, NotFound

MOST_HOSTED = 2000


@transaction.atomic
def add_event(by: User, club_id: int, event_id: int, now: datetime) -> ClubHosting:
    """Twice is once. Refused: no_such_event, not_your_role, not_an_officer, hosted_elsewhere, too_many_hosted."""
    event = locked_event(event_id)
    require(by, event, Right.ORGANIZE)
    club = _with_room(by, club_id)
    renew_pages([event.pk], [])
    return _of(club, ClubHosting.objects.get_or_create(event=event, defaults=_new(club, now))[0])


@transaction.atomic
def add_tournament(by: User, club_id: int, tournament_id: int, now: datetime) -> ClubHosting:
    """Twice is once. Refused: no_such_tournament, not_your_role, part_of_event, not_an_officer, hosted_elsewhere,
    too_many_hosted."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    if tournament.is_rehearsal:
        raise NotFound("no_such_tournament", _("Tournament not found."))
    if tournament.event_id is not None:
        text = _("This tournament is part of an event. Add the event instead.")
        raise DomainError("part_of_event", text)
    club = _with_room(by, club_id)
    renew_pages([], [tournament.pk])
    rows = ClubHosting.objects
    return _of(club, rows.get_or_create(tournament=tournament, defaults=_new(club, now))[0])


@transaction.atomic
def remove_hosting(by: User, club_id: int, hosting_id: int) -> Event | Tournament | None:
    """It is the club's no longer, and stays as it is. Refused: not_an_officer, for whoever does not organize it either."""
    club = locked_club(club_id)
    rows = ClubHosting.objects.filter(club=club, pk=hosting_id)
    row = rows.select_related("event", "tournament").first()
    subject = None if row is None else row.event or row.tournament
    if subject is None or not is_organizer_of(by, subject):
        require_officer(by, club)
    if row is not None:
        renew_pages([row.event_id], [row.tournament_id])
        row.delete()
    return subject


def keep_host(old: Tournament, following: Tournament, club_id: int | None, now: datetime) -> None:
    """The club that ran `old`, by itself or with its event, runs the tournament that follows it, if that is this club."""
    runs = Q(tournament=old) | Q(event__isnull=False, event=old.event_id)
    hosted = ClubHosting.objects.filter(club=club_id)
    if club_id is not None and hosted.filter(runs).exists() and hosted.count() < MOST_HOSTED:
        ClubHosting.objects.create(tournament=following, club_id=club_id, at=now)


def is_organizer_of(user: User, subject: Event | Tournament) -> bool:
    """Is it theirs, so that they decide which club it is of? Staff are not asked here; they hide clubs instead."""
    return (
        user.is_active
        and not user.is_suspended
        and Right.ORGANIZE in rights_of(roles_in(user, subject))
    )


def _with_room(by: User, club_id: int) -> Club:
    club = locked_club(club_id)
    require_officer(by, club)
    if ClubHosting.objects.filter(club=club).count() >= MOST_HOSTED:
        text = _("This club has reached its limit of events and tournaments.")
        raise DomainError("too_many_hosted", text)
    return club


def _new(club: Club, now: datetime) -> dict[str, object]:
    return {"club": club, "at": now}


def _of(club: Club, row: ClubHosting) -> ClubHosting:
    if row.club_id != club.pk:
        raise DomainError("hosted_elsewhere", _("Another club runs this already."))
    return row
