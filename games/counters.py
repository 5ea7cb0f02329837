"""What this process has counted since it began: plain integers, read by whoever serves the figures (games/live/metrics.py).

A count costs a fraction of a microsecond and takes no lock, so each counter is counted in by one thread, unless it has a lock.
"""

from bisect import bisect_left
from threading import Lock
from time import time


class Buckets:
    """How many values came up to each bound, and their sum. `counts` has one more place, for what is above all bounds."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class NamedBuckets:
    """Buckets for each name, counted in by many threads; for what happens seldom."""

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self.named: dict[str, Buckets] = {}
        self._lock = Lock()

    def add(self, name: str, value: float) -> None:
        with self._lock:
            self.named.setdefault(name, Buckets(*self.bounds)).add(value)


# Counted on the event loop of the live table.
ANSWERED_S = Buckets(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Players' actions that were accepted: from the request to its answer, which is given after the commit."""
BATCH_SIZE = Buckets(1, 2, 4, 8, 16, 32, 64, 128, 256)
"""Actions in one transaction."""
REFUSED: dict[str, int] = {}
"""Requests to the live table that were refused, by code."""

# Counted by any thread.
FLAGS_LATE_S = NamedBuckets(0.5, 0.6, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)
"""From the moment a flag fell until the match was ended by it. The first half second is the grace of the rules."""
TASKS_S = NamedBuckets(0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
"""How long each kind of background task took."""
TASKS_FAILED = NamedBuckets()


def refused(code: str) -> None:
    """One more request that was refused for this reason."""
    REFUSED[code] = REFUSED.get(code, 0) + 1


def flag_settled(flag_ms: int) -> None:
    """A flag that fell at this moment was announced just now."""
    FLAGS_LATE_S.add("", max(0.0, time() - flag_ms / 1000))
