"""A user's follows and blocks, for their own download."""

from typing import Any

from accounts.models import User
from social.models import BlockedPlayer, Follow


def export_follows(user: User) -> list[dict[str, Any]]:
    """Whom the user follows. One query."""
    rows = Follow.objects.filter(user=user).select_related("player").order_by("pk")
    return [{"player": row.player.name, "at": row.at} for row in rows]


def export_blocks(user: User) -> list[dict[str, Any]]:
    """Whom the user has blocked; who has blocked them is not theirs to know. One query."""
    rows = BlockedPlayer.objects.filter(user=user).select_related("player").order_by("pk")
    return [{"player": row.player.name, "at": row.at} for row in rows]
