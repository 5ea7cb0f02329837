"""Undoing the removal of a tournament from its event."""

from django.db import transaction

from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require
from tournaments.event.services.events import locked_event, require_alone
from tournaments.models import Tournament


@transaction.atomic
def restore(event_id: int, *, by: Viewer | None, tournament_id: int, order: int) -> Tournament:
    """Put a tournament back into its event in the same place. The caller knows that `by` has just removed it: it may
    have another organizer by now.

    Refused: in_an_event, is_rehearsal.
    """
    event = locked_event(event_id)
    require(by, event, Right.ORGANIZE)
    tournament = locked(tournament_id)
    require_alone(tournament)
    tournament.event, tournament.event_order = event, order
    save_changed(tournament, "event", "event_order")
    event.version += 1
    event.save(update_fields=["version"])
    return tournament
