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
    found = PairingMatch.objects.filter(match_id=match_id, voided_at=None)
    held = found.select_related("pairing__stage__tournament").defer("match__state").first()
    if held is None:
        return None
    tournament = held.pairing.stage.tournament
    return tournament, bracket_view(tournament, viewer)
