"""For which entry a viewer may report over the board: players for themselves, members for their team."""

from django.db.models import Q

from tournaments.core.permissions import Viewer
from tournaments.models import Entry, Slip


def side_of(viewer: Viewer, slip: Slip) -> int | None:
    """The entry of the slip that the viewer plays for, alone, in a pair or in a team. One query."""
    if not viewer.is_authenticated:
        return None
    own = Q(player__user=viewer.pk) | Q(members__player__user=viewer.pk)
    entries = Entry.objects.filter(own, pk__in=(slip.entry_a_id, slip.entry_b_id))
    return entries.values_list("pk", flat=True).first()
