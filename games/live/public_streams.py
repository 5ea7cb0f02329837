"""The streams outside of tables: the lobby, whatever else can be watched, and a login's own stream, by its token.

They are served where the tables are. A site of several processes serves them in a process of their own, `streams`
(config/server.py), so that no move waits while thousands of readers are sent something.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from time import monotonic
from urllib.parse import parse_qs

from django.db import connection
from prometheus_client.registry import Collector

from games.live.event_feed import EVENTS, RENEW_EVERY_S, EventFeed
from games.live.event_feed import POLL_EVERY_S as EVENTS_EVERY_S
from games.live.http import HttpError, Receive, Scope, Send
from games.live.lobby_feed import POLL_EVERY_S, LobbyFeed, known_language
from games.live.login_feed import POLL_EVERY_S as LOGIN_EVERY_S
from games.live.login_feed import TOKENS_EVERY_S, LoginFeed
from games.live.metrics import StreamFigures
from games.live.periodic import calmly, every
from games.live.rate_limiter import too_many
from games.live.threads import DatabaseThreads
from games.live.watch_feed import POLL_EVERY_S as WATCH_EVERY_S
from games.live.watch_feed import WatchFeed

LOBBY = "/live/lobby"
WATCH = "/live/watch/"
LOGIN = "/live/me"
KEEP_ALIVE_EVERY_S = 1.0
FULL_AGAIN_S = 30
"""Whoever comes to something that has too many readers is asked to come again after so long."""


class PublicStreams:
    """Made on the loop it lives on; `start` before the first request, `stop` after the last."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self.lobby = LobbyFeed(threads)
        self.watch = WatchFeed(threads)
        self.logins = LoginFeed(threads)
        self.events = EventFeed(threads)
        self._threads = threads
        self._answered_at = float("-inf")
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def silent_s(self) -> float:
        """Seconds since the database last answered; only where `watch_database` was started."""
        return monotonic() - self._answered_at

    def collectors(self) -> list[Collector]:
        """Who listens, for the operator."""
        return [StreamFigures(self)]

    def start(self) -> None:
        self.watch.start()
        for name, seconds, work in (
            ("lobby", POLL_EVERY_S, self.lobby.poll),
            ("watch", WATCH_EVERY_S, self.watch.poll),
            ("events", EVENTS_EVERY_S, self.events.poll),
            ("topics of events", RENEW_EVERY_S, self.events.renew),
            ("streams of logins", LOGIN_EVERY_S, self.logins.poll),
            ("tokens", TOKENS_EVERY_S, self.logins.end_dead_tokens),
            ("public streams", KEEP_ALIVE_EVERY_S, self._keep_alive),
        ):
            self._tasks.append(asyncio.create_task(every(seconds, name, work)))

    async def watch_database(self) -> None:
        """Ask the database once a second from now on, for a process that writes no heartbeat."""
        await calmly("database", self._ask_database)
        self._tasks.append(asyncio.create_task(every(1.0, "database", self._ask_database)))

    async def stop(self) -> None:
        self.close_all()
        self.watch.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close_all(self) -> None:
        """End every open stream, cleanly."""
        self.lobby.close_all()
        self.watch.close_all()
        self.logins.close_all()
        self.events.close_all()

    async def serve(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        admitted: Callable[[Scope], AbstractContextManager[None]],
    ) -> bool:
        """Serve the stream at this path until it ends; False where it is none of these. `admitted` counts whoever is here."""
        path = scope["path"]
        if path not in (LOBBY, LOGIN) and not path.startswith((WATCH, EVENTS)):
            return False
        if scope["method"] != "GET":
            allow = [(b"allow", b"GET")]
            raise HttpError(405, "method_not_allowed", "Method not allowed.", headers=allow)
        with admitted(scope):
            if path == LOBBY:
                await self.lobby.listen(_language(scope), receive, send)
            elif path == LOGIN:
                await self.logins.serve(scope, receive, send)
            elif path.startswith(EVENTS):
                await self.events.serve(scope, receive, send)
            else:
                await self._serve_watch(path.removeprefix(WATCH), receive, send)
        return True

    async def _serve_watch(self, rest: str, receive: Receive, send: Send) -> None:
        """Open to whoever has the key: `<kind>/<key>`."""
        kind, _slash, key = rest.partition("/")
        version = await self.watch.version(kind, key)
        if version is None:
            raise HttpError(404, "not_found", "Not found.")
        if self.watch.is_full(kind, key):
            raise too_many(FULL_AGAIN_S)
        await self.watch.listen(kind, key, version, receive, send)

    async def _keep_alive(self) -> None:
        self.lobby.keep_alive()
        self.watch.keep_alive()
        self.logins.keep_alive()
        self.events.keep_alive()

    async def _ask_database(self) -> None:
        await self._threads.read(_answers)
        self._answered_at = monotonic()


def _language(scope: Scope) -> str:
    """Of `/live/lobby?language=pl`."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return known_language(query.get("language", [""])[0])


def _answers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
