"""The tables this process saw last, so that a table in play is not read out of JSON for every action.

An entry counts only for the `seq` it was committed at, and is stored only after that commit; so it can
be old but never wrong. Losing it costs microseconds.
"""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from games.engine.table import Table

REMEMBERED = 4096
_tables: OrderedDict[UUID, tuple[int, Table]] = OrderedDict()
_lock = Lock()


def recall(match_id: UUID, seq: int) -> Table | None:
    """The table at this seq, if it is the one remembered."""
    seen = _tables.get(match_id)
    return seen[1] if seen is not None and seen[0] == seq else None


def remember(match_id: UUID, seq: int, table: Table) -> None:
    """Keep a committed table; the longest unused one makes room."""
    with _lock:
        _tables[match_id] = (seq, table)
        _tables.move_to_end(match_id)
        if len(_tables) > REMEMBERED:
            _tables.popitem(last=False)
