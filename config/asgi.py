"""The site as one ASGI application: /live/ on the event loop, Django (WSGI) in a bounded thread pool.

`application` serves everything (embedded); `live` only the live table (the process of that name).
Django's own ASGI handler is not used: it costs several times as much per page.
"""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from a2wsgi import WSGIMiddleware

from config.wsgi import application as django

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

WEB_THREADS = int(os.environ.get("WEB_THREADS", "8"))
pages = cast(Application, WSGIMiddleware(cast(Any, django), workers=WEB_THREADS))
live: Application = (
    import_module("games.live.app").application if find_spec("games.live.app") else pages
)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Start, stop and /live/ belong to the live table, the rest to Django."""
    at_the_table = scope["type"] != "http" or scope["path"].startswith("/live/")
    await (live if at_the_table else pages)(scope, receive, send)
