"""The correspondence matches in which it is a player's turn."""

from uuid import UUID

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.engine.clock import CORRESPONDENCE
from games.models import Match, MatchSeat, MatchStatus


def turns_of(user: User) -> list[UUID]:
    """Where it is the user's turn, the match with the least time left first. One query."""
    mine = MatchSeat.objects.filter(
        match=OuterRef("pk"), player__user=user, seat=OuterRef("to_act")
    )
    matches = Match.objects.filter(
        Exists(mine),
        finished_at=None,
        status=MatchStatus.PLAYING,
        paused=False,
        clock__kind=CORRESPONDENCE,
    )
    return list(matches.order_by("flag_at", "id").values_list("pk", flat=True))


def next_match(user: User, after: UUID | None) -> UUID | None:
    """The one after this match, the first again after the last; None where no other waits."""
    turns = turns_of(user)
    if after in turns:
        at = turns.index(after)
        turns = turns[at + 1 :] + turns[:at]
    return turns[0] if turns else None
