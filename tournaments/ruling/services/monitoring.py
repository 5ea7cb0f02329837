"""Monitors: which pairings they watch, and notes on these for the committee."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.staff_access import act_as_staff
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, Viewer, may, require
from tournaments.models import Note, Pairing, Tournament, Watch
from web.errors import DomainError, NotAllowed, NotFound

LONGEST = 2000


@transaction.atomic
def assign(
    tournament_id: int, pairing_id: int, user: User, *, by: User | None, now: datetime
) -> Watch:
    """A user who may monitor here watches this pairing. Refused: no_monitor, no_such_pairing."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.DIRECT)
    pairing = _pairing(tournament, pairing_id)
    if not may(user, tournament, Right.MONITOR):
        raise DomainError(
            "no_monitor", _("This user cannot monitor matches yet. Add a role first.")
        )
    made, _is_new = Watch.objects.get_or_create(
        pairing=pairing, user=user, defaults={"by": by, "at": now}
    )
    return made


@transaction.atomic
def release(tournament_id: int, watch_id: int, *, by: Viewer | None) -> None:
    """End a watch; a monitor may end their own. Refused: no_such_watch."""
    tournament = locked(tournament_id)
    watch = Watch.objects.filter(pk=watch_id, pairing__stage__tournament=tournament).first()
    if watch is None:
        raise NotFound("no_such_watch", _("This no longer exists. Reload the page."))
    if by is None or by.pk != watch.user_id:
        require(by, tournament, Right.DIRECT)
    watch.delete()


@transaction.atomic
def write_note(tournament_id: int, pairing_id: int, text: str, *, by: User, now: datetime) -> Note:
    """Add a note to a pairing; notes are never changed. Monitors write about the pairings that they watch. The same text
    sent twice in a row is one note.
    Refused: not_your_match, nothing_said (400)."""
    tournament = locked(tournament_id)
    pairing = _pairing(tournament, pairing_id)
    require_notes(by, tournament, pairing)
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise DomainError("nothing_said", _("A note must have 1 to 2000 characters."), status=400)
    last = Note.objects.filter(pairing=pairing).order_by("-pk").first()
    if last is not None and (last.by_id, last.text) == (by.pk, text):
        return last
    return Note.objects.create(pairing=pairing, by=by, at=now, text=text)


def require_notes(user: Viewer, tournament: Tournament, pairing: Pairing) -> None:
    """Refused: not_your_match. Directors read and write the notes of all pairings, monitors of those that they watch."""
    if may(user, tournament, Right.DIRECT):
        act_as_staff(user)
        return
    require(user, tournament, Right.MONITOR)
    if not Watch.objects.filter(pairing=pairing, user_id=user.pk or 0).exists():
        raise NotAllowed("not_your_match", _("You are not a monitor of this match."))


def _pairing(tournament: Tournament, pairing_id: int) -> Pairing:
    pairing = Pairing.objects.filter(pk=pairing_id, stage__tournament=tournament).first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    return pairing
