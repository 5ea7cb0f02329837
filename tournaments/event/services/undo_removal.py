"""A tournament that was taken out of its event comes back at once, as it stood there."""

from django.db import transaction

from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require
from tournaments.event.services.events import locked_event, require_alone
from tournaments.models import Tournament


@transaction.atomic
def bring_back(event_id: int, *, by: Viewer | None, tournament_id: int, order: int) -> Tournament:
    """For whoever has just let it go, which the caller knows: it may be somebody else's tournament by now.

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
