"""One origin in front of web and live, as docker/Caddyfile does it: public streams to streams, /live/ to a live, the rest to web.

One request a connection (`Connection: close`), bytes passed on as they come, so streams stream.
"""

import asyncio
import re
import threading
from collections import deque
from contextlib import suppress

from tests.services.running import free_port

_CONNECTION = re.compile(rb"\r\nconnection:[^\r]*", re.IGNORECASE)


class Proxy:
    """Runs on a thread of its own until `stop()`; `drop()` cuts every open connection."""

    def __init__(self, *, web: int, live: int | list[int], streams: int = 0, port: int = 0) -> None:
        """Without a port of `streams` the lives serve public streams too."""
        self.web, self.streams, self.port = web, streams, port or free_port()
        self.lives = deque([live] if isinstance(live, int) else live)
        self.url = f"http://127.0.0.1:{self.port}"
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="test-proxy", daemon=True)
        started = threading.Event()
        self._loop.call_soon(lambda: self._loop.create_task(self._serve(started)))
        self._thread.start()
        started.wait(5)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def drop(self) -> None:
        self._loop.call_soon_threadsafe(self._close_all)

    def _close_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, started: threading.Event) -> None:
        server = await asyncio.start_server(self._handle, "127.0.0.1", self.port)
        started.set()
        await server.serve_forever()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            with suppress(OSError, EOFError, asyncio.LimitOverrunError):
                await self._pass_on(reader, writer)
        finally:
            self._open.discard(writer)
            writer.close()

    async def _connect(self, path: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """To web, to streams, or to the next live in turn that takes it."""
        if not path.startswith(b"/live/"):
            return await asyncio.open_connection("127.0.0.1", self.web)
        if self.streams and path.startswith(
            (b"/live/lobby", b"/live/me", b"/live/watch/", b"/live/events/")
        ):
            return await asyncio.open_connection("127.0.0.1", self.streams)
        for _ in range(len(self.lives) - 1):
            self.lives.rotate(-1)
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", self.lives[0])
        self.lives.rotate(-1)
        return await asyncio.open_connection("127.0.0.1", self.lives[0])

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ", 2)[1]
        up_reader, up_writer = await self._connect(path)
        first, _, rest = _CONNECTION.sub(b"", head).partition(b"\r\n")
        added = b"Connection: close\r\nX-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Proto: http\r\n"
        up_writer.write(first + b"\r\n" + added + rest)
        upload = asyncio.ensure_future(_copy(reader, up_writer))
        try:
            await _copy(up_reader, writer)
        finally:
            upload.cancel()
            up_writer.close()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
