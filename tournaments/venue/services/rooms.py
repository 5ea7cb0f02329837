"""The rooms of a hall: their names. They come with their tables (table_desk.py)."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.venue_mode import hall_of, sharing
from tournaments.core.locking import lock_together, locked, raise_versions, save_changed
from tournaments.core.permissions import Right, require
from tournaments.models import Hall, Room
from web.errors import DomainError, NotFound

LONGEST = 60


@transaction.atomic
def rename(tournament_id: int, name: str, to: str, *, by: User | None) -> Room:
    """Rename a room, for every tournament of the hall. Refused: no_such_room, name_needed (400), name_taken."""
    others = sharing(tournament_id)
    lock_together({tournament_id, *others})
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    hall = hall_of(tournament)
    room = Room.objects.filter(hall=hall, name=name).first() if hall else None
    if hall is None or room is None:
        raise NotFound("no_such_room", _("This no longer exists. Reload the page."))
    Hall.objects.select_for_update().get(pk=hall.pk)
    to = to.strip()[:LONGEST]
    if not to:
        raise DomainError("name_needed", _("Enter a room name."), status=400)
    if Room.objects.filter(hall=hall, name=to).exclude(pk=room.pk).exists():
        raise DomainError("name_taken", _("Another room has this name. Choose a different one."))
    room.name = to
    room.save(update_fields=["name"])
    save_changed(tournament)
    raise_versions(others)
    return room
