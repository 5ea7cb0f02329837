"""The bracket that a match belongs to, for the page of a player who is about to play it."""

from uuid import UUID

from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.selectors.rows import RoundRow
from tournaments.core.permissions import Viewer
from tournaments.models import PairingMatch, Tournament


def bracket_of_match(
    match_id: UUID, viewer: Viewer
) -> tuple[Tournament, tuple[RoundRow, ...]] | None:
    """None for a friendly match, and for one that was voided."""
    rows = PairingMatch.objects.filter(match_id=match_id, voided_at=None)
    row = rows.select_related("pairing__stage__tournament").defer("match__state").first()
    if row is None:
        return None
    tournament = row.pairing.stage.tournament
    return tournament, bracket_view(tournament, viewer)
