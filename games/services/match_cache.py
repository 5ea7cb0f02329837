"""The matches this process saw last, so that one in play is not read out of the database for every action.

An entry counts only for the `seq` it was committed at, and is stored only after that commit; what may change without
an action is compared with the row, asked anew, or forgotten after seconds. So it can be old but never wrong. Losing it
costs microseconds.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from uuid import UUID

from games.engine.table import Table
from games.loaded_match import Seats
from games.services.locking import Held, Locked

REMEMBERED = 4096
SEATS_FOR_S = 4.0


@dataclass(frozen=True, slots=True)
class Seen:
    """A match as committed at `locked.seq`. `context` is the text of its context, `seats_until` how long they count."""

    locked: Locked
    table: Table
    context: str
    seats: Seats
    seats_until: float


_seen: OrderedDict[UUID, Seen] = OrderedDict()
_lock = Lock()


def recall(held: Held) -> Seen | None:
    """The match as it was seen, if it is still at that `seq` and its context is the same."""
    seen = _seen.get(held.match_id)
    if seen is None or seen.locked.seq != held.seq or seen.context != held.context:
        return None
    return seen


def seats_of(seen: Seen) -> Seats | None:
    """Who sits there, if it was read a moment ago."""
    return seen.seats if monotonic() < seen.seats_until else None


def count_until(seats: Seats) -> float:
    """Until when seats just read count: no moment longer while one is free to take, or its holder suspended."""
    settled = all(seats.values()) and not any(
        who.suspended for held in seats.values() for who in held
    )
    return monotonic() + SEATS_FOR_S if settled else 0.0


def remember(seen: Seen) -> None:
    """Keep a committed match that goes on, forget one that ended; the longest unused one makes room."""
    with _lock:
        _seen.pop(seen.locked.match_id, None)
        if seen.locked.finished_at is not None:
            return
        _seen[seen.locked.match_id] = seen
        if len(_seen) > REMEMBERED:
            _seen.popitem(last=False)
