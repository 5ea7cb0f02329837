"""What the readers of the queue at the desk look at, and what they give (attention.py)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Self

from tournaments.core.permissions import Right
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.desk.selectors.open_matches import OpenPairing
from tournaments.models import Tournament

Severity = Literal["danger", "warn", "plain"]
WHO = "%(who)s"
MOST = 40


@dataclass(frozen=True, slots=True)
class ItemAction:
    """A button of an item. `key` is the letter that presses it; `opens`: in a dialog over the desk. One with something to
    `send` does it at once, and shows what would move first only where that has to be seen."""

    label: str
    href: str
    right: Right = Right.DIRECT
    key: str = ""
    opens: bool = True
    send: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class AttentionItem:
    """Something that waits for somebody at the desk. In `text` %(who)s stands for the two of its pairing.

    `of` is the tournament that it is about, and `short` what that is called where others stand beside it.
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

    @property
    def main(self) -> ItemAction | None:
        """What opens the line; nothing is done by that."""
        return next((act for act in self.acts if act.send is None), None)

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.of}-{self.ref or self.pairing or ''}"


@dataclass(frozen=True, slots=True)
class DeskSnapshot:
    """What readers look at: what the desk has read anyway, of the tournaments that are open for entry or running.

    `drawn` are those that are running or over: what is wrong in a draw may be put right afterwards.
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
        """What of a desk can want a decision at all."""
        on = {pk: at for pk, at in scope.items() if at.is_on}
        moving = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)
        drawn = {pk: at for pk, at in scope.items() if at.tournament.status in moving}
        return cls(on, [row for row in rows if row.tournament in on], now, drawn)

    @property
    def tournaments(self) -> list[Tournament]:
        return [at.tournament for at in self]

    def at(self, row: OpenPairing) -> DeskTournament:
        """The tournament that a row is part of."""
        return self.scope[row.tournament]
