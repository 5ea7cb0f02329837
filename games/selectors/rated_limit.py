"""The limit of rated friendly matches between the same two players in 24 hours, so that nobody collects rating from a friend.

Open matches count, and those that began and finished within the day. A match beyond the limit is casual. Tournaments are
never limited, and their matches do not count. The site's limit is the setting RATED_PER_OPPONENT_A_DAY; 0 is no limit.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.utils.translation import ngettext

from accounts.models import Player
from games.models import MatchKind, MatchSeat, MatchStatus

LIMIT_REACHED = (
    "rated_limit"  # in the context of a match: the limit that made it casual, or not there
)
WINDOW = timedelta(days=1)


def opponents_at_limit(player: Player, now: datetime) -> frozenset[int]:
    """The players with whom `player` has no rated friendly match left now. One query; none without a limit."""
    most = settings.RATED_PER_OPPONENT_A_DAY
    if not most:
        return frozenset()
    is_counted = Q(match__finished_at=None) | Q(
        match__finished_at__gt=now - WINDOW, match__started_at__isnull=False
    )
    seats = MatchSeat.objects.filter(
        is_counted,
        match__kind=MatchKind.FRIENDLY,
        match__context__rated=True,
        match__in=MatchSeat.objects.filter(player=player).values("match"),
    )
    counted = seats.exclude(match__status=MatchStatus.VOID).exclude(player=player)
    per_opponent = counted.order_by().values("player").annotate(matches=Count("pk"))
    return frozenset(per_opponent.filter(matches__gte=most).values_list("player", flat=True))


def is_at_limit(player: Player, opponent: Player, now: datetime) -> bool:
    """Would a rated match of these two be made casual now? One query."""
    return opponent.pk in opponents_at_limit(player, now)


def casual_at_limit(rated: bool, *, is_full: bool) -> dict[str, Any]:
    """What the context of a match has for it: `rated`, and the limit where that is why it is casual.

    `is_full`: the limit is reached.
    """
    if rated and is_full:
        return {"rated": False, LIMIT_REACHED: settings.RATED_PER_OPPONENT_A_DAY}
    return {"rated": rated}


def limit_sentence(most: int) -> str:
    """Why a match is casual that was wanted as a rated one; for the rule card and for who is about to accept it."""
    text = ngettext(
        "Casual match: two players can play %(most)d rated friendly match in 24 hours. Ratings do not change.",
        "Casual match: two players can play %(most)d rated friendly matches in 24 hours. Ratings do not change.",
        most,
    )
    return text % {"most": most}
