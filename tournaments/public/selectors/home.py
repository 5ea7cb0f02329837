"""The first page: the viewer's matches, their tournaments, tournaments to enter, and live matches."""

from accounts.models import User
from tournaments.bracket.selectors.lists import (
    concerning,
    counted,
    played_by,
    tournament_row,
    visible,
)
from tournaments.bracket.selectors.rows import HomeView, TournamentRow
from tournaments.core.permissions import Viewer
from tournaments.models import Entry, Slot, Tournament
from tournaments.public.selectors.my_matches import my_matches
from tournaments.venue.selectors.my_slips import my_slips

Status = Tournament.Status
AT_MOST = 100


def home_view(viewer: Viewer) -> HomeView:
    """Five queries, six for a player between two matches; one for a visitor."""
    opened = counted(visible(viewer).filter(status=Status.OPEN), viewer)
    slips, matches = my_slips(viewer), my_matches(viewer)
    mine = _mine(viewer)
    at_a_table = sum(slip.table is not None or slip.begun for slip in slips) or 1
    return HomeView(
        matches=tuple(row for row in matches if row.urgency != "open"),
        invitations=tuple(row for row in matches if row.urgency == "open"),
        slips=tuple(slips[:at_a_table]),
        later_slips=tuple(slips[at_a_table:]),
        mine=tuple(mine),
        open=tuple(filter(_can_enter, map(tournament_row, opened[:AT_MOST]))),
        between=None if matches or slips else _between(viewer, mine),
    )


def _between(viewer: Viewer, mine: list[TournamentRow]) -> TournamentRow | None:
    """A running tournament in which the viewer has a slot whose match cannot be played yet."""
    running = {row.slug: row for row in mine if row.status == Status.RUNNING and row.is_entered}
    if not running:
        return None
    slots = Slot.objects.filter(
        entry__in=Entry.objects.filter(played_by(viewer), status=Entry.Status.ACTIVE),
        pairing__decided_at=None,
        pairing__voided_at=None,
        pairing__stage__tournament__slug__in=running,
    )
    slug = slots.values_list("pairing__stage__tournament__slug", flat=True).first()
    return None if slug is None else running[slug]


def _mine(viewer: Viewer) -> list[TournamentRow]:
    """Current and coming tournaments that the viewer plays in, waits for or helps to run."""
    if not isinstance(viewer, User):
        return []
    current = (Status.DRAFT, Status.OPEN, Status.RUNNING)
    tournaments = counted(concerning(viewer).filter(status__in=current), viewer)
    return [tournament_row(t) for t in tournaments[:AT_MOST]]


def _can_enter(row: TournamentRow) -> bool:
    full = row.entry_limit is not None and row.entries >= row.entry_limit
    return row.status == Status.OPEN and not full and not row.is_entered
