"""The ratings in the download of a person's own data."""

from typing import Any

from accounts.models import User
from ratings.models import PlayerRating, RatingChange


def ratings_of_user(user: User) -> dict[str, Any]:
    """Current ratings, and every rated match in the order of rating."""
    current = PlayerRating.objects.filter(player__user=user).order_by("pool")
    changes = RatingChange.objects.filter(player__user=user).order_by("ended_at", "source")
    return {
        "current": list(
            current.values("pool", "rating", "experience", "glicko", "deviation", "matches")
        ),
        "matches": list(
            changes.values(
                "pool", "ended_at", "length", "won", "opponent__name", "rating_before", "rating_after",
            )
        ),
    }  # fmt: skip
