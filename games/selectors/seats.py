"""Whose seat is whose."""

from typing import cast
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from accounts.models import Player, User
from games.engine.seats import Seat
from games.models import Match, MatchSeat

SEATS = Prefetch("seats", MatchSeat.objects.select_related("player__user"))
"""For `prefetch_related`: all that a LoadedMatch needs of the seats, in one query."""


def match_with_seats(match_id: UUID) -> Match | None:
    """The match, with all that a LoadedMatch needs of its seats: two queries."""
    return Match.objects.prefetch_related(SEATS).filter(pk=match_id).first()


def seats_of(user: User | None, match: Match) -> list[str]:
    """The seats this user holds at the table: none for a spectator, two never."""
    if user is None or not user.is_authenticated:
        return []
    seats = MatchSeat.objects.filter(match=match, player__user=user)
    return sorted(set(seats.values_list("seat", flat=True)))


def seat_of(user: User | AnonymousUser | None, match: Match) -> Seat | None:
    """The one seat this user holds, as far as anybody who asks is concerned; None for a spectator."""
    seats = seats_of(user, match) if isinstance(user, User) else []
    return cast(Seat, seats[0]) if seats else None


def has_match(player: Player) -> bool:
    """Did the player ever have a seat at a match? One query."""
    return MatchSeat.objects.filter(player=player).exists()
