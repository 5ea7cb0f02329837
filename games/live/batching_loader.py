"""Questions that come while others are being asked are asked together: one read for all of them.

With nobody else about, a question is asked at once and alone. When thousands come back at the same moment
(a server was restarted), each read answers a hundred of them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from itertools import islice
from typing import Generic, TypeVar

from games.live.threads import Unavailable

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

AT_ONCE = 100


class Together(Generic[K, V]):
    """`ask` gives what `read` found for a key, None when nothing; asked on the loop. Unavailable reaches all who asked."""

    def __init__(self, read: Callable[[list[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._read = read
        self._waiting: dict[K, asyncio.Future[V | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def ask(self, key: K) -> V | None:
        """What is true of this key at a moment after the question."""
        asked = self._waiting.get(key)
        if asked is None:
            asked = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_all())
        return await asyncio.shield(asked)

    async def _read_all(self) -> None:
        try:
            while self._waiting:
                keys = list(islice(self._waiting, AT_ONCE))
                asked = {key: self._waiting.pop(key) for key in keys}
                await self._answer(asked)
        finally:
            self._reading = None

    async def _answer(self, asked: dict[K, "asyncio.Future[V | None]"]) -> None:
        try:
            found = await self._read(list(asked))
        except Unavailable as error:
            for one in asked.values():
                _fail(one, Unavailable(*error.args))
        except Exception as error:
            await self._one_by_one(asked, error)
        else:
            for key, one in asked.items():
                one.set_result(found.get(key))

    async def _one_by_one(
        self, asked: dict[K, "asyncio.Future[V | None]"], error: Exception
    ) -> None:
        """A bug met by one question must not answer for the others."""
        if len(asked) == 1:
            (one,) = asked.values()
            _fail(one, error)
            return
        for key, one in asked.items():
            await self._answer({key: one})


def _fail(asked: "asyncio.Future[V | None]", error: Exception) -> None:
    asked.set_exception(error)
    asked.exception()  # whoever asked may have gone: then nobody looks
