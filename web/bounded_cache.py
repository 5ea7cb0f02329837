"""A cache in the memory of one process with a bound on its bytes; the oldest entry goes first.

Values are never changed, only replaced. Whatever they depend on belongs into the key, or is checked by the reader.
"""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

Value = TypeVar("Value")

_ALL: "WeakSet[BoundedCache[Any]]" = WeakSet()


class BoundedCache(Generic[Value]):
    """At most `most` bytes; `put` is given the size of each value."""

    def __init__(self, most: int) -> None:
        self.most, self.bytes = most, 0
        self._kept: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._lock = Lock()
        _ALL.add(self)

    def get(self, key: Hashable) -> Value | None:
        kept = self._kept.get(key)
        return None if kept is None else kept[0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """A value larger than a quarter of the cache would evict too much, and is not stored."""
        with self._lock:
            self._drop(key)
            if size * 4 > self.most:
                return
            self._kept[key] = value, size
            self.bytes += size
            while self.bytes > self.most:
                self._drop(next(iter(self._kept)))

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.bytes = 0

    def _drop(self, key: Hashable) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self.bytes -= kept[1]


def clear_all() -> None:
    """For tests: ids that were rolled back come again."""
    for cache in list(_ALL):
        cache.clear()
