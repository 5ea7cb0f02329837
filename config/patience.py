"""An end to waiting for clients: whoever sends or takes nothing for long must not keep one of Django's few threads.

Around an ASGI application that answers in threads. A body that is not whole in time cannot be read; of an answer
that nobody takes the rest is thrown away, and the server closes the connection because it is not whole.
"""

import asyncio
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


def patient(app: Application, sent_s: float = SENT_S, taken_s: float = TAKEN_S) -> Application:
    """The same application, which waits for its clients so long and no longer."""

    async def waiting(scope: Any, receive: Receive, send: Send) -> None:
        until, gone = asyncio.get_running_loop().time() + sent_s, False

        async def received() -> Message:
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

        await app(scope, received, taken)

    return waiting
