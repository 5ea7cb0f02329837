"""An end to waiting for clients: whoever sends or takes nothing for long must not keep one of Django's few threads.

Around an ASGI application that answers in threads. The beginning of a body is awaited before a thread is taken,
and no body is awaited for ever. Of an answer that nobody takes the rest is thrown away, and the server closes the
connection because it is not whole.
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
"""For a whole body; the largest have a few MiB."""
TAKEN_S = 20.0
"""For each piece of an answer."""
BUFFERED = 256 * 1024
"""Bytes of a body that are awaited without a thread: all but match files and pictures are smaller."""


def with_timeouts(
    app: Application, sent_s: float = SENT_S, taken_s: float = TAKEN_S
) -> Application:
    """The same application, which waits for its clients so long and no longer."""

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
    """Has a body arrived by then, whole, or enough of it to be worth a thread? What arrived is buffered."""
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
