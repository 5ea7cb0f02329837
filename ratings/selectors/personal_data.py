"""The ratings in the download of a person's own data."""

from typing import Any

from accounts.models import User
from ratings.models import ExternalRating, PlayerRating, RatingChange


def ratings_of_user(user: User) -> dict[str, Any]:
    """Current ratings, every rated match in the order of rating, and ratings of other lists."""
    current = PlayerRating.objects.filter(player__user=user).order_by("pool")
    changes = RatingChange.objects.filter(player__user=user).order_by("ended_at", "source")
    external = ExternalRating.objects.filter(player__user=user).order_by("list_key", "as_of")
    return {
        "external": list(external.values("list_name", "number", "rating", "as_of", "source")),
        "current": list(
            current.values("pool", "rating", "experience", "glicko", "deviation", "matches")
        ),
        "matches": list(
            changes.values(
                "pool", "ended_at", "length", "won", "opponent__name", "rating_before", "rating_after",
            )
        ),
    }  # fmt: skip
