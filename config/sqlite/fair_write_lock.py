"""First come, first served among the writing threads of one process; who goes first waits for the present writer alone.

SQLite lets waiting writers poll with growing pauses, so under load one thread overtakes another for
tens of milliseconds. Knows nothing of databases; another process is held back by SQLite's own lock.
"""

from collections import deque
from threading import Event, Lock


class FairWriteLock:
    """`take` waits for its turn; False after `timeout`, when another writer has kept the database for so long."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._waiting: deque[Event] = deque()
        self._taken = False

    def take(self, timeout: float, *, first: bool = False) -> bool:
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            mine = Event()
            if first:
                self._waiting.appendleft(mine)
            else:
                self._waiting.append(mine)
        return mine.wait(timeout) or self._gave_up(mine)

    def _gave_up(self, mine: Event) -> bool:
        """The turn may have come at the very last moment; else leave the queue."""
        with self._guard:
            if mine.is_set():
                return True
            self._waiting.remove(mine)
            return False

    def give_back(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False
