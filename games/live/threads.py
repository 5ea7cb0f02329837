"""The only way from the event loop to the database: a writer thread a lane, two readers, one for the chat, and one for the
events of tournaments.

Each thread keeps its own connection open. After a database error the connection is dropped, so the
next call starts with a fresh one: recovery needs no restart. Nothing on the loop touches the ORM.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import ParamSpec, TypeVar

from django.db import Error, connection, connections

from web.transient_db_errors import is_transient
from web.write_turns import go_first

P = ParamSpec("P")
R = TypeVar("R")

READERS = 2
WRITERS = {"postgresql": 2}
"""Where the database takes more than one at a time: while one waits for its commit, the other works."""
LONGEST_S = 12.0
"""Whoever reads or talks waits no longer, however many wait for the same slow table before them."""


class Unavailable(Exception):  # noqa: N818  # reads as what happened
    """The database could not answer; the caller answers 503 and the client comes again."""


class DatabaseThreads:
    """Writes of a lane happen one after the other; SQLite has one lane."""

    def __init__(self) -> None:
        self.lanes = WRITERS.get(connection.vendor, 1)
        self._writers = [
            ThreadPoolExecutor(1, f"live-writer-{n}", go_first) for n in range(self.lanes)
        ]
        self._readers = ThreadPoolExecutor(READERS, "live-reader")
        self._talker = ThreadPoolExecutor(1, "live-talk")
        self._events = ThreadPoolExecutor(1, "live-events")

    async def write(self, lane: int, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await self._run(self._writers[lane], call, *args, **kwargs)

    async def read(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await self._in_time(self._readers, call, *args, **kwargs)

    async def talk(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Chat reads and writes here, so that no move waits for it."""
        return await self._in_time(self._talker, call, *args, **kwargs)

    async def read_events(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Events of tournaments are made and read here, so that no table waits for them."""
        return await self._in_time(self._events, call, *args, **kwargs)

    async def _in_time(
        self,
        pool: ThreadPoolExecutor,
        call: Callable[P, R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """What is still in the queue when the time is over is never begun. (A write is: the batcher waits for it.)"""
        try:
            async with asyncio.timeout(LONGEST_S):
                return await self._run(pool, call, *args, **kwargs)
        except TimeoutError:
            raise Unavailable("the database is slow") from None

    async def _run(
        self,
        pool: ThreadPoolExecutor,
        call: Callable[P, R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(pool, lambda: _guarded(call, *args, **kwargs))

    async def close(self) -> None:
        """Let what runs finish, then close every thread's connections."""
        loop = asyncio.get_running_loop()
        for pool, size in (
            *((writer, 1) for writer in self._writers),
            (self._readers, READERS),
            (self._talker, 1),
            (self._events, 1),
        ):
            everyone = Barrier(size)
            await asyncio.gather(
                *(loop.run_in_executor(pool, _close, everyone) for _ in range(size))
            )
            pool.shutdown(wait=False)


def _close(everyone: Barrier) -> None:
    """Close this thread's connections; waiting for the others makes sure that each thread does."""
    everyone.wait(timeout=30)
    connections.close_all()


def _guarded(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    try:
        return call(*args, **kwargs)
    except Error as error:
        connections.close_all()
        if is_transient(error):
            raise Unavailable(type(error).__name__) from error
        raise
