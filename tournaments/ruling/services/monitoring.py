"""Monitors: which pairings they watch over, and what is written down about them for the committee."""

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
    """Somebody who may monitor here watches over this pairing. Refused: no_monitor, no_such_pairing."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.DIRECT)
    pairing = _its(tournament, pairing_id)
    if not may(user, tournament, Right.MONITOR):
        raise DomainError("no_monitor", _("They have no role here that lets them watch matches."))
    made, _is_new = Watch.objects.get_or_create(
        pairing=pairing, user=user, defaults={"by": by, "at": now}
    )
    return made


@transaction.atomic
def release(tournament_id: int, watch_id: int, *, by: Viewer | None) -> None:
    """They do not watch over it any more; a monitor may step back himself. Refused: no_such_watch."""
    tournament = locked(tournament_id)
    found = Watch.objects.filter(pk=watch_id, pairing__stage__tournament=tournament).first()
    if found is None:
        raise NotFound("no_such_watch", _("There is no such watch."))
    if by is None or by.pk != found.user_id:
        require(by, tournament, Right.DIRECT)
    found.delete()


@transaction.atomic
def write_note(tournament_id: int, pairing_id: int, text: str, *, by: User, now: datetime) -> Note:
    """Write something down about a pairing; notes are never changed. A monitor writes about what he watches over. The
    same words sent twice in a row are one note.
    Refused: not_your_match, nothing_said (400)."""
    tournament = locked(tournament_id)
    pairing = _its(tournament, pairing_id)
    require_notes(by, tournament, pairing)
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise DomainError("nothing_said", _("A note has from 1 to 2000 characters."), status=400)
    last = Note.objects.filter(pairing=pairing).order_by("-pk").first()
    if last is not None and (last.by_id, last.text) == (by.pk, text):
        return last
    return Note.objects.create(pairing=pairing, by=by, at=now, text=text)


def require_notes(user: Viewer, tournament: Tournament, pairing: Pairing) -> None:
    """May this user read and write the notes of this pairing? A director of all, a monitor of his own."""
    if may(user, tournament, Right.DIRECT):
        act_as_staff(user)
        return
    require(user, tournament, Right.MONITOR)
    if not Watch.objects.filter(pairing=pairing, user_id=user.pk or 0).exists():
        raise NotAllowed("not_your_match", _("You do not watch over this match."))


def _its(tournament: Tournament, pairing_id: int) -> Pairing:
    found = Pairing.objects.filter(pk=pairing_id, stage__tournament=tournament).first()
    if found is None:
        raise NotFound("no_such_pairing", _("There is no such pairing."))
    return found
