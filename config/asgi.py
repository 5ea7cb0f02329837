"""The site as one ASGI application: /live/ on the event loop, Django (WSGI) in bounded thread pools.

What asks again every second or every few stands behind its own few threads, so that a page that somebody has clicked for shares
the processor with little of it: the clocks at the tables, whose taps are never behind a wall, and walls and overlays.

`application` serves everything (embedded); the process `live` starts without it (config/server.py).
Django's own ASGI handler is not used: it costs several times as much per page.
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware

from config.client_timeouts import with_timeouts
from config.serving import WEB_THREADS
from config.wsgi import application as django  # sets Django up: first
from games.live.app import application as live
from games.live.http import Receive, Scope, Send

CLOCK_THREADS, SCREEN_THREADS = 2, 1


def _pool(threads: int) -> Any:
    return with_timeouts(cast(Any, WSGIMiddleware(cast(Any, django), workers=threads)))


pages, clocks, screens = _pool(WEB_THREADS), _pool(CLOCK_THREADS), _pool(SCREEN_THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Start, stop and /live/ belong to the live table, the rest to Django."""
    at_the_table = scope["type"] != "http" or scope["path"].startswith("/live/")
    await (live if at_the_table else _pages_of(scope["path"]))(scope, receive, send)


def _pages_of(path: str) -> Any:
    if path.startswith("/clock/"):
        return clocks
    return screens if path.startswith("/overlay/") or path.endswith("/wall/") else pages
