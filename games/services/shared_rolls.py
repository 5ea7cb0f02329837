"""The one place that rolls shared dice: for a match that waits, and only what is released (ADR 25)."""

from uuid import UUID

from games.engine.shared_dice import RollPlace, shared_roll
from games.models import SharedDice
from games.services.locked_match import LockedMatch


def released_roll(locked: LockedMatch) -> tuple[int, int] | None:
    """The roll that this match waits for; None while it is not released. One query, for matches with shared dice alone."""
    match, shared = locked.table.match, locked.shared_dice
    if shared is None:
        shared = SharedDice.objects.filter(pk=UUID(match.shared)).first()
        locked.shared_dice = shared
    if shared is None:
        return None
    place = match.next_place
    if place > RollPlace(shared.released_game, shared.released_number):
        return None
    return shared_roll(shared.seed, shared.pk, shared.mix, place)
