"""The waiting list of a full tournament, as one of the waiting players sees it."""

from dataclasses import dataclass

from tournaments.core.permissions import Viewer
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class WaitingListPlace:
    """The viewer's entry, its position on the waiting list (from 1), and how many wait."""

    entry: int
    number: int
    of: int


def waiting_list_place(tournament: Tournament, viewer: Viewer) -> WaitingListPlace | None:
    """The viewer's position on the waiting list; None if they are not on it. One query, none for a visitor."""
    if not viewer.is_authenticated:
        return None
    waiting = tournament.entries.filter(status=Entry.Status.WAITING_LIST).order_by(
        "entered_at", "pk"
    )
    rows = list(waiting.values_list("pk", "player__user_id"))
    users = [user for _pk, user in rows]
    if viewer.pk not in users:
        return None
    index = users.index(viewer.pk)
    return WaitingListPlace(rows[index][0], index + 1, len(rows))
