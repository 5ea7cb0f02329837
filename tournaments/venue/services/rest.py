"""Rest between two matches: a table is called only for players who have had theirs. The desk may seat them earlier by hand."""

from django.db import transaction

from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require
from tournaments.models import Venue

LONGEST_MIN = 120


@transaction.atomic
def set_minutes(tournament_id: int, minutes: int, *, by: Viewer | None) -> None:
    """Set how many minutes a player rests after a match; 0 calls them at once."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    Venue.objects.filter(tournament=tournament).update(rest_min=max(0, min(minutes, LONGEST_MIN)))
    save_changed(tournament)
