"""The site as one ASGI application: /live/ on the event loop, Django (WSGI) in bounded thread pools.

Clocks, walls and overlays poll every few seconds. They have small thread pools of their own, so that polling does not delay a
page. A tap can wait several seconds for the lock of its tournament, so taps do not share the threads of clocks that poll.
While a page is rendered they wait before they take a thread (config/pagepriority.py).

`application` serves everything (embedded); the process `live` starts without it (config/server.py).
Django's own ASGI handler is not used: it costs several times as much per page.
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware

from config.client_timeouts import with_timeouts
from config.page_priority import PagePriority
from config.request_kinds import RequestKind, kind_of
from config.serving import WEB_THREADS
from config.wsgi import application as django  # sets Django up: first
from games.live.app import application as live
from games.live.http import Receive, Scope, Send

THREADS = {
    RequestKind.PAGES: WEB_THREADS,
    RequestKind.TAPS: 4,
    RequestKind.CLOCKS: 2,
    RequestKind.SCREENS: 2,
}
PAGES_FIRST_S = {
    RequestKind.TAPS: 0.15,
    RequestKind.CLOCKS: 0.4,
    RequestKind.SCREENS: 0.4,
}
"""For so long at most these wait while pages are rendered, counted from the first of these pages. A phone shows its own tap at
once; another phone shows it within a second."""
DEVICE_BYTES = 512 * 1024
"""The largest body of a clock. A clock that was offline sends 3000 events at most at once, which are about 300 kB."""
priority = PagePriority()


def _pool(kind: RequestKind) -> Any:
    threads = cast(Any, WSGIMiddleware(cast(Any, django), workers=THREADS[kind]))
    if kind is RequestKind.PAGES:
        return with_timeouts(priority.pages(threads))
    later = priority.after_pages(threads, PAGES_FIRST_S[kind], THREADS[kind])
    return with_timeouts(later, most_bytes=DEVICE_BYTES)


_pools = {kind: _pool(kind) for kind in RequestKind}


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Start, stop and /live/ belong to the live table, the rest to Django."""
    if scope["type"] != "http" or scope["path"].startswith("/live/"):
        await live(scope, receive, send)
    else:
        await _pools[kind_of(scope["method"], scope["path"])](scope, receive, send)
