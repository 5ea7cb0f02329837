"""The types of the desk's queue: what its readers look at, and the items that they yield (attention.py)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Self

from tournaments.core.permissions import Right
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.desk.selectors.open_matches import OpenPairing
from tournaments.models import Tournament

Severity = Literal["danger", "warn", "plain"]
MOST = 40


@dataclass(frozen=True, slots=True)
class ItemAction:
    """A button of an item. `key` is the letter that presses it; `opens`: in a dialog over the desk. A button with
    something to `send` acts at once; it shows a preview first only where matches that have begun would change."""

    label: str
    href: str
    right: Right = Right.DIRECT
    key: str = ""
    opens: bool = True
    send: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class AttentionItem:
    """Something that waits for a decision at the desk.

    `of` is the id of its tournament, and `short` that tournament's short name at a desk of several. With `values`, the
    text is not complete: it inserts them, and the two players of the pairing as `who`.
    """

    of: int
    kind: str
    severity: Severity
    title: str
    text: str
    since: datetime | None = None
    acts: tuple[ItemAction, ...] = ()
    pairing: int | None = None
    until: datetime | None = None
    icon: str = "alert"
    ref: str = ""
    short: str = ""
    values: Mapping[str, object] | None = None

    @property
    def main(self) -> ItemAction | None:
        """The action that opens the item without changing anything."""
        return next((act for act in self.acts if act.send is None), None)

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.of}-{self.ref or self.pairing or ''}"


@dataclass(frozen=True, slots=True)
class DeskSnapshot:
    """What the readers look at: the rows that the desk has read, of the tournaments that are open for entry or
    running.

    `drawn` are the tournaments that are running or over: a wrong draw may be corrected afterwards.
    """

    scope: Mapping[int, DeskTournament]
    rows: list[OpenPairing]
    now: datetime
    drawn: Mapping[int, DeskTournament]

    def __iter__(self) -> Iterator[DeskTournament]:
        return iter(self.scope.values())

    @classmethod
    def of(
        cls, scope: Mapping[int, DeskTournament], rows: Sequence[OpenPairing], now: datetime
    ) -> Self:
        """The part of a desk that can need a decision at all."""
        on = {pk: at for pk, at in scope.items() if at.is_on}
        moving = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)
        drawn = {pk: at for pk, at in scope.items() if at.tournament.status in moving}
        return cls(on, [row for row in rows if row.tournament in on], now, drawn)

    @property
    def tournaments(self) -> list[Tournament]:
        return [at.tournament for at in self]

    def at(self, row: OpenPairing) -> DeskTournament:
        """The tournament that a row belongs to."""
        return self.scope[row.tournament]
