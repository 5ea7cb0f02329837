"""The site as one ASGI application: /live/ on the event loop, Django (WSGI) in a bounded thread pool.

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

pages = with_timeouts(cast(Any, WSGIMiddleware(cast(Any, django), workers=WEB_THREADS)))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Start, stop and /live/ belong to the live table, the rest to Django."""
    at_the_table = scope["type"] != "http" or scope["path"].startswith("/live/")
    await (live if at_the_table else pages)(scope, receive, send)
