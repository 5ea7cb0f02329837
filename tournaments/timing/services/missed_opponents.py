"""Over the board, a player reports that the opponent is not there: the minutes of absence begin as if the desk had
reported it (T9.2). Such a report never loses the opponent the match by itself: that is proposed to a director."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.venue_mode import has_tables
from tournaments.core.locking import locked
from tournaments.core.permissions import require_status
from tournaments.models import Absence, Slip, Tournament
from tournaments.timing.services import absences
from web.errors import DomainError, NotFound


@transaction.atomic
def miss(slip_id: int, *, side: int, with_slip: bool, now: datetime) -> Absence:
    """Entry `side` is at the table and its opponent is not; the minutes count from now. Safe twice.

    Refused: not_in_this_pairing (400), slip_void, already_decided, has_begun, no_table_yet.
    """
    slip, tournament = _open(slip_id, side)
    if slip.begun_at is not None or slip.reports.exists():
        text = _("This match has already started. If something is wrong, tell the desk.")
        raise DomainError("has_begun", text)
    if not slip.uses.filter(ended_at=None).exists() and has_tables(tournament):
        text = _("You have no table yet. Wait until you get one.")
        raise DomainError("no_table_yet", text)
    other = slip.entry_b_id if side == slip.entry_a_id else slip.entry_a_id
    absence = Absence(
        pairing=slip.pairing, entry_id=other, since=now, side_id=side, with_slip=with_slip
    )
    return absences.begin(tournament, absence)


@transaction.atomic
def take_back(slip_id: int, *, side: int, now: datetime) -> None:
    """The player who reported the absence says that the opponent has come. An absence that the desk reported stays. Safe twice."""
    slip, tournament = _open(slip_id, side)
    absences_of_side = Absence.objects.filter(pairing=slip.pairing, side=side, ended_at=None)
    for row in absences_of_side.select_related("pairing__stage__tournament", "pairing__round"):
        absences.end(tournament, row, now)


def _open(slip_id: int, side: int) -> tuple[Slip, Tournament]:
    """The slip under its tournament's lock."""
    slips = Slip.objects.filter(pk=slip_id)
    tournament_id = slips.values_list("pairing__stage__tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound("no_such_slip", _("This no longer exists. Reload the page."))
    tournament = locked(tournament_id)
    require_status(tournament, Tournament.Status.RUNNING)
    slip = slips.select_related("pairing__round", "pairing__stage__tournament").get()
    if slip.voided_at is not None or slip.pairing.voided_at is not None:
        raise DomainError("slip_void", _("This match is void. Ask the desk."))
    if slip.closed_at is not None or slip.pairing.decided_at is not None:
        raise DomainError("already_decided", _("This pairing is already decided."))
    if side not in (slip.entry_a_id, slip.entry_b_id):
        text = _("Choose one of the two players in this pairing.")
        raise DomainError("not_in_this_pairing", text, status=400)
    return slip, tournament
