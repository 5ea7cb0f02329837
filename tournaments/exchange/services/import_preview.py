"""The dry run of a file: what each row would do, and the digest with which exactly that is confirmed."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

NEW, KNOWN, TEAM, CHOOSE, CHANGED, SAME, TWICE, BAD, SET, SKIPPED = (
    "new", "known", "team", "choose", "changed", "same", "twice", "bad", "set", "skipped",
)  # fmt: skip


def state_names() -> dict[str, str]:
    """The states of a row, in the reader's language, in the order in which they are shown."""
    return {
        BAD: pgettext("import row", "Error"),
        CHOOSE: _("Choose player"),
        NEW: _("New player"),
        KNOWN: _("Known player"),
        TEAM: _("New team"),
        SET: _("Result set"),
        CHANGED: pgettext("import row", "Changed"),
        TWICE: _("Listed twice"),
        SAME: _("Unchanged"),
        SKIPPED: pgettext("import row", "Skipped"),
    }


DOES = frozenset({NEW, KNOWN, TEAM, CHOOSE, CHANGED, SET})


@dataclass(frozen=True, slots=True)
class ImportLine:
    """A row: its number in the file, what it would do, to whom, and a text with details or the error. `options` are the
    players it may mean, as (id, text); `chosen` is one of them, "new", or empty."""

    number: int
    state: str
    title: str
    detail: str = ""
    column: str = ""
    options: tuple[tuple[str, str], ...] = ()
    chosen: str = ""

    @property
    def state_name(self) -> str:
        """The name of the state in the reader's language."""
        return state_names()[self.state]


@dataclass(frozen=True, slots=True)
class DryRun:
    """The lines, which columns were read and which not, and the digest, which does not cover choices. `contacts` is how many
    rows have details that are kept only with consent. `limit` is the new maximum of entries if the rows need more than there
    are free places."""

    lines: tuple[ImportLine, ...]
    read: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]
    digest: str
    contacts: int = 0
    limit: int | None = None

    @property
    def counts(self) -> dict[str, int]:
        return dict(Counter(line.state for line in self.lines))

    @property
    def state_counts(self) -> list[tuple[str, str, int]]:
        """(state, its name, number of rows) of the states that occur."""
        counts = self.counts
        return [
            (state, name, counts[state]) for state, name in state_names().items() if state in counts
        ]

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


def digest(lines: Iterable[ImportLine]) -> str:
    """The digest of all lines without their choices."""
    rows = [[x.number, x.state, x.title, x.detail, x.column, x.options] for x in lines]
    return sha256(json.dumps(rows).encode()).hexdigest()
