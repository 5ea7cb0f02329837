"""A circuit breaker: after one thread waited in vain for a connection, the next ones fail at once.

Otherwise a database that is away blocks every thread for as long as a connection may take, and nothing else
is answered either. One thread at a time goes on trying; the first that gets a connection lets all others through.
Knows nothing of databases.
"""

from threading import Lock
from time import monotonic


class CircuitBreaker:
    """Ask `may_try` first, then report `succeeded` or `failed`."""

    def __init__(self, pause_s: float, longest_try_s: float) -> None:
        """Fail at once for `pause_s` after a failure; one try lasts `longest_try_s` at most."""
        self._pause_s, self._longest_try_s = pause_s, longest_try_s
        self._guard = Lock()
        self._is_open = False
        self._next_try = 0.0

    def may_try(self) -> bool:
        if not self._is_open:
            return True
        with self._guard:
            now = monotonic()
            if self._is_open and now < self._next_try:
                return False
            self._next_try = now + self._longest_try_s
            return True

    def failed(self) -> None:
        with self._guard:
            self._is_open, self._next_try = True, monotonic() + self._pause_s

    def succeeded(self) -> None:
        if self._is_open:
            self._is_open = False
