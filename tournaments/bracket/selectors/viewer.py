"""The entries of a tournament that the viewer plays for, and the viewer's matches."""

from uuid import UUID

from tournaments.bracket.selectors.lists import played_by
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, PairingMatch, Tournament


def entry_of(tournament: Tournament, viewer: Viewer) -> Entry | None:
    """The viewer's own entry, the latest of several; as partner or team-mate too. One query."""
    if not viewer.is_authenticated:
        return None
    active = tournament.entries.filter(played_by(viewer), status=Entry.Status.ACTIVE)
    return active.select_related("player").order_by("-attempt", "-pk").first()


def entries_of(viewer: Viewer, *tournaments: Tournament) -> frozenset[int]:
    """Every entry that the viewer plays for, including those that are out. One query, none for a visitor."""
    if not viewer.is_authenticated:
        return frozenset()
    own = Entry.objects.filter(played_by(viewer), tournament__in=tournaments)
    return frozenset(own.values_list("pk", flat=True))


def matches_on(viewer: Viewer, *tournaments: Tournament) -> frozenset[UUID]:
    """The viewer's own matches that are on, of a team match only the viewer's board. One query."""
    on = PairingMatch.objects.filter(
        pairing__stage__tournament__in=tournaments,
        match__finished_at=None,
        match__seats__player__user=viewer.pk or 0,
    )
    return frozenset(on.values_list("match_id", flat=True))
