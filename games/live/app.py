"""The live table as a plain ASGI application: one event stream, one action endpoint, one view a match.

config/asgi.py mounts it beside Django for everything under /live/. A listener costs no thread and no
database connection; no cookie is read; every refusal is `{code, detail}`.
"""

import logging
from functools import partial
from time import perf_counter
from urllib.parse import parse_qs
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from games import counters
from games.live import http, status
from games.live.actions import accepted_body, act
from games.live.chat import post_line
from games.live.http import ClientGone, HttpError, Receive, Scope, Send
from games.live.listener import Resume
from games.live.public_streams import PublicStreams
from games.live.rate_limiter import RateLimiter
from games.live.table import LiveTable
from games.live.threads import DatabaseThreads, Unavailable
from web import log_context
from web.errors import refusal_of

logger = logging.getLogger(__name__)

METHODS = {"stream": "GET", "view": "GET", "actions": "POST", "chat": "POST"}
Route = tuple[UUID, str]


class LiveApplication:
    """HTTP on the outside, a LiveTable inside that lives as long as the server."""

    def __init__(self) -> None:
        self.table: LiveTable | None = None
        self.streams: PublicStreams | None = None
        self._limiter = RateLimiter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http" if self._limiter.is_shut(scope):
                await self._limiter.shut(send)
            case "http":
                await self._http(scope, receive, send)
            case "lifespan":
                await self._lifespan(receive, send)
            case "websocket":
                await receive()
                await send({"type": "websocket.close"})

    def close_streams(self) -> None:
        """The server is about to stop: end every open stream, cleanly."""
        if self.table is not None:
            self.table.close_streams()
        if self.streams is not None:
            self.streams.close_all()

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self._start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _start(self) -> None:
        self.table = LiveTable(settings.REDIS_URL)
        await self.table.start()
        self.streams = self.table.streams

    async def _stop(self) -> None:
        table, self.table, self.streams = self.table, None, None
        if table is not None:
            await table.stop()

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        entered = log_context.enter(partial(status.log_facts, scope))
        try:
            if scope["path"] in status.PATHS:
                await status.process(scope, send, self.table or self.streams)
            else:
                await self._answer(scope, receive, send)
        except ClientGone:
            return
        except HttpError as error:
            await self._refuse(scope, send, error)
        except Unavailable:
            await status.refuse(scope, send, unavailable())
        except Exception as error:
            refusal = refusal_of(error)
            if refusal is None:
                logger.exception("live: %s %s", scope["method"], scope["path"])
                raise
            refused = HttpError(refusal.status, refusal.code, refusal.detail)
            await self._refuse(scope, send, refused)
        finally:
            log_context.leave(entered)

    async def _refuse(self, scope: Scope, send: Send, error: HttpError) -> None:
        if not await self._limiter.turns_away(scope, send, error.status):
            await status.refuse(scope, send, error)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if await self._is_public(scope, receive, send):
            return
        match_id, leaf = route(scope["path"])
        _require(METHODS[leaf], scope)
        if self.table is None:
            raise unavailable()
        began = perf_counter()
        viewer = await self.table.authenticator.viewer(scope, match_id)
        scope["viewer"] = viewer
        self._limiter.admit(scope, viewer)
        match leaf:
            case "actions":
                accepted = await act(viewer, receive, self.table.batcher)
                shown = self.table.shown_after(viewer, accepted, changes=takes_changes(scope))
                await http.answer(send, 200, accepted_body(accepted, *shown))
                counters.ANSWERED_S.add(perf_counter() - began)
            case "chat":
                line = await post_line(viewer, receive, self.table.threads)
                await http.answer(send, 200, http.dump(line))
            case "view":
                await http.answer(send, 200, await self.table.feed.view(viewer))
            case "stream":
                with self._limiter.stream(scope, viewer):
                    resume = Resume(resume_after(scope), takes_changes(scope))
                    await self.table.feed.listen(viewer, resume, receive, send)

    async def _is_public(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Serves a public stream until it ends; False where this is the address of none."""
        if self.streams is None:
            raise unavailable()
        return await self.streams.serve(scope, receive, send, self._limiter.public_stream)


class StreamsApplication(LiveApplication):
    """The public streams alone, in the process `streams`: no move waits for their readers. It writes no heartbeat, so that
    clocks notice when the tables are away."""

    async def _start(self) -> None:
        self._threads = DatabaseThreads()
        self.streams = PublicStreams(self._threads)
        self.streams.start()
        await self.streams.watch_database()

    async def _stop(self) -> None:
        streams, self.streams = self.streams, None
        if streams is not None:
            await streams.stop()
            await self._threads.close()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not await self._is_public(scope, receive, send):
            raise HttpError(404, "not_found", "Not found.")


def _require(method: str, scope: Scope) -> None:
    if scope["method"] != method:
        allow = [(b"allow", method.encode())]
        raise HttpError(405, "method_not_allowed", "Method not allowed.", headers=allow)


def route(path: str) -> Route:
    """`/live/matches/<uuid>/<leaf>`, or HttpError 404."""
    match path.split("/"):
        case ["", "live", "matches", match_id, leaf] if leaf in METHODS:
            try:
                return UUID(match_id), leaf
            except ValueError:
                pass
    raise HttpError(404, "not_found", "Not found.")


def resume_after(scope: Scope) -> int:
    """The last action the client has: `Last-Event-ID`, or `?after=`, or 0."""
    text = http.header(scope, b"last-event-id")
    if not text:
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        text = query.get("after", ["0"])[0]
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise HttpError(400, "bad_request", "Last-Event-ID must be the number of an action.")


def takes_changes(scope: Scope) -> bool:
    """Does this client take what changed in place of the whole view (`?changes=1`)?"""
    query = scope.get("query_string", b"")
    return b"changes=1" in query.split(b"&") if query else False


def unavailable() -> HttpError:
    detail = _("The server cannot reach its database. It tries again automatically.")
    return HttpError(503, "unavailable", detail, headers=http.retry_after(1))


application = LiveApplication()
