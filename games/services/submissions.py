"""What goes into `act_many` and what comes out of it. Values only."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from games.loaded_match import LoadedMatch
from web.errors import DomainError

LOCKED = "held"
UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class Submission:
    """One action as it came in. `received_at` is the server's clock when its bytes had arrived, `lag_ms` how long it
    was on its way by its sender's measure: believed only as far as the clock of the match allows.

    `user_id` is None for a seat without a login (a built-in bot); whoever takes submissions from
    outside must set it.
    """

    match_id: UUID
    seat: str
    kind: str
    payload: dict[str, Any]
    received_at: datetime
    key: str | None = None
    expected_seq: int | None = None
    user_id: int | None = None
    lag_ms: int = 0

    @property
    def keyed(self) -> tuple[UUID, str, str] | None:
        return (self.match_id, self.seat, self.key) if self.key else None


@dataclass(frozen=True, slots=True)
class Accepted:
    """Committed: the rows this action wrote (its own first), and the table as it stands now."""

    seq: int
    rows: tuple[dict[str, Any], ...]
    loaded: LoadedMatch
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing of it was written. `seq` is the match's, where there is a match; LOCKED means: put it into the next batch."""

    code: str
    detail: str
    status: int = 409
    seq: int | None = None

    @property
    def is_locked(self) -> bool:
        """Does another transaction have the match?"""
        return self.code == LOCKED

    def error(self) -> "ActionRefused":
        return ActionRefused(self)


Answer = Accepted | Refused


class ActionRefused(DomainError):  # noqa: N818  # reads as what happened
    """The refusal of a single action, raised."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.code, refused.detail, refused.status)
        self.seq = refused.seq


@dataclass(slots=True)
class Written:
    """One row of the log, not yet in the database."""

    match_id: UUID
    seq: int
    game: int
    seat: str
    kind: str
    payload: dict[str, Any] = field(default_factory=dict)
    at_ms: int = 0
    key: str | None = None
