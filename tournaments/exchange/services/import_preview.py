"""What a dry run says of each row of a file, and the digest by which somebody says yes to exactly that."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.utils.translation import gettext as _

NEW, KNOWN, TEAM, CHOOSE, CHANGED, SAME, TWICE, BAD, SET = (
    "new", "known", "team", "choose", "changed", "same", "twice", "bad", "set",
)  # fmt: skip


def names() -> dict[str, str]:
    """The states of a row, in the reader's language, in the order in which they are shown."""
    return {
        BAD: _("wrong"), CHOOSE: _("who is it?"), NEW: _("new player"), KNOWN: _("known player"),
        TEAM: _("comes in"), SET: _("result"), CHANGED: _("changes"), TWICE: _("twice"), SAME: _("unchanged"),
    }  # fmt: skip


DOES = frozenset({NEW, KNOWN, TEAM, CHOOSE, CHANGED, SET})


@dataclass(frozen=True, slots=True)
class Line:
    """A row: its number in the file, what would happen, to whom, and in words what and why. `options` are the players
    it may mean, as (id, words); `chosen` is one of them, "new", or nothing yet."""

    number: int
    state: str
    title: str
    detail: str = ""
    column: str = ""
    options: tuple[tuple[str, str], ...] = ()
    chosen: str = ""

    @property
    def state_name(self) -> str:
        """What would happen, in words."""
        return names()[self.state]


@dataclass(frozen=True, slots=True)
class DryRun:
    """Every row, what is to be said of the whole file, and its digest; choices are no part of that."""

    lines: tuple[Line, ...]
    read: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]
    digest: str

    @property
    def counts(self) -> dict[str, int]:
        return dict(Counter(line.state for line in self.lines))

    @property
    def told(self) -> list[tuple[str, str, int]]:
        """State, its name, how many rows: those there are."""
        counts = self.counts
        return [(state, name, counts[state]) for state, name in names().items() if state in counts]

    @property
    def is_bad(self) -> bool:
        return any(line.state == BAD for line in self.lines)

    @property
    def must_choose(self) -> bool:
        return any(line.state == CHOOSE and not line.chosen for line in self.lines)

    @property
    def does(self) -> int:
        """How many rows would write something."""
        return sum(line.state in DOES for line in self.lines)


def digest(lines: Iterable[Line]) -> str:
    """Of everything that was shown, but for what was chosen."""
    told = [[x.number, x.state, x.title, x.detail, x.column, x.options] for x in lines]
    return sha256(json.dumps(told).encode()).hexdigest()
