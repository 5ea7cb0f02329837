"""One match held in memory: everything its table needs, so that an answer and a view cost no query.

Never carries a seed that is not revealed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from uuid import UUID

from accounts.models import NOT_HOUSE_BOTS
from games.engine.seats import Seat
from games.engine.table import Table


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player on a seat, with what the services must know of the login behind the name."""

    player_id: int
    name: str
    country: str
    bot_kind: str
    user_id: int | None
    suspended: bool

    @property
    def is_bot(self) -> bool:
        return self.bot_kind != ""

    @property
    def is_house_bot(self) -> bool:
        """Does the site play this bot?"""
        return self.bot_kind not in NOT_HOUSE_BOTS


NOBODY = 0
"""The `player_id` of a name that stands for no player of the site."""

Seats: TypeAlias = dict[Seat, tuple[SeatedPlayer, ...]]
VacationSpans: TypeAlias = tuple[tuple[int, int, Seat], ...]
"""From when to when, in milliseconds, the clock of a seat stands still."""


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match as committed at `seq`. `revealed` maps epochs to seeds, once they may be seen.

    `vacations` are those of its players in correspondence; no other clock stands still for them.
    """

    match_id: UUID
    seq: int
    kind: str
    table: Table
    context: dict[str, Any]
    next_at: int | None
    flag_at: int | None
    seats: Seats
    revealed: dict[int, str] = field(default_factory=dict)
    vacations: VacationSpans = ()

    def vacation_until(self, seat: Seat, now_ms: int) -> int | None:
        """Until when the player on this seat is on vacation; None if they are not."""
        ends = (
            end for start, end, whose in self.vacations if whose == seat and start <= now_ms < end
        )
        return max(ends, default=None)


def seats_of_pairs(pairs: Iterable[tuple[str, SeatedPlayer]]) -> Seats:
    """Who holds which seat, from (seat, player) pairs; a free seat is held by nobody."""
    seats: Seats = {"A": (), "B": ()}
    for name, player in pairs:
        seats["A" if name == "A" else "B"] += (player,)
    return seats


def seats_named(names: Mapping[str, str]) -> Seats:
    """Seats of an imported match: names out of the file, and nobody behind them."""
    return seats_of_pairs(
        (seat, SeatedPlayer(NOBODY, names.get(seat, ""), "", "", None, suspended=False))
        for seat in "AB"
    )


def names_of(players: Iterable[SeatedPlayer]) -> str:
    """The name on a seat; those of a doubles pair stand together, a free seat has none."""
    return " / ".join(player.name for player in players)


def bots_among(seats: Mapping[Seat, Iterable[SeatedPlayer]]) -> frozenset[Seat]:
    """The seats that the site plays."""
    return frozenset(
        seat for seat, players in seats.items() if any(player.is_house_bot for player in players)
    )
