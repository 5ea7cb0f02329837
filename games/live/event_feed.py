"""Streams of what happens in tournaments: `/live/events/tournament/<slug>`, `/live/events/event/<slug>`, `/live/events/site`.

An app above numbers the events (`event_source`). While somebody listens, each process asks ten times a second for new ones, and
sends each to the readers of its topics. A reader who comes back with `Last-Event-ID` is sent what came since, from memory or
from the database; where that is too much or too old, the stream says `reset`.
"""

import asyncio
import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.live.http import HttpError, Receive, Scope, Send, header
from games.live.rate_limiter import too_many
from games.live.stream_reader import KEEP_ALIVE, KEEP_ALIVE_S, StreamReader, event
from games.live.threads import DatabaseThreads, Unavailable
from web.hooks import Hook

EVENTS = "/live/events/"
POLL_EVERY_S = 0.1
MOST_READERS = 20_000
"""Of all topics in this process."""
FULL_AGAIN_S = 30
AT_ONCE = 200
"""So many events are read at once, and so many readers are sent one before others have their turn."""
BACKLOG = 1000
"""So many events are kept in memory, and so many a reader may have missed."""
RENEW_EVERY_S = 10.0
TOPIC_FRESH_S = 12.0
KEY = re.compile(r"[\w-]{0,80}", re.ASCII)
POSITION, RESET = "position", "reset"
Topic = str


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """An event with its place, the topics whose readers hear of it, and its JSON."""

    sequence: int
    topics: Sequence[Topic]
    type: str
    body: bytes

    @property
    def chunk(self) -> bytes:
        """As it is sent."""
        return b"id: %d\nevent: %b\ndata: %b\n\n" % (self.sequence, self.type.encode(), self.body)


class EventSource(Protocol):
    """Where events come from. Every function runs in a database thread."""

    def topic(self, kind: str, key: str) -> Topic | None:
        """The topic, which is listened to from now on; None where there is none that is public."""

    def newest(self) -> int:
        """The place of the newest event."""

    def after(self, sequence: int, most: int) -> list[PublicEvent]:
        """The next events of all topics. What has happened and is no event yet is made one first."""

    def missed(self, topic: Topic, sequence: int, most: int) -> list[PublicEvent] | None:
        """Those of a topic after this place; None where they are too many or too old."""


event_source: Hook[Callable[[], EventSource]] = Hook("event_source")
"""One app registers its own, under the key `events`."""


class EventFeed:
    """All readers of events in this process. Everything but the reads of the database runs on the loop."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._readers: dict[Topic, dict[StreamReader, int]] = {}
        self._backlog: deque[PublicEvent] = deque(maxlen=BACKLOG)
        self._begins_after: int | None = None
        self._topics: dict[tuple[str, str], tuple[Topic, float]] = {}
        self._resolving: dict[tuple[str, str], asyncio.Task[Topic | None]] = {}
        self._starting = asyncio.Lock()
        self._arriving = 0

    def __len__(self) -> int:
        return sum(map(len, self._readers.values()))

    @property
    def _position(self) -> int:
        """The place of the last event that was sent to readers."""
        return self._backlog[-1].sequence if self._backlog else self._begins_after or 0

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream until it ends. Refused: not_found, bad_request, too_many_requests."""
        last = _last_event_id(scope)
        topic = await self._topic_at(scope["path"].removeprefix(EVENTS))
        if topic is None:
            raise HttpError(404, "not_found", "Not found.")
        if len(self) >= MOST_READERS:
            raise too_many(FULL_AGAIN_S)
        self._arriving += 1
        try:
            await self._start()
            missed = await self._missed(topic, last)
        finally:
            self._arriving -= 1
        # Nothing is awaited between here and the first send: no event comes in between.
        opening = self._opening(topic, last, missed)
        reader = StreamReader(topic, receive, send)
        readers = self._readers.setdefault(topic, {})
        readers[reader] = self._position if missed is None else max(self._position, last or 0)
        try:
            await reader.run(opening)
        finally:
            readers.pop(reader, None)
            if not readers and self._readers.get(topic) is readers:
                del self._readers[topic]

    async def _topic_at(self, rest: str) -> Topic | None:
        """By `<kind>/<key>` or `site`; those who come together ask once, and nobody asks again for some seconds."""
        kind, _slash, key = rest.partition("/")
        name = (kind, key)
        if "events" not in event_source.paths or not KEY.fullmatch(kind) or not KEY.fullmatch(key):
            return None
        now = asyncio.get_running_loop().time()
        cached = self._topics.get(name)
        if cached is not None and cached[1] > now:
            return cached[0]
        if name not in self._resolving:
            self._resolving[name] = asyncio.create_task(self._threads.read(_topic, kind, key))
        try:
            topic = await asyncio.shield(self._resolving[name])
        finally:
            if name in self._resolving and self._resolving[name].done():
                del self._resolving[name]
        if topic is not None:
            self._topics[name] = topic, now + TOPIC_FRESH_S
        return topic

    async def _start(self) -> None:
        """Read where the sequence is, before the first reader."""
        async with self._starting:
            if self._begins_after is None:
                self._begins_after = await self._threads.read(_newest)

    async def _missed(self, topic: Topic, last: int | None) -> list[PublicEvent] | None:
        """What memory does not have any more, from the database; None where the reader must begin anew."""
        if last is None or self._oldest_kept() <= last <= self._position:
            return []
        if last > self._position:  # another process was faster, or the database is an older one
            return [] if last <= await self._threads.read(_newest) else None
        return await self._threads.read(_missed, topic, last)

    def _oldest_kept(self) -> int:
        """Memory has every event after this place."""
        is_whole = len(self._backlog) < (self._backlog.maxlen or 0)
        return (self._begins_after or 0) if is_whole else self._backlog[0].sequence

    def _opening(
        self, topic: Topic, last: int | None, missed: Sequence[PublicEvent] | None
    ) -> bytes:
        """The present place, or what has come since the last event."""
        if last is None or missed is None:
            name = POSITION if last is None else RESET
            return event(name, {"sequence": self._position}, str(self._position))
        after = missed[-1].sequence if missed else last
        kept = [each for each in self._backlog if each.sequence > after and topic in each.topics]
        chunks = [each.chunk for each in (*missed, *kept) if each.sequence <= self._position]
        return b"".join(chunks) or KEEP_ALIVE

    async def poll(self) -> None:
        """Send what is new. After a failed read the next poll sends it."""
        if not self._readers and not self._arriving:
            self._begins_after = None  # nobody hears of what comes until the next reader
            self._backlog.clear()
            return
        await self._start()
        new = await self._threads.read(_after, self._position)
        for each in new:
            self._backlog.append(each)
            await self._send(each)

    async def renew(self) -> None:
        """Say that the topics are still listened to. The streams of one that is public no more end."""
        names, self._topics = self._topics, {}
        for (kind, key), cached in names.items():
            topic, _until = cached
            if topic not in self._readers:
                continue
            try:
                present = await self._topic_at(f"{kind}/{key}")
            except Unavailable:
                self._topics.setdefault((kind, key), cached)
                continue
            if present != topic:
                for reader in list(self._readers.get(topic, {})):
                    reader.close()

    async def _send(self, each: PublicEvent) -> None:
        """To all readers of its topics, a few hundred at a time, so that others have their turn."""
        chunk = each.chunk
        for topic in each.topics:
            readers = list(self._readers.get(topic, {}).items())
            for start in range(0, len(readers), AT_ONCE):
                for reader, begins_after in readers[start : start + AT_ONCE]:
                    if each.sequence > begins_after:
                        reader.push(chunk)
                await asyncio.sleep(0)

    def keep_alive(self) -> None:
        """Send a comment to those who heard nothing for a while, so that no proxy ends their stream."""
        now = asyncio.get_running_loop().time()
        for reader in self._all():
            if now - reader.sent_at >= KEEP_ALIVE_S:
                reader.push(KEEP_ALIVE)

    def close_all(self) -> None:
        for reader in self._all():
            reader.close()

    def _all(self) -> Iterable[StreamReader]:
        return [reader for readers in self._readers.values() for reader in readers]


def _last_event_id(scope: Scope) -> int | None:
    """The place of the last event that the client has; None where it sends none."""
    text = header(scope, b"last-event-id")
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 19:
        return int(text)
    raise HttpError(400, "bad_request", "Last-Event-ID must be the number of an event.")


def _source() -> EventSource:
    return event_source.functions()["events"]()


def _topic(kind: str, key: str) -> Topic | None:
    return _source().topic(kind, key)


def _newest() -> int:
    return _source().newest()


def _after(sequence: int) -> list[PublicEvent]:
    return _source().after(sequence, AT_ONCE)


def _missed(topic: Topic, sequence: int) -> list[PublicEvent] | None:
    return _source().missed(topic, sequence, BACKLOG)
