"""A match replayed from its log: every action with the table before and after it. Reads nothing, decides nothing.

Match files, the review page and statistics are all made from a MatchRecord.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.actions import Action
from games.engine.clock import ClockSettings, Outages
from games.engine.rules import Rules
from games.engine.table import Table

Log = Iterable[tuple[Action, int]]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action of the log: `seq` counts from 1 over the whole match, `at_ms` are milliseconds since 1970."""

    seq: int
    at_ms: int
    action: Action
    before: Table
    after: Table

    @property
    def game(self) -> int:
        """The number of the game it belongs to, from 1; what comes before the first opening roll is of game 1."""
        return self.before.match.game_no


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as a reader may see it. `names` are those of seats A and B; texts may be empty."""

    match_id: str
    names: tuple[str, str]
    rules: Rules
    clock: ClockSettings | None
    entries: tuple[LogEntry, ...]
    title: str = ""
    subtitle: str = ""

    @property
    def end(self) -> Table:
        """The table after the last entry."""
        return self.entries[-1].after if self.entries else Table.new(self.rules, self.clock)


def replay(
    rules: Rules, clock: ClockSettings | None, log: Log, outages: Outages = ()
) -> Iterator[LogEntry]:
    """Fold a log and keep what stood before and after each action; raises RulesError like the fold itself."""
    table = Table.new(rules, clock)
    for seq, (action, at_ms) in enumerate(log, start=1):
        after = table.step(action, at_ms, outages)
        yield LogEntry(seq, at_ms, action, table, after)
        table = after
