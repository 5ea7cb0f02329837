"""Where the apps above say what this app does not know: who plays now, who may be challenged, what a block ends."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.models import Player, User
from web.hooks import Hook


@dataclass(frozen=True, slots=True)
class PlayingNow:
    """The match that a player plays now, as far as somebody may watch it. `title` is the tournament, or empty."""

    match: UUID
    opponent: str
    title: str


playing_now: Hook[Callable[[Collection[int], User, datetime], Mapping[int, PlayingNow]]] = Hook(
    "playing_now"
)
"""By the number of the player: the match that each of these plays now, as this user may watch it."""
open_to_challenges: Hook[Callable[[Player, Collection[Player]], set[int]]] = Hook(
    "open_to_challenges"
)
"""The numbers of those players whom the first may challenge. The players were read with their users."""
after_block: Hook[Callable[[Player, Player, datetime], None]] = Hook("after_block")
"""Called after the commit in which the first player has blocked the second: end what waits between the two."""
