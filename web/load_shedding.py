"""While statements run into their time limit, few requests at once may wait for the database.

The others are answered 503 at once. Otherwise one locked table holds every thread of the process for as long as a
statement may take, and even pages that ask for nothing are not answered.
"""

from threading import Lock
from time import monotonic

FEW = 3
SLOW_FOR_S = 5.0
"""After the last statement that was cut off."""


class LoadShedder:
    """Counts the requests that this process answers now, and remembers until when the database counts as slow."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._inside = 0
        self._slow_until = 0.0

    def enter(self) -> bool:
        """Is there room for one more request? Each that entered must `leave`."""
        with self._guard:
            if self._inside >= FEW and monotonic() < self._slow_until:
                return False
            self._inside += 1
            return True

    def leave(self) -> None:
        with self._guard:
            self._inside -= 1

    def slow(self) -> None:
        """A statement was cut off."""
        self._slow_until = monotonic() + SLOW_FOR_S


LOAD_SHEDDER = LoadShedder()
