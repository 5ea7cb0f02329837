"""After somebody waited in vain for a connection, who comes next is told at once, instead of waiting as long.

Otherwise a database that is away holds every thread for as long as a connection may take, and nothing else
is answered either. One at a time goes on trying; the first who gets a connection opens the door for all.
Knows nothing of databases.
"""

from threading import Lock
from time import monotonic


class CircuitBreaker:
    """`may_try` before, then `opened` or `shut`, whichever it was."""

    def __init__(self, shut_s: float, longest_try_s: float) -> None:
        """Shut for so long after a failure; who tries is given so long before another may."""
        self._shut_s, self._longest_try_s = shut_s, longest_try_s
        self._guard = Lock()
        self._is_shut = False
        self._next_try = 0.0

    def may_try(self) -> bool:
        if not self._is_shut:
            return True
        with self._guard:
            now = monotonic()
            if self._is_shut and now < self._next_try:
                return False
            self._next_try = now + self._longest_try_s
            return True

    def shut(self) -> None:
        with self._guard:
            self._is_shut, self._next_try = True, monotonic() + self._shut_s

    def opened(self) -> None:
        if self._is_shut:
            self._is_shut = False
