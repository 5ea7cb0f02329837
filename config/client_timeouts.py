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
    app: Application, sent_s: float = SENT_S, taken_s: float = TAKEN_S
) -> Application:
    """The application with these timeouts for its clients."""

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

        answers = app if await _begins(receive, buffered, until) else _too_slow
        await answers(scope, received, taken)

    return waiting


async def _begins(receive: Receive, buffered: deque[Message], until: float) -> bool:
    """Reads a body until it is whole or BUFFERED long; False if that takes too long. The messages are buffered."""
    size, more = 0, True
    try:
        async with asyncio.timeout_at(until):
            while more and size < BUFFERED:
                message = await receive()
                buffered.append(message)
                size += len(message.get("body", b""))
                more = bool(message.get("more_body", False))
    except TimeoutError:
        return False
    return True


async def _too_slow(_scope: Any, _receive: Receive, send: Send) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
