"""Satellites as pages and sweeps read them."""

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from satellites.models import Satellite, SatelliteTournament
from tournaments.core.permissions import Right, preload_roles, rights_in
from tournaments.event.services.events import ordered_tournaments
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Tournament

Status = Tournament.Status
Kind = Tournament.EntryKind
BEFORE = (Status.DRAFT, Status.OPEN)
CURRENT = (*BEFORE, Status.RUNNING)


def place_of(tournament: Tournament) -> SatelliteTournament | None:
    """The tournament's place in its satellite, with the target. One query."""
    rows = SatelliteTournament.objects.select_related("satellite__target")
    return rows.filter(tournament=tournament).first()


def last_places() -> QuerySet[SatelliteTournament]:
    """Of each satellite that repeats the latest tournament."""
    later = SatelliteTournament.objects.filter(
        satellite=OuterRef("satellite"), number__gt=OuterRef("number")
    )
    rows = SatelliteTournament.objects.filter(~Exists(later), satellite__ended_at=None)
    return rows.select_related("satellite", "tournament").order_by("pk")


def is_last(place: SatelliteTournament) -> bool:
    later = SatelliteTournament.objects.filter(
        satellite=place.satellite_id, number__gt=place.number
    )
    return not later.exists()


def places_of(satellite: Satellite) -> QuerySet[SatelliteTournament]:
    """The latest first, each with its winner and ticket. One query."""
    return satellite.places.select_related(
        "tournament__champion__player", "ticket__player", "ticket__entry", "ticket__target"
    ).order_by("-number")


def is_full(tournament: Tournament) -> bool:
    """Are all its places taken? One query."""
    limit = tournament.entry_limit
    if limit is None:
        return False
    return tournament.entries.filter(status=Entry.Status.ACTIVE).count() >= limit


def is_small_knockout(tournament: Tournament) -> bool:
    """A knockout of single players, which alone can repeat."""
    is_knockout = FORMATS[tournament.format].counts == "knockout"
    return is_knockout and tournament.entry_kind == Kind.SINGLE and not tournament.is_rehearsal


def offered_targets(tournament: Tournament, user: User) -> list[Tournament]:
    """What a ticket can be for: tournaments of single players in the same event, which the user organizes and which do not
    repeat themselves. Three queries."""
    if tournament.event is None:
        return []
    rows = ordered_tournaments(tournament.event).filter(
        status__in=CURRENT, entry_kind=Kind.SINGLE, satellite_place=None
    )
    targets = list(rows.exclude(pk=tournament.pk))
    preload_roles(user, tournament.event, targets)
    return [target for target in targets if Right.ORGANIZE in rights_in(user, target)]
