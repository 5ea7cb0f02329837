"""What one player is to another, as the first may know it."""

from typing import NamedTuple

from accounts.models import Player
from social.models import BlockedPlayer, Follow


class Relationship(NamedTuple):
    """Whether the reader follows the other, and whether the reader has blocked them."""

    is_followed: bool
    is_blocked: bool


def relationship_with(reader: Player, other: Player) -> Relationship:
    """Two queries."""
    return Relationship(
        is_followed=Follow.objects.filter(user=reader.user_id, player=other).exists(),
        is_blocked=BlockedPlayer.objects.filter(user=reader.user_id, player=other).exists(),
    )
