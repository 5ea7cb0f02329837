"""Deadlines of many threads, watched by one. A `threading.Timer` each would be a thread for every message."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Thread
from time import monotonic


class Deadline:
    """What is done at a time, unless it is cancelled before."""

    __slots__ = ("_act",)

    def __init__(self, act: Callable[[], object]) -> None:
        self._act: Callable[[], object] | None = act

    def cancel(self) -> None:
        """Nothing is done any more, unless it is being done at this moment."""
        self._act = None

    def pass_by(self) -> None:
        act, self._act = self._act, None
        if act is not None:
            act()


class DeadlineWatcher:
    """For several threads; its own is started on first need. What is done at a deadline must not wait for anything."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, Deadline]] = []
        self._changed = Condition()
        self._thread: Thread | None = None
        self._numbers = count()

    def call_at(self, until: float, act: Callable[[], object]) -> Deadline:
        """`until` is of the monotonic clock."""
        deadline = Deadline(act)
        with self._changed:
            entry = (until, next(self._numbers), deadline)
            heappush(self._waiting, entry)
            if self._thread is None:
                self._thread = Thread(target=self._watch, name="deadlines", daemon=True)
                self._thread.start()
            elif self._waiting[0] is entry:
                self._changed.notify()
        return deadline

    def _watch(self) -> None:
        while True:
            with self._changed:
                while not self._waiting or (left := self._waiting[0][0] - monotonic()) > 0:
                    self._changed.wait(left if self._waiting else None)
                _until, _number, deadline = heappop(self._waiting)
            deadline.pass_by()
