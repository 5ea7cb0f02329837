"""Work in even slices: many small pauses instead of a few long stretches, so that others in the process get their turn."""

from time import monotonic, sleep

CATCHES_UP_S = 0.2
SHORTEST_S = 0.0005


class Pacer:
    """So many a second. For one thread."""

    def __init__(self, per_second: float) -> None:
        self._gap_s = 1 / per_second
        self._next = monotonic()

    def wait(self) -> None:
        """Until the next may begin. What is behind catches up, by CATCHES_UP_S at most and never without a pause."""
        now = monotonic()
        self._next = max(self._next + self._gap_s, now - CATCHES_UP_S)
        sleep(max(SHORTEST_S, self._next - now))
