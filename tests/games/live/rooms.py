"""A feed over a made-up log in memory, with reads that can be held back: for races without a database."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

from games.live.bus import LocalBus
from games.live.feed import Feed
from games.live.listener import Resume
from games.live.source import Cursor, LogPage
from games.live.threads import Unavailable
from games.live.viewer import Viewer
from tests.games.live.asgi import Stream, stream

MATCH = uuid4()


class Log:
    """A log in memory, read like the database's; `reading` can hold a read back."""

    def __init__(self, length: int) -> None:
        self.rows = [self.row(seq) for seq in range(1, length + 1)]
        self.reads = 0
        self.broken = False

    def row(self, seq: int) -> dict[str, Any]:
        return {"seq": seq, "kind": "roll"}

    def loaded(self) -> Any:
        return SimpleNamespace(seq=len(self.rows), context={}, seats={"A": ("x",), "B": ("x",)})

    def grow(self) -> tuple[list[dict[str, Any]], Any]:
        self.rows.append(self.row(len(self.rows) + 1))
        return self.rows[-1:], self.loaded()

    def pages(self, asked: Collection[Cursor]) -> dict[Cursor, LogPage]:
        self.reads += 1
        if self.broken:
            raise Unavailable
        return {
            (match_id, after): LogPage(
                self.loaded(), () if after is None else tuple(self.rows[after:])
            )
            for match_id, after in asked
        }

    def delay_s(self, loaded: Any) -> int:
        return 0

    def grown(self, shown: Any) -> dict[UUID, int]:
        return {MATCH: len(self.rows)}

    def lasting(self, loaded: Any, language: str) -> dict[str, Any]:
        return {"match": "m"}

    def passing(self, loaded: Any) -> dict[str, Any]:
        return {"seq": loaded.seq, "now": 0}

    def outlasts(self, before: Any, after: Any) -> bool:
        return True

    def own(self, loaded: Any, seat: str | None, language: str) -> dict[str, Any]:
        return {"seat": seat}


class Inline:
    """Reads on the loop. A closed `gate` keeps them in flight, after the database was read."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()

    async def read(self, call: Callable[..., Any], *args: Any) -> Any:
        answer = call(*args)
        await self.gate.wait()
        return answer


class House:
    def __init__(self, length: int, log: Log | None = None) -> None:
        self.log, self.threads = log or Log(length), Inline()
        self.feed = Feed(self.threads, self.log, LocalBus())  # type: ignore[arg-type]

    def listen(
        self, after: int = 0, seat: str | None = None, *, takes_changes: bool = False
    ) -> AbstractAsyncContextManager[Stream]:
        viewer = Viewer(MATCH, None, seat, 0, "ticket")
        resume = Resume(after, takes_changes)

        async def app(_scope: Any, receive: Any, send: Any) -> None:
            await self.feed.listen(viewer, resume, receive, send)

        return stream(app, "/")

    def commit(self) -> None:
        self.feed.committed(MATCH, *self.log.grow())


def run(story: Callable[[House], Awaitable[None]], length: int = 3) -> None:
    async def main() -> None:
        await story(House(length))

    asyncio.run(main())
