"""Who made a friendly match."""

from collections.abc import Mapping
from typing import Any

from games.engine.seats import Seat, other


def challenger(context: Mapping[str, Any]) -> Seat:
    """The seat of the player who wanted this match: A, but of a rematch the other seat of theirs at the old table."""
    wished: Seat | None = context.get("rematch_by")
    return other(wished) if wished else "A"
