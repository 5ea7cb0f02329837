"""Whose seat is whose."""

from django.db.models import Prefetch

from accounts.models import User
from games.models import Match, MatchSeat

SEATS = Prefetch("seats", MatchSeat.objects.select_related("player__user"))
"""For `prefetch_related`: all that a sheet needs of the seats, in one query."""


def seats_of(user: User | None, match: Match) -> list[str]:
    """The seats this user holds at the table: none for a spectator, two never."""
    if user is None or not user.is_authenticated:
        return []
    held = MatchSeat.objects.filter(match=match, player__user=user)
    return sorted(set(held.values_list("seat", flat=True)))
