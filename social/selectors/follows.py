"""Whom a user follows, and how those players are doing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.last_seen import OnlineState, presences_of
from accounts.models import Player, User
from social.hooks import PlayingNow, open_to_challenges, playing_now
from social.models import Follow


@dataclass(frozen=True, slots=True)
class FollowedPlayer:
    """One row of the list. `presence` and `match` are None where there is nothing, or nothing that the user may see."""

    player: Player
    presence: OnlineState | None
    match: PlayingNow | None
    can_be_challenged: bool

    @property
    def is_online(self) -> bool:
        return self.presence is not None and self.presence.is_online


def is_following(user: User, player: Player) -> bool:
    """One query."""
    return Follow.objects.filter(user=user, player=player).exists()


def follows_of(user: User) -> QuerySet[Follow]:
    """By name, with players and their users."""
    rows = Follow.objects.filter(user=user).select_related("player__user")
    return rows.order_by("player__search_name", "player_id")


def online_first(user: User, now: datetime) -> list[Player]:
    """Everybody whom the user follows: those who are online first, then the others, by name. One query."""
    players = [row.player for row in follows_of(user)]
    online = {
        pk
        for pk, presence in presences_of([p.user for p in players if p.user], now).items()
        if presence is not None and presence.is_online
    }
    return sorted(players, key=lambda player: player.user_id not in online)


def followed_rows(
    players: Sequence[Player], user: User, me: Player, now: datetime
) -> list[FollowedPlayer]:
    """These players as rows, in their order. A constant number of queries.

    Whoever hides when they are online shows no match either.
    """
    presences = presences_of([player.user for player in players if player.user], now)
    seen = [p.pk for p in players if p.user is not None and p.user.shows_last_seen]
    matches: dict[int, PlayingNow] = {}
    for find in playing_now.functions().values():
        matches.update(find(seen, user, now))
    may_ask = {pk for find in open_to_challenges.functions().values() for pk in find(me, players)}
    return [
        FollowedPlayer(
            player=player,
            presence=None if player.user_id is None else presences.get(player.user_id),
            match=matches.get(player.pk),
            can_be_challenged=player.pk in may_ask,
        )
        for player in players
    ]
