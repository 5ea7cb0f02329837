"""How a pairing stands, as rulings record it before and after, and as forms keep it for comparison."""

from typing import Any

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Pairing


def standing(pairing: Pairing) -> dict[str, Any]:
    """Plain data: the entries, who won and how, the score, and who advanced if that was not the winner."""
    slots = pairing.slots.order_by("side").values_list("entry_id", flat=True)
    return {
        "pairing": pairing.key,
        "slots": list(slots),
        "winner": pairing.winner_id,
        "loser": pairing.loser_id,
        "outcome": pairing.outcome,
        "score": _score(pairing),
        "advanced": pairing.advanced_id,
    }


def _score(pairing: Pairing) -> dict[str, int] | None:
    """Points by entry: a ruling's if it gave them, else the match's; nothing when neither has any."""
    if not pairing.outcome:
        return None
    results = counting_results().filter(pairing=pairing, winner_id=pairing.winner_id)
    result = results.last()
    if result is not None and result.score is not None:
        return dict(result.score)
    on = pairing.pairing_matches.filter(voided_at=None).select_related("match").first()
    if on is None or not (on.match.score_a or on.match.score_b):
        return None
    return {str(on.entry_a_id): on.match.score_a, str(on.entry_b_id): on.match.score_b}
