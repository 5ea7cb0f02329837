"""One open event stream: sends each action exactly once, in order, and the newest view after them, or what changed in it.

It keeps a cursor into the log. Whatever does not continue the cursor (the first read, an overflow, a
gap) is mended the same way: read the log after the cursor. An idle listener is one waiting task.
"""

import asyncio
import logging
from typing import NamedTuple

from games.live.action_group import ActionGroup
from games.live.eager import Rest, run_eagerly
from games.live.http import Receive, Send
from games.live.room import LiveRoom
from games.live.threads import Unavailable
from games.live.viewer import Viewer

logger = logging.getLogger(__name__)

QUEUE_LIMIT = 64
READ_AGAIN_S = 1.0
HEAD = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-accel-buffering", b"no"),
]


class Resume(NamedTuple):
    """Where a client's stream goes on: after which action, and whether it takes what changed for the whole view."""

    after: int
    takes_changes: bool = False


class Listener:
    """`run` lives as long as the stream; everything else is called by the room, on the loop."""

    __slots__ = (
        "_at_once", "_behind", "_ended", "_queue", "_receive", "_send", "_sending",
        "_sent_at", "_seq", "_takes_changes", "_viewed", "closed", "overflows", "room", "viewer",
    )  # fmt: skip

    def __init__(
        self, room: LiveRoom, viewer: Viewer, resume: Resume, receive: Receive, send: Send
    ) -> None:
        self.room, self.viewer = room, viewer
        self._receive, self._send = receive, send
        self._seq, self._takes_changes, self._viewed = resume.after, resume.takes_changes, -1
        self._behind = True
        self._queue: list[ActionGroup | bytes] = []  # an empty deque takes 700 bytes more
        self._sending: asyncio.Task[None] | None = None
        self._at_once = False
        self._sent_at = asyncio.get_running_loop().time()
        self.closed = self._ended = False
        self.overflows = 0

    async def run(self) -> None:
        """Subscribe, then read the log, then follow, until either side hangs up."""
        self.room.join(self)
        try:
            await self._send({"type": "http.response.start", "status": 200, "headers": HEAD})
            self._wake()
            while (await self._receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            logger.debug("a stream was cut off by the server's stop")
        finally:
            self.closed = self._ended = True
            self.room.leave(self)
            if self._sending is not None:
                self._sending.cancel()

    def push(self, item: ActionGroup | bytes) -> None:
        """Queue actions or a notice. A reader that is too slow loses its queue and reads the log instead."""
        if len(self._queue) >= QUEUE_LIMIT:
            self._queue.clear()
            self._behind = True
            self.overflows += 1  # notices have no log: who sends them shows them anew
            self.room.look_at_side_channel()
        else:
            self._queue.append(item)
        self._wake()

    def show_again(self) -> None:
        """Send the view although no action came."""
        self._viewed = -1
        self.push(b"")

    def keep_alive(self, now: float, every: float) -> None:
        """Send a comment when nothing was sent for so long."""
        if now - self._sent_at >= every and self._sending is None:
            self.push(b": keep-alive\n\n")

    def close(self) -> None:
        """End the stream; the client comes back with a ticket for what it may see."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        """Send what waits: at once where that needs no waiting, else in a task."""
        if self._sending is not None or self._at_once:
            return
        self._at_once = True
        try:
            rest = None if self._behind or self.closed else self._send_at_once()
        except Exception:
            logger.exception("a listener failed")
            self.closed, rest = True, None
        self._at_once = False
        if rest is not None or self._behind or (self.closed and not self._ended):
            self._sending = asyncio.create_task(self._drain(rest))
            self._sending.add_done_callback(self._drained)

    def _send_at_once(self) -> Rest | None:
        """Send while the connection takes it; what is left of a send that has to wait."""
        while (chunk := self._next_chunk()) is not None:
            rest = run_eagerly(self._write(chunk))
            if rest is not None:
                return rest
        return None

    def _drained(self, task: "asyncio.Task[None]") -> None:
        self._sending = None
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a listener failed", exc_info=error)
            self.closed = True
        if (self._queue or self._behind or self.closed) and not self._ended:
            self._wake()

    async def _drain(self, begun: Rest | None = None) -> None:
        """Finish a send that has begun, then send whatever waits."""
        if begun is not None:
            await begun
        while not self.closed:
            if self._behind:
                await self._read_log()
            elif (chunk := self._next_chunk()) is not None:
                await self._write(chunk)
            elif not self._queue and not self._behind:
                return
        self._ended = True
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    def _next_chunk(self) -> bytes | None:
        """Everything that waits, and the newest view if it is the state after it."""
        parts: list[bytes] = []
        waiting, self._queue = self._queue, []
        for place, item in enumerate(waiting):
            if isinstance(item, bytes):
                parts.append(item)
            elif item.first == self._seq + 1:
                parts.append(item.chunk)
                self._seq = item.last
            elif item.last > self._seq:
                self._behind = True
                self._queue = waiting[place + 1 :]
                break
        if not self._behind and self._viewed < self.room.seq == self._seq:
            if self._takes_changes:
                parts.append(self.room.changes_event(self.viewer, self._viewed))
            else:
                parts.append(self.room.view_event(self.viewer))
            self._viewed = self.room.seq
        return b"".join(parts) or None

    async def _read_log(self) -> None:
        self._behind = False
        if self._seq == self.room.seq:
            return  # nothing is missing: a page opens its stream after the last action it shows
        try:
            groups = await self.room.read_log(self._seq)
        except Unavailable:
            self._behind = True
            await asyncio.sleep(READ_AGAIN_S)
            return
        self._seq = min(self._seq, self.room.seq)
        self._queue[:0] = groups

    async def _write(self, chunk: bytes) -> None:
        await self._send({"type": "http.response.body", "body": chunk, "more_body": True})
        self._sent_at = asyncio.get_running_loop().time()
