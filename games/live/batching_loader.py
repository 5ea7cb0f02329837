"""Keys that are asked for while others are being read are read together: one read for all of them.

With nobody else about, a key is read at once and alone. When thousands come back at the same moment
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


class BatchingLoader(Generic[K, V]):
    """`load` gives what `read` returned for a key, None when there is nothing. Unavailable reaches all who wait.

    Used on the loop.
    """

    def __init__(self, read: Callable[[list[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._read = read
        self._waiting: dict[K, asyncio.Future[V | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def load(self, key: K) -> V | None:
        """The value of this key at a moment after the call."""
        future = self._waiting.get(key)
        if future is None:
            future = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_all())
        return await asyncio.shield(future)

    async def _read_all(self) -> None:
        try:
            while self._waiting:
                keys = list(islice(self._waiting, AT_ONCE))
                futures = {key: self._waiting.pop(key) for key in keys}
                await self._answer(futures)
        finally:
            self._reading = None

    async def _answer(self, futures: dict[K, "asyncio.Future[V | None]"]) -> None:
        try:
            values = await self._read(list(futures))
        except Unavailable as error:
            for future in futures.values():
                _fail(future, Unavailable(*error.args))
        except Exception as error:
            await self._answer_singly(futures, error)
        else:
            for key, future in futures.items():
                future.set_result(values.get(key))

    async def _answer_singly(
        self, futures: dict[K, "asyncio.Future[V | None]"], error: Exception
    ) -> None:
        """A bug met by one key must not answer for the others."""
        if len(futures) == 1:
            (future,) = futures.values()
            _fail(future, error)
            return
        for key, future in futures.items():
            await self._answer({key: future})


def _fail(future: "asyncio.Future[V | None]", error: Exception) -> None:
    future.set_exception(error)
    future.exception()  # whoever asked may have gone: then nobody looks
