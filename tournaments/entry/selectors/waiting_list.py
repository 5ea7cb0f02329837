"""The line of those who wait for a place in a tournament that is full, as one of them sees it."""

from dataclasses import dataclass

from tournaments.core.permissions import Viewer
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Place:
    """His entry, his number in the line (from 1), and how many wait."""

    entry: int
    number: int
    of: int


def place_of(tournament: Tournament, viewer: Viewer) -> Place | None:
    """Where the viewer stands in the line; None when he does not. One query, none for a visitor."""
    if not viewer.is_authenticated:
        return None
    found = tournament.entries.filter(status=Entry.Status.STANDBY).order_by("entered_at", "pk")
    line = list(found.values_list("pk", "player__user_id"))
    users = [user for _pk, user in line]
    if viewer.pk not in users:
        return None
    at = users.index(viewer.pk)
    return Place(line[at][0], at + 1, len(line))
