"""An open event stream of somebody without a ticket: of the lobby, or of something that is watched."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable

from games.live.eager import run_eagerly
from games.live.http import Receive, Send, dump
from games.live.listener import HEAD

logger = logging.getLogger(__name__)

KEEP_ALIVE_S = 15.0
QUEUE_LIMIT = 32
KEEP_ALIVE = b": keep-alive\n\n"


class StreamReader:
    """One open stream. What comes is sent at once; while the connection is full it queues. One that is too slow loses its
    queue and is ended; its page comes back for everything. `topic` is what it listens to."""

    __slots__ = (
        "_is_closing", "_is_sending", "_queue", "_receive", "_send", "_task", "sent_at", "topic",
    )  # fmt: skip

    def __init__(self, topic: str, receive: Receive, send: Send) -> None:
        self.topic, self._receive, self._send = topic, receive, send
        self._queue: deque[bytes | None] = deque()
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False
        self._is_sending = True  # the head comes first
        self.sent_at = asyncio.get_running_loop().time()

    def push(self, chunk: bytes) -> None:
        """Send an event or queue it; the queue never grows beyond QUEUE_LIMIT."""
        if self._is_closing:
            return
        if not self._is_sending:
            self._send_at_once(chunk)
        elif len(self._queue) < QUEUE_LIMIT:
            self._queue.append(chunk)
        else:
            self.close()

    def close(self) -> None:
        """End the stream as soon as what is being sent has been taken."""
        if self._is_closing:
            return
        self._is_closing = True
        self._queue.clear()
        if self._is_sending:
            self._queue.append(None)
        else:
            self._send_at_once(None)

    async def run(self, first: bytes) -> None:
        """Send the first event, then serve until either side hangs up."""
        await self._send({"type": "http.response.start", "status": 200, "headers": HEAD})
        self._task = asyncio.create_task(self._hand_out(self._send_body(first)))
        del first  # it can be large, and the stream lasts for hours
        try:
            while (await self._receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            logger.debug("a public stream was cut off by the server's stop")
        finally:
            self._is_closing = True
            self._task.cancel()

    def _send_at_once(self, chunk: bytes | None) -> None:
        """A connection that is full goes on in a task."""
        self.sent_at = asyncio.get_running_loop().time()
        try:
            rest = run_eagerly(self._send_body(chunk))
        except Exception:
            logger.exception("a reader of a public stream could not be served")
            self._is_closing = True
            return
        if rest is not None:
            self._is_sending = True
            self._task = asyncio.create_task(self._hand_out(rest))

    async def _hand_out(self, begun: Awaitable[None]) -> None:
        """Finish a send, then send what has queued meanwhile."""
        await begun
        while self._queue:
            await self._send_body(self._queue.popleft())
        self.sent_at = asyncio.get_running_loop().time()
        self._is_sending = False

    async def _send_body(self, chunk: bytes | None) -> None:
        """None ends the stream."""
        is_last = chunk is None
        await self._send(
            {"type": "http.response.body", "body": chunk or b"", "more_body": not is_last}
        )


def event(name: str, data: object, number: str = "") -> bytes:
    """An event as it is sent. `number` is its id, with which a reader that comes back goes on."""
    head = f"id: {number}\n" if number else ""
    return b"%bevent: %b\ndata: %b\n\n" % (head.encode(), name.encode(), dump(data))
