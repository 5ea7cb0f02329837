"""The names of playing rooms. They come with their tables (table_desk.py)."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.venue_mode import sharing, table_pool_of
from tournaments.core.locking import lock_together, locked, raise_versions, save_changed
from tournaments.core.permissions import Right, require
from tournaments.models import Room, TablePool
from web.errors import DomainError, NotFound

LONGEST = 60


@transaction.atomic
def rename(tournament_id: int, name: str, to: str, *, by: User | None) -> Room:
    """Rename a room, for every tournament that shares it. Refused: no_such_room, name_needed (400), name_taken."""
    others = sharing(tournament_id)
    lock_together({tournament_id, *others})
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    pool = table_pool_of(tournament)
    room = Room.objects.filter(table_pool=pool, name=name).first() if pool else None
    if pool is None or room is None:
        raise NotFound("no_such_room", _("This no longer exists. Reload the page."))
    TablePool.objects.select_for_update().get(pk=pool.pk)
    to = to.strip()[:LONGEST]
    if not to:
        raise DomainError("name_needed", _("Enter a room name."), status=400)
    if Room.objects.filter(table_pool=pool, name=to).exclude(pk=room.pk).exists():
        raise DomainError("name_taken", _("Another room has this name. Choose a different one."))
    room.name = to
    room.save(update_fields=["name"])
    save_changed(tournament)
    raise_versions(others)
    return room
