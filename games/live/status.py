"""What the live table reports of itself: is it ready, what has it counted, and whom a line of its log is about.

`/live/healthz`, `/live/readyz` and `/live/metrics` stand beside the matches; no ticket is asked for.
"""

from hashlib import sha256
from typing import Protocol

from prometheus_client.registry import Collector

from games import counters
from games.live import http, metrics
from games.live.http import HttpError, Scope, Send
from games.live.viewer import Viewer
from web.log_context import request_id

PATHS = frozenset({"/live/healthz", "/live/readyz", "/live/metrics"})
READY_WITHIN_S = 5.0
"""A process that has not written its heartbeat for so long, or was not answered, has no database."""


class Served(Protocol):
    """What a process serves under /live/: tables, or public streams alone."""

    @property
    def silent_s(self) -> float:
        """Seconds since the database last answered it."""

    def collectors(self) -> list[Collector]:
        """Its figures."""


async def process(scope: Scope, send: Send, served: Served | None) -> None:
    """Answer a question about this process; the path is one of PATHS."""
    match scope["path"]:
        case "/live/metrics":
            await _answer(
                send,
                200,
                metrics.live_page(scope, *(served.collectors() if served else ())),
                metrics.TEXT,
            )
        case "/live/readyz":
            ready = served is not None and served.silent_s < READY_WITHIN_S
            await _answer(send, 200 if ready else 503, b"ready\n" if ready else b"no database\n")
        case _:
            await _answer(send, 200, b"ok\n")


async def refuse(scope: Scope, send: Send, error: HttpError) -> None:
    """Refuse, count it, and name the request, so that it can be found in the log."""
    counters.refused(error.code)
    error.headers.append((b"x-request-id", _id_of(scope).encode()))
    await http.refuse(send, error)


def log_facts(scope: Scope) -> dict[str, object]:
    """Request, match and person of a request, for the lines that are written meanwhile."""
    viewer: Viewer | None = scope.get("viewer")
    context: dict[str, object] = {"request_id": _id_of(scope), "path": scope["path"]}
    if viewer is not None:
        context |= {
            "match_id": str(viewer.match_id),
            "user_id": viewer.user_id,
            "seat": viewer.seat,
        }
        context["credential"] = sha256(viewer.credential.encode()).hexdigest()[:8]
    return context


def _id_of(scope: Scope) -> str:
    """One id for all that is logged of a request, made when it is first asked for."""
    if "request_id" not in scope:
        scope["request_id"] = request_id(http.header(scope, b"x-request-id"))
    return str(scope["request_id"])


async def _answer(send: Send, status: int, body: bytes, kind: str = "text/plain") -> None:
    head = [
        (b"content-type", kind.encode()),
        http.NO_STORE,
        http.NO_SNIFF,
        (b"content-length", b"%d" % len(body)),
    ]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})
