"""The matches of a person, for their own download."""

from typing import Any

from accounts.models import User
from games.models import MatchSeat


def matches_of_user(user: User) -> list[dict[str, Any]]:
    """The matches they sat at, friendly ones too. One query; the logs are public under /api/v1/matches."""
    seats = MatchSeat.objects.filter(player__user=user).select_related("match")
    return [
        {
            "match": str(seat.match_id),
            "title": seat.match.context.get("title", ""),
            "seat": seat.seat,
            "score": {"A": seat.match.score_a, "B": seat.match.score_b},
            "winner": seat.match.winner,
            "reason": seat.match.reason,
            "created_at": seat.match.created_at,
            "finished_at": seat.match.finished_at,
        }
        for seat in seats.defer("match__state").order_by("match__created_at")
    ]
