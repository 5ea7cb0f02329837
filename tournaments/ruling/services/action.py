"""What a ruling is made of: an action says what a director wants, its subject is what that is about."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.models import Pairing
from tournaments.ruling.services.journal import Journal

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class RulingSubject(Generic[Row]):
    """What a ruling is about, read once under the tournament's lock.

    `row` is what the action changes, `pairing` the one that the ruling is recorded for, if any. `version` computes how
    the row stands now; it makes queries, so only whoever compares it with a form calls it.
    """

    row: Row
    version: Callable[[], FormVersion]
    pairing: Pairing | None = None


class DirectorAction(Protocol[Row]):
    """What a director wants, as data. `apply` refuses what is impossible and writes the inputs through the journal."""

    @property
    def verb(self) -> str: ...

    @property
    def statuses(self) -> tuple[str, ...]:
        """In which the tournament may be."""

    def tournament_id(self) -> int:
        """Which tournament to lock. Refused: what the action is about does not exist."""

    def load(self) -> RulingSubject[Row]:
        """What the action is about, as it is now. Refused: it does not exist."""

    def apply(self, journal: Journal, subject: RulingSubject[Row]) -> None: ...
