"""Giving out links to clocks and overlays, withdrawing and renewing them."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tableclock.models import ClockLink, LinkPurpose
from tableclock.selectors.links import was_withdrawn
from tournaments.bracket.selectors.venue_mode import table_pool_of
from tournaments.bracket.services.slips import CODE_LENGTH, LETTERS
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, require
from tournaments.models import Slip, TablePool
from web.errors import DomainError, NotFound

RIGHTS = {LinkPurpose.CLOCK: Right.SCORE, LinkPurpose.OVERLAY: Right.STREAM}


@dataclass(frozen=True, slots=True)
class LinkPlace:
    """What a link opens: a match or a table."""

    purpose: str
    slip: int | None = None
    table: int | None = None


@transaction.atomic
def give(tournament_id: int, place: LinkPlace, *, by: User | None, now: datetime) -> ClockLink:
    """The link of a match or a table; made if there is none. Refused: no_such_place (404)."""
    _require_place(tournament_id, place, by)
    return _standing(place) or _made(place, by, now)


@transaction.atomic
def renew(tournament_id: int, place: LinkPlace, *, by: User | None, now: datetime) -> ClockLink:
    """A new link in place of the one before, which no longer works. Refused: no_such_place (404)."""
    _require_place(tournament_id, place, by)
    _end(place, now)
    return _made(place, by, now)


@transaction.atomic
def withdraw(tournament_id: int, place: LinkPlace, *, by: User | None, now: datetime) -> bool:
    """End the link of a match or a table; returns whether there was one. Refused: no_such_place (404)."""
    _require_place(tournament_id, place, by)
    return _end(place, now)


@transaction.atomic
def give_to_slip(slip: Slip, now: datetime) -> ClockLink:
    """The clock of a match for whoever has its slip. Refused: slip_over, clock_at_desk once the desk has withdrawn a link."""
    locked(slip.pairing.stage.tournament_id)
    slip.refresh_from_db()
    if slip.closed_at is not None or slip.voided_at is not None:
        raise DomainError("slip_over", _("This match is over or void. Reload the page."))
    place = LinkPlace(LinkPurpose.CLOCK, slip=slip.pk)
    standing = _standing(place)
    if standing is not None:
        return standing
    if was_withdrawn(slip):
        raise DomainError("clock_at_desk", _("Only the desk can open the clock of this match."))
    return _made(place, None, now)


def _require_place(tournament_id: int, place: LinkPlace, by: User | None) -> None:
    tournament = locked(tournament_id)
    require(by, tournament, RIGHTS[LinkPurpose(place.purpose)])
    pool = table_pool_of(tournament)
    if place.slip is not None:
        here = Slip.objects.filter(pk=place.slip, pairing__stage__tournament=tournament).exists()
    else:
        here = pool is not None and _locked(pool).tables.filter(pk=place.table or 0).exists()
    if not here:
        raise NotFound("no_such_place", _("This no longer exists. Reload the page."))


def _locked(pool: TablePool) -> TablePool:
    """The tables of an event serve all its tournaments, so the lock of one does not keep another desk out."""
    return TablePool.objects.select_for_update().get(pk=pool.pk)


def _standing(place: LinkPlace) -> ClockLink | None:
    links = ClockLink.objects.filter(purpose=place.purpose, withdrawn_at=None)
    return links.filter(slip=place.slip, table=place.table).first()


def _end(place: LinkPlace, now: datetime) -> bool:
    standing = _standing(place)
    if standing is None:
        return False
    standing.withdrawn_at = now
    standing.save(update_fields=["withdrawn_at"])
    return True


def _made(place: LinkPlace, by: User | None, now: datetime) -> ClockLink:
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    return ClockLink.objects.create(
        code=code,
        purpose=place.purpose,
        slip_id=place.slip,
        table_id=place.table,
        by=by,
        created_at=now,
    )
