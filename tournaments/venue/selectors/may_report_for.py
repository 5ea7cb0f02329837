"""For whom may somebody speak at a table over the board: a player for himself, of a team for the whole team."""

from django.db.models import Q

from tournaments.core.permissions import Viewer
from tournaments.models import Entry, Slip


def side_of(viewer: Viewer, slip: Slip) -> int | None:
    """The entry of the slip that the viewer plays for: his own, his partner's, his team's. One query."""
    if not viewer.is_authenticated:
        return None
    his = Q(player__user=viewer.pk) | Q(members__player__user=viewer.pk)
    found = Entry.objects.filter(his, pk__in=(slip.entry_a_id, slip.entry_b_id))
    return found.values_list("pk", flat=True).first()
