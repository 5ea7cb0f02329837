"""The start: draw, freeze the rule card, let the first stage draw itself; then `advance` makes the matches."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import DomainError
from tournaments.models import Entry, Tournament
from tournaments.permissions import Viewer, require_director, require_status
from tournaments.services.bracket.advancement import settle
from tournaments.services.locking import locked, save_changed

Status = Tournament.Status


@transaction.atomic
def start(
    tournament_id: int, *, by: Viewer | None, now: datetime, draw_seed: str | None = None
) -> Tournament:
    """Draw and begin. Refused: too_few_entries, tournament_running (so a second start does nothing)."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    if tournament.entries.filter(status=Entry.Status.ACTIVE).count() < 2:
        raise DomainError("too_few_entries", _("A tournament needs at least two entries."))
    tournament.draw_seed = draw_seed or secrets.token_hex(32)
    tournament.card = tournament.agreed
    tournament.status, tournament.started_at = Status.RUNNING, now
    save_changed(tournament, "draw_seed", "card", "status", "started_at")
    settle(tournament, now)
    return tournament
