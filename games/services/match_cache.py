"""Cache of the matches this process committed last, so that a match in play is not read out of the database for every action.

An entry counts only for the `seq` it was committed at, and is stored only after that commit; what may change without
an action is compared with the row, asked anew, or dropped after seconds. So it can be old but never wrong. Losing it
costs microseconds.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from uuid import UUID

from games.engine.table import Table
from games.loaded_match import Seats
from games.services.locking import LockedRow, MatchRow

CAPACITY = 4096
SEATS_FOR_S = 4.0


@dataclass(frozen=True, slots=True)
class CachedMatch:
    """A match as committed at `row.seq`. `context` is the text of its context, `seats_until` how long the seats count."""

    row: MatchRow
    table: Table
    context: str
    seats: Seats
    seats_until: float


_entries: OrderedDict[UUID, CachedMatch] = OrderedDict()
_lock = Lock()


def get(row: LockedRow) -> CachedMatch | None:
    """The entry of this match, if it is still at that `seq` and its context is the same."""
    entry = _entries.get(row.match_id)
    if entry is None or entry.row.seq != row.seq or entry.context != row.context:
        return None
    return entry


def seats_of(entry: CachedMatch) -> Seats | None:
    """Who sits there, if it was read a moment ago."""
    return entry.seats if monotonic() < entry.seats_until else None


def count_until(seats: Seats) -> float:
    """Until when seats just read count: no moment longer while one is free to take, or a player on it suspended."""
    settled = all(seats.values()) and not any(
        player.suspended for players in seats.values() for player in players
    )
    return monotonic() + SEATS_FOR_S if settled else 0.0


def put(entry: CachedMatch) -> None:
    """Store a committed match that goes on, drop a match that ended; the longest unused entry makes room."""
    with _lock:
        _entries.pop(entry.row.match_id, None)
        if entry.row.finished_at is not None:
            return
        _entries[entry.row.match_id] = entry
        if len(_entries) > CAPACITY:
            _entries.popitem(last=False)
