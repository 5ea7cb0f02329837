"""Timeouts for slow clients of pages: a client that sends or reads nothing for long must not occupy one of the few threads.

An ASGI wrapper. It reads the beginning of a body before it takes a thread, limits the time for a whole body, and drops the
rest of a response that the client does not read; the server then closes the incomplete connection.

Needed by: `make run` (config/asgi.py), where clients connect to the process itself. `web` behind the proxy does without it:
a slow body occupies a thread of granian for at most the proxy's `read_body` (docker/Caddyfile), and granian writes whole
responses without a thread. Only streamed downloads (exports, archives) keep theirs while the client reads.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]

SENT_S = 60.0
"""For a whole body; the largest are a few MiB."""
TAKEN_S = 20.0
"""For each piece of a response."""
BUFFERED = 256 * 1024
"""Bytes of a body that are read before a thread is taken: only match files and pictures are larger."""


def with_timeouts(
    app: Application,
    sent_s: float = SENT_S,
    taken_s: float = TAKEN_S,
    *,
    most_bytes: int = 0,
) -> Application:
    """The application with these timeouts for its clients.

    With `most_bytes`, a larger body is refused (413), and no thread waits for a body.
    """

    async def waiting(scope: Any, receive: Receive, send: Send) -> None:
        until, gone = asyncio.get_running_loop().time() + sent_s, False
        buffered: deque[Message] = deque()

        async def received() -> Message:
            if buffered:
                return buffered.popleft()
            async with asyncio.timeout_at(until):
                return await receive()

        async def taken(message: Message) -> None:
            nonlocal gone
            if gone:
                return
            try:
                async with asyncio.timeout(taken_s):
                    await send(message)
            except TimeoutError:
                gone = True

        status = await _refusal(receive, buffered, until, most_bytes)
        if status:
            await _refuse(taken, status)
        else:
            await app(scope, received, taken)

    return waiting


async def _refusal(
    receive: Receive, buffered: deque[Message], until: float, most_bytes: int
) -> int:
    """The status for a body that does not come in time or is too large, else 0."""
    if not await _begins(receive, buffered, until, most_bytes or BUFFERED):
        return 408
    return 413 if most_bytes and buffered[-1].get("more_body", False) else 0


async def _begins(receive: Receive, buffered: deque[Message], until: float, most: int) -> bool:
    """Reads a body until it is whole or `most` bytes long; False if that takes too long. The messages are buffered."""
    size, more = 0, True
    try:
        async with asyncio.timeout_at(until):
            while more and size < most:
                message = await receive()
                buffered.append(message)
                size += len(message.get("body", b""))
                more = bool(message.get("more_body", False))
    except TimeoutError:
        return False
    return True


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
