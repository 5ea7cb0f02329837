"""Runs a coroutine at once as far as it goes, without a task: thousands of sends a second need none when sockets are free.

Python 3.12 has eager tasks for this (`asyncio.eager_task_factory`).
"""

from collections.abc import Coroutine, Generator
from typing import Any


class Rest:
    """What is left of a coroutine that had to wait: await it once, in a task."""

    __slots__ = ("_coroutine", "_waits_for")

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine, self._waits_for = coroutine, waits_for

    def __await__(self) -> Generator[Any, None, None]:
        try:
            yield self._waits_for
        except BaseException:
            self._coroutine.close()
            raise
        yield from self._coroutine.__await__()


def run_eagerly(coroutine: Coroutine[Any, Any, None]) -> Rest | None:
    """None when the coroutine has ended, else its rest. Raises what the coroutine raises."""
    try:
        return Rest(coroutine, coroutine.send(None))
    except StopIteration:
        return None
