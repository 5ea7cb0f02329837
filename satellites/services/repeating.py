"""The sweep: full tournaments start, the next ones open, winners get their tickets. Safe to run twice and by two workers."""

import re
from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from satellites.models import SatelliteTournament
from satellites.selectors.satellites import Status, is_full, is_last, last_places
from satellites.selectors.tickets import due_places
from satellites.services.tickets import settle_ticket
from tournaments.bracket.services.start import start
from tournaments.core.locking import locked, save_changed
from tournaments.event.services.cloning import repeat_tournament
from tournaments.event.services.events import locked_event
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from tournaments.setup.services.creation_limits import require_room
from tournaments.venue.selectors.check_in import missing_before_start
from web.errors import DomainError

MOST_TOURNAMENTS = 200
LONGEST_NAME = 120


def run_due(now: datetime) -> int:
    """Do what is owed; returns how much was done. A satellite that fails does not stop the others."""
    places = last_places().exclude(tournament__status=Status.DRAFT)
    done, errors = _each((place.pk for place in places), lambda pk: advance(pk, now))
    given, more = _each(
        due_places().values_list("pk", flat=True), lambda pk: settle_ticket(pk, now)
    )
    if errors + more:
        raise ExceptionGroup("satellites failed", errors + more)
    return done + given


def _each(ids: Iterable[int], act: Callable[[int], bool]) -> tuple[int, list[Exception]]:
    done, errors = 0, list[Exception]()
    for pk in list(ids):
        try:
            done += act(pk)
        except Exception as error:  # raised by run_due, after the others
            errors.append(error)
    return done, errors


@transaction.atomic
def advance(place_id: int, now: datetime) -> bool:
    """Start this tournament if it is full, and open the next one once it has started. False where nothing was done.

    Both happen in one transaction, under the lock of the tournament. What is refused is noted, and tried again by the
    next sweep; a tournament that has started is not held up by a next one that cannot open.
    """
    place = SatelliteTournament.objects.select_related("tournament").filter(pk=place_id).first()
    if place is None:
        return False
    if place.tournament.event_id is not None:
        locked_event(place.tournament.event_id)
    tournament = locked(place.tournament_id)
    place = SatelliteTournament.objects.select_related("satellite__by").get(pk=place_id)
    if place.satellite.ended_at is not None or not is_last(place):
        return False
    if tournament.status == Status.CANCELLED or place.number >= MOST_TOURNAMENTS:
        place.satellite.ended_at = now
        place.satellite.save(update_fields=["ended_at"])
        save_changed(tournament)
        return True
    if tournament.status == Status.OPEN and not _started(place, tournament, now):
        return False
    return tournament.status != Status.DRAFT and _opened_next(place, now)


def _started(place: SatelliteTournament, tournament: Tournament, now: datetime) -> bool:
    if not is_full(tournament):
        _note(place, "")
        return False
    try:
        if missing_before_start(tournament) is not None:
            text = _("Some players have not checked in.")
            raise DomainError("not_checked_in", text)
        start(tournament.pk, by=None, now=now)
    except DomainError as refused:
        _note(place, refused.detail)
        return False
    return True


def _opened_next(place: SatelliteTournament, now: datetime) -> bool:
    old = locked(place.tournament_id)
    organizer = old.organizer or place.satellite.by
    try:
        if organizer is None:
            raise DomainError("no_organizer", _("This tournament has no organizer."))
        with transaction.atomic():
            require_room(organizer, now)
            made = repeat_tournament(old, by=organizer, now=now, name=next_name(old.name))
            lifecycle.open_entry(made.pk, by=None)
    except DomainError as refused:
        _note(place, refused.detail)
        return False
    _note(place, "")
    SatelliteTournament.objects.create(
        satellite=place.satellite, number=place.number + 1, tournament=made
    )
    save_changed(old)
    return True


def next_name(name: str) -> str:
    """The name with the next number: "Jackpot 2" after "Jackpot", and "Jackpot 3" after that."""
    numbered = re.fullmatch(r"(.*\S)\s+([1-9]\d{0,2})", name)
    base, number = (numbered[1], int(numbered[2]) + 1) if numbered else (name, 2)
    return f"{base[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"


def _note(place: SatelliteTournament, refusal: str) -> None:
    if place.refusal != refusal[:300]:
        place.refusal = refusal[:300]
        place.save(update_fields=["refusal"])
