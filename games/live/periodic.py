"""Periodic work on the event loop, which goes on whatever happens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from games.live.threads import Unavailable

logger = logging.getLogger(__name__)


async def every(seconds: float, name: str, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await calmly(name, work)


async def calmly(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Once. The periodic work goes on whatever happens; a database that is away comes back by itself."""
    try:
        await work()
    except Unavailable as error:
        logger.warning("live (%s): the database does not answer: %s", name, error)
    except Exception:
        logger.exception("live (%s)", name)
