"""Streams that say when something has changed, so that its page need not ask all the time: `/live/watch/<kind>/<key>`.

Apps above name the kinds. While somebody watches, each process asks twice a second for the versions of what is watched, all of a kind
together; without a reader it asks nothing. Whoever has just changed something in this process may `announce` its version, so that
its readers need not wait for that. An event `version` names the version alone: what it is about must be fetched as always. With an
announced version its readers may get the change itself before, as an event `change`.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping

from games.live.http import Receive, Send
from games.live.stream_reader import KEEP_ALIVE, KEEP_ALIVE_S, StreamReader, event
from games.live.threads import DatabaseThreads
from web.hooks import Hook

POLL_EVERY_S = 0.5
MOST_READERS = 20
"""Of one key in this process, unless its kind names another number in `readers_of_kind`."""
readers_of_kind: dict[str, int] = {}
KEY = re.compile(r"[\w-]{1,64}", re.ASCII)

watched_versions: Hook[Callable[[Collection[str]], Mapping[str, str]]] = Hook("watched_versions")
"""By its kind, each answers with the versions of the keys that it is given; a key that leads to nothing is left out."""


_feeds: dict["WatchFeed", asyncio.AbstractEventLoop] = {}


def announce(kind: str, key: str, version: str, change: object = None) -> None:
    """What was just committed has this version now; `change` says as JSON how it came to it. From any thread; where this process serves
    no streams, nothing happens."""
    for feed, loop in list(_feeds.items()):
        loop.call_soon_threadsafe(feed.announced, kind, key, version, change)


class WatchFeed:
    """All readers of watched things in this process. Everything but the reads of the database runs on the loop."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._readers: dict[str, dict[str, set[StreamReader]]] = {}
        self._shown: dict[tuple[str, str], str] = {}
        self._announced: set[tuple[str, str]] = set()
        """Since the present poll began: what it reads of these may be older than what their readers know."""

    def start(self) -> None:
        """On the loop that serves its readers."""
        _feeds[self] = asyncio.get_running_loop()

    def stop(self) -> None:
        _feeds.pop(self, None)

    def __len__(self) -> int:
        return sum(len(readers) for keys in self._readers.values() for readers in keys.values())

    async def version(self, kind: str, key: str) -> str | None:
        """The version of something now; None where the kind or the key leads to nothing."""
        if kind not in watched_versions.paths or not KEY.fullmatch(key):
            return None
        return (await self._threads.read(_versions, kind, [key])).get(key)

    def is_full(self, kind: str, key: str) -> bool:
        return len(self._readers.get(kind, {}).get(key, ())) >= readers_of_kind.get(
            kind, MOST_READERS
        )

    async def listen(self, kind: str, key: str, version: str, receive: Receive, send: Send) -> None:
        """Serve one stream until it ends. It begins with the version."""
        reader = StreamReader(key, receive, send)
        readers = self._readers.setdefault(kind, {}).setdefault(key, set())
        readers.add(reader)
        self._shown.setdefault((kind, key), version)
        try:
            await reader.run(event("version", version))
        finally:
            readers.discard(reader)
            if not readers:
                self._readers[kind].pop(key, None)
                self._shown.pop((kind, key), None)

    async def poll(self) -> None:
        """Tell the readers what has changed since the last time. Something that no longer exists ends its streams."""
        for kind in [kind for kind, keys in self._readers.items() if keys]:
            self._announced.clear()
            versions = await self._threads.read(_versions, kind, list(self._readers[kind]))
            for key in list(self._readers[kind]):
                if (kind, key) not in self._announced:
                    self._show(kind, key, versions.get(key))

    def announced(self, kind: str, key: str, version: str, change: object = None) -> None:
        """Tell the readers of this key, if there are any."""
        readers = self._readers.get(kind, {}).get(key)
        if not readers:
            return
        self._announced.add((kind, key))
        if change is not None and version != self._shown.get((kind, key)):
            message = event("change", change)
            for reader in list(readers):
                reader.push(message)
        self._show(kind, key, version)

    def _show(self, kind: str, key: str, version: str | None) -> None:
        if version == self._shown.get((kind, key)):
            return
        news = None if version is None else event("version", version)
        for reader in list(self._readers[kind][key]):
            reader.close() if news is None else reader.push(news)
        if version is not None:
            self._shown[kind, key] = version

    def keep_alive(self) -> None:
        """Send a comment to those who heard nothing for a while, so that no proxy ends their stream."""
        now = asyncio.get_running_loop().time()
        for reader in self._all():
            if now - reader.sent_at >= KEEP_ALIVE_S:
                reader.push(KEEP_ALIVE)

    def close_all(self) -> None:
        for reader in self._all():
            reader.close()

    def _all(self) -> list[StreamReader]:
        return [r for keys in self._readers.values() for readers in keys.values() for r in readers]


def _versions(kind: str, keys: Collection[str]) -> Mapping[str, str]:
    """In a database thread."""
    return watched_versions.functions()[kind](keys)
