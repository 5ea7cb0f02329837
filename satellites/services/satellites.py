"""Letting a tournament repeat when it is full, and ending that."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from satellites.models import Satellite, SatelliteTournament
from satellites.selectors.satellites import BEFORE, CURRENT, Kind, is_last
from tournaments.core.locking import lock_together, locked, save_changed
from tournaments.core.permissions import Right, require, require_director, require_status
from tournaments.formats.registry import FORMATS
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError, NotFound

LEAST_ENTRIES, MOST_ENTRIES = 2, 32


@transaction.atomic
def begin(tournament_id: int, target_id: int | None, *, by: User, now: datetime) -> Satellite:
    """The tournament repeats from now on; a draft is opened for entry. Winners get a ticket for the target, if there is one.

    Begun again after `stop` with the same target, the satellite goes on. Refused: is_rehearsal, already_repeats, not_a_knockout,
    not_single_players, bad_entry_limit, no_such_target (404), bad_target; tickets are the organizer's to give: not_your_role.
    """
    lock_together([tournament_id] if target_id is None else [tournament_id, target_id])
    tournament = locked(tournament_id)
    require_director(by, tournament)
    _require_repeatable(tournament)
    target = None if target_id is None else _target(tournament, target_id, by)
    places = SatelliteTournament.objects.select_related("satellite")
    place = places.filter(tournament=tournament).first()
    if place is not None and place.satellite.ended_at is None:
        raise DomainError("already_repeats", _("This tournament repeats already."))
    if tournament.status == Tournament.Status.DRAFT:
        lifecycle.open_entry(tournament.pk, by=by)
        tournament.refresh_from_db()
    satellite = _resumed(place, target) or Satellite(target=target, by=by, created_at=now)
    satellite.ended_at = None
    satellite.save()
    SatelliteTournament.objects.update_or_create(
        tournament=tournament,
        defaults={"satellite": satellite, "refusal": ""},
        create_defaults={"satellite": satellite, "number": 1},
    )
    save_changed(tournament)
    return satellite


@transaction.atomic
def stop(tournament_id: int, *, by: User, now: datetime) -> Satellite:
    """No further tournament opens, and the open one no longer starts by itself. Refused: does_not_repeat (404)."""
    lock_together(_with_latest(tournament_id))
    tournament = locked(tournament_id)
    require_director(by, tournament)
    satellite = Satellite.objects.filter(places__tournament=tournament).first()
    if satellite is None:
        raise NotFound("does_not_repeat", _("This tournament does not repeat."))
    latest = locked(_with_latest(tournament_id)[-1])
    require_director(by, latest)
    if satellite.ended_at is None:
        satellite.ended_at = now
        satellite.save(update_fields=["ended_at"])
        save_changed(latest)
    return satellite


def _with_latest(tournament_id: int) -> list[int]:
    """The tournament and, after it, the latest of its satellite."""
    places = SatelliteTournament.objects.filter(satellite__places__tournament=tournament_id)
    latest = places.order_by("-number").values_list("tournament_id", flat=True)[:1]
    return [tournament_id, *latest]


def _require_repeatable(tournament: Tournament) -> None:
    if tournament.is_rehearsal:
        raise DomainError("is_rehearsal", _("This is not possible for a rehearsal."))
    require_status(tournament, *BEFORE)
    if tournament.entry_kind != Kind.SINGLE:
        text = _("Only tournaments of single players can repeat.")
        raise DomainError("not_single_players", text)
    if FORMATS[tournament.format].counts != "knockout":
        raise DomainError("not_a_knockout", _("Only a knockout can repeat."))
    if not LEAST_ENTRIES <= (tournament.entry_limit or 0) <= MOST_ENTRIES:
        text = _("Set a maximum of %(least)d to %(most)d entries in the settings first.")
        numbers = {"least": LEAST_ENTRIES, "most": MOST_ENTRIES}
        raise DomainError("bad_entry_limit", text % numbers)


def _target(tournament: Tournament, target_id: int, by: User) -> Tournament:
    in_event = Tournament.objects.filter(event=tournament.event_id, is_rehearsal=False)
    in_event = in_event.exclude(event=None).exclude(pk=tournament.pk)
    target = in_event.filter(pk=target_id).first()
    if target is None:
        text = _("Choose a tournament of the same event.")
        raise NotFound("no_such_target", text)
    require(by, target, Right.ORGANIZE)
    is_chained = SatelliteTournament.objects.filter(tournament=target).exists()
    if target.status not in CURRENT or target.entry_kind != Kind.SINGLE or is_chained:
        text = _("Tickets cannot be for this tournament. Choose another one.")
        raise DomainError("bad_target", text)
    return target


def _resumed(place: SatelliteTournament | None, target: Tournament | None) -> Satellite | None:
    """The satellite that was stopped, where its latest tournament goes on for the same prize."""
    if place is None or not is_last(place):
        return None
    return place.satellite if place.satellite.target_id == (target and target.pk) else None
