"""Who follows a player is notified when a match of theirs starts, if they have asked for it.

Looked for by a sweep, so that a move never waits for it. One notification for a match, and about a player one an hour.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.urls import reverse

from accounts.models import Player
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.selectors.vacations import has_days
from games.selectors.visibility import delay_of
from notifications import kinds
from notifications.models import Notification
from notifications.selectors.preferences import users_who_want
from notifications.services.notify import News, notify
from social.models import Follow
from social.selectors.blocks import block_pairs

LOOK_BACK = timedelta(minutes=2)
"""A start is news for so long: the sweep runs far more often, and was away for longer only if the site was."""
LONGEST_DELAY = timedelta(hours=1)
AGAIN = timedelta(hours=1)
MOST_AT_ONCE = 500


def note_started(now: datetime) -> int:
    """How many were notified. Safe to run twice."""
    matches = {match.pk: match for match in _just_started(now)}
    if not matches:
        return 0
    seats = MatchSeat.objects.filter(match__in=matches).select_related("player__user")
    seated: dict[int, tuple[Player, Match]] = {}
    playing: dict[UUID, set[int | None]] = {}
    for seat in seats.order_by("pk"):
        playing.setdefault(seat.match_id, set()).add(seat.player.user_id)
        if _is_shown(seat.player):
            seated[seat.player_id] = seat.player, matches[seat.match_id]
    news = _news(seated, playing, now)
    notify(news, now)
    return len(news)


def _just_started(now: datetime) -> list[Match]:
    """Matches of an hour or less that spectators have seen start in the last moments."""
    rows = Match.objects.filter(
        finished_at=None,
        started_at__gt=now - LOOK_BACK - LONGEST_DELAY,
        kind__in=(MatchKind.FRIENDLY, MatchKind.TOURNAMENT),
    ).exclude(status=MatchStatus.VOID)
    columns = rows.only("pk", "clock", "context", "started_at").order_by("-started_at", "pk")
    return [
        match
        for match in columns[:MOST_AT_ONCE]
        if match.started_at is not None
        and not has_days(match.clock)
        and now - LOOK_BACK < match.started_at + delay_of(match.context) <= now
    ]


def _is_shown(player: Player) -> bool:
    """May others know that this player is here?"""
    user = player.user
    if user is None or player.is_bot or user.is_guest or user.is_suspended:
        return False
    return user.shows_last_seen


def _news(
    seated: Mapping[int, tuple[Player, Match]],
    playing: Mapping[UUID, set[int | None]],
    now: datetime,
) -> list[News]:
    """`seated`: by player, those whose start is news. `playing`: by match, the users of all its seats."""
    follows = Follow.objects.filter(player__in=seated).order_by("pk")
    pairs = list(
        follows.filter(user__in=users_who_want(kinds.STARTED)).values_list("user", "player")
    )
    if not pairs:
        return []
    users = {user for user, _player in pairs}
    apart = block_pairs(
        users, {player.user_id for player, _match in seated.values() if player.user_id}
    )
    lately = Notification.objects.filter(
        user__in=users, kind=kinds.STARTED, player__in=seated, created_at__gt=now - AGAIN
    )
    notified = set(lately.values_list("user", "player"))
    news: dict[tuple[int, str], News] = {}
    for user, player_id in pairs:
        player, match = seated[player_id]
        own = player.user_id
        is_apart = own is None or (user, own) in apart or (own, user) in apart
        if is_apart or (user, player_id) in notified or user in playing[match.pk]:
            continue
        news.setdefault((user, match.pk.hex), _item(user, player, match))
    return list(news.values())


def _item(user: int, player: Player, match: Match) -> News:
    title = match.context.get("title")
    return News(
        user_id=user,
        kind=kinds.STARTED,
        subject=match.pk.hex,
        url=reverse("match", args=[match.pk]),
        player_id=player.pk,
        values={"title": str(title)} if title else {"friendly": True},
    )
