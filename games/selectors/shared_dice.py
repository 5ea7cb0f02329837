"""How far the boards of shared dice are: for the tables that wait, and for whoever shows the round. No seed is read."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import SharedBoard, SharedDice
from games.selectors.visibility import hidden_from


@dataclass(frozen=True, slots=True)
class BoardStanding:
    """A board of shared dice. `left`: it goes on with dice of its own, so it is not to be compared with the others.

    `game` and `number` are of the roll that it needs next, `waits` says that it can do nothing before that.
    """

    match_id: UUID
    game: int
    number: int
    waits: bool
    paused: bool
    is_open: bool
    left: bool


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """The boards of a group. `revealed_at`: when all were over, and the seed was shown."""

    shared_id: UUID
    label: str
    commitment: str
    revealed_at: datetime | None
    boards: tuple[BoardStanding, ...]

    @property
    def playing(self) -> tuple[BoardStanding, ...]:
        """The boards that may still need rolls."""
        return tuple(board for board in self.boards if board.is_open)

    @property
    def next_roll(self) -> tuple[int, int] | None:
        """Game and number of the roll that comes next; None when all boards are over."""
        return min(((board.game, board.number) for board in self.playing), default=None)

    @property
    def awaited(self) -> tuple[BoardStanding, ...]:
        """The boards that the next roll waits for: those that still play on the roll before it."""
        return tuple(
            board
            for board in self.playing
            if (board.game, board.number) == self.next_roll and (board.paused or not board.waits)
        )


def group_standing(shared_id: UUID) -> GroupStanding | None:
    """Two queries."""
    shared = SharedDice.objects.defer("seed").filter(pk=shared_id).first()
    if shared is None:
        return None
    rows = SharedBoard.objects.filter(shared=shared_id).order_by("pk")
    columns = ("match_id", "game", "number", "waits", "match__paused", "is_open", "left")
    boards = tuple(BoardStanding(*row) for row in rows.values_list(*columns))
    return GroupStanding(shared.pk, shared.label, shared.commitment, shared.revealed_at, boards)


def boards_of(match_ids: Iterable[UUID]) -> dict[UUID, SharedBoard]:
    """The boards of these matches, for those that were made with shared dice."""
    rows = SharedBoard.objects.filter(match__in=list(match_ids))
    return {row.match_id: row for row in rows}


def tables_of(
    user: User | AnonymousUser | None, match_id: UUID, now: datetime
) -> dict[str, int] | None:
    """How many tables the next roll of this match waits for; None where it has no shared dice (any more).

    Also None for a spectator who sees the match later than it is played.
    """
    board = SharedBoard.objects.filter(match=match_id, left=False).select_related("match").first()
    if board is None or hidden_from(user, board.match, now) is not None:
        return None
    standing = group_standing(board.shared_id)
    if standing is None:
        return None
    awaited = standing.awaited
    return {
        "tables": len(standing.boards),
        "playing": len(standing.playing),
        "awaited": len(awaited),
        "paused": sum(each.paused for each in awaited),
    }
