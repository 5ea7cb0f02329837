"""Who has blocked whom. A block keeps two players apart in both directions, whoever of them made it."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q, QuerySet

from accounts.models import Player, User
from social.models import BlockedPlayer


class BlocksBetween(NamedTuple):
    """`own`: the first player has blocked the other. `others`: the other has blocked the first."""

    own: bool
    others: bool


def blocks_between(player: Player, other: Player) -> BlocksBetween:
    """One query, whether or not the two have logins."""
    own = Q(user=player.user_id, player=other.pk)
    others = Q(user=other.user_id, player=player.pk)
    blocked = set(BlockedPlayer.objects.filter(own | others).values_list("player_id", flat=True))
    return BlocksBetween(own=other.pk in blocked, others=player.pk in blocked)


def are_apart(player: Player, other: Player) -> bool:
    """Has one of the two blocked the other? One query."""
    return any(blocks_between(player, other))


def kept_apart_from(player: Player) -> frozenset[int]:
    """The numbers of all players whom this one has blocked, or who have blocked them. One query."""
    if player.user_id is None:
        return frozenset()
    rows = BlockedPlayer.objects.filter(Q(user=player.user_id) | Q(player=player.pk))
    pairs = rows.values_list("player_id", "user__player__pk")
    return frozenset(pk for pair in pairs for pk in pair if pk is not None) - {player.pk}


def block_pairs(users: Collection[int], others: Collection[int]) -> set[tuple[int, int]]:
    """(who blocked, who is blocked), as numbers of users, between the first and the second users. One query."""
    rows = BlockedPlayer.objects.filter(
        Q(user__in=users, player__user__in=others) | Q(user__in=others, player__user__in=users)
    )
    return set(rows.values_list("user_id", "player__user_id"))


def has_blocked(user: User, player: Player) -> bool:
    """One query."""
    return BlockedPlayer.objects.filter(user=user, player=player).exists()


def blocked_players(user: User) -> QuerySet[BlockedPlayer]:
    """Whom this user has blocked, by name, with the players."""
    rows = BlockedPlayer.objects.filter(user=user).select_related("player")
    return rows.order_by("player__search_name", "player_id")
