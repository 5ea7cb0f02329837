"""What the readers of the queue at the desk look at, and what they give (attention.py)."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.permissions import Right
from tournaments.selectors.desk.open_matches import Open
from tournaments.selectors.tournament.next_round import Waiting
from tournaments.selectors.tournament.outline import Outline

Severity = Literal["danger", "warn", "plain"]


@dataclass(frozen=True, slots=True)
class Act:
    """A button of an item. `key` is the letter that presses it; `opens`: in a dialog over the desk."""

    label: str
    href: str
    right: Right = Right.DIRECT
    key: str = ""
    opens: bool = True


@dataclass(frozen=True, slots=True)
class Item:
    """Something that waits for somebody at the desk. In `text` %(who)s stands for the two of its pairing."""

    kind: str
    severity: Severity
    title: str
    text: str
    since: datetime | None = None
    acts: tuple[Act, ...] = ()
    pairing: int | None = None
    until: datetime | None = None
    icon: str = "alert"
    ref: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.ref or self.pairing or ''}"


@dataclass(frozen=True, slots=True)
class Sight:
    """What readers look at: what the desk has read anyway."""

    tournament: Tournament
    parts: Outline
    rows: list[Open]
    waiting: tuple[Waiting, ...]
    now: datetime
    rights: frozenset[Right] = field(default_factory=lambda: frozenset(Right))

    def link(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.tournament.slug, *args])

    def act_on(self, pairing: int, verb: str) -> str:
        """The address of one thing that can be done with a pairing."""
        return self.link("desk-act", pairing, verb)

    def place(self, row: Open) -> str:
        """Table 9, Consolation: round 1."""
        if row.table is None:
            return row.head.full_name
        told = {"table": row.table, "round": row.head.full_name}
        return _("Table %(table)s, %(round)s") % told
