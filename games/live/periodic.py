"""Periodic work on the event loop, which goes on whatever happens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import TypeVar

from games.live.threads import Unavailable

logger = logging.getLogger(__name__)

T = TypeVar("T")
SLICE = 250
"""So many matches are looked after at a time: a move waits for no more."""


async def every(seconds: float, name: str, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await calmly(name, work)


async def every_in_slices(
    seconds: float,
    name: str,
    items: Callable[[], Collection[T]],
    work: Callable[[Collection[T]], Awaitable[None]],
) -> None:
    """Once in so many seconds for all items together, a slice of them at a time, spread over these seconds."""
    pause = seconds
    while True:
        await asyncio.sleep(pause)
        parts = slices(list(items()))
        pause = seconds / len(parts)
        for part in parts:
            await calmly(name, partial(work, part))
            if part is not parts[-1]:
                await asyncio.sleep(pause)


def slices(items: list[T]) -> list[list[T]]:
    """At most SLICE of them in each, all about the same size; an empty one where there are none."""
    number = -(-len(items) // SLICE) or 1
    return [items[first::number] for first in range(number)]


async def calmly(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Once. The periodic work goes on whatever happens; a database that is away comes back by itself."""
    try:
        await work()
    except Unavailable as error:
        logger.warning("live (%s): the database does not answer: %s", name, error)
    except Exception:
        logger.exception("live (%s)", name)
