"""Undoing the start while nothing is played: the tournament is open for entry again, and its draw is gone.

Matches that were waiting for their players become void and stay on record; slips stop working. The kept draws of the
preview stay, so that the draw room shows the same draw again.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.started import is_unplayed
from tournaments.bracket.services import match_gateway
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Viewer, require_director, require_status
from tournaments.models import PairingMatch, Ruling, Tournament
from web.errors import DomainError

VERB = "undo_start"


@transaction.atomic
def undo_start(
    tournament_id: int, *, by: Viewer | None, now: datetime, reason: str = ""
) -> Tournament:
    """Refused: tournament_… (it is not running), is_rehearsal, already_played (a match has begun or something is recorded)."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Tournament.Status.RUNNING)
    if tournament.is_rehearsal:
        text = _("This is a rehearsal. Begin a new rehearsal instead.")
        raise DomainError("is_rehearsal", text)
    if not is_unplayed(tournament):
        text = _("A match has started or has a result. The start can no longer be undone.")
        raise DomainError("already_played", text)
    director = by if isinstance(by, User) else None
    waiting = PairingMatch.objects.filter(pairing__stage__tournament=tournament, voided_at=None)
    rows = waiting.select_related("match").defer("match__state")
    match_gateway.void_all(rows, now=now, by=director, reason=reason)
    began = tournament.started_at
    Ruling.objects.create(
        tournament=tournament,
        by=director,
        at=now,
        verb=VERB,
        before={"status": tournament.status, "started_at": began.isoformat() if began else ""},
        after={"status": Tournament.Status.OPEN.value},
        reason=reason,
    )
    tournament.stages.all().delete()
    tournament.spectator_snapshots.all().delete()
    tournament.status, tournament.card, tournament.draw_seed = Tournament.Status.OPEN, None, ""
    tournament.started_at = tournament.finished_at = tournament.champion = tournament.on_tv = None
    save_changed(
        tournament, "status", "card", "draw_seed", "started_at", "finished_at", "champion", "on_tv"
    )
    return tournament
