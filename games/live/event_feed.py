"""Streams of what happens in tournaments: `/live/events/tournament/<slug>`, `/live/events/event/<slug>`, `/live/events/site`.

An app above numbers the events (`event_source`). While somebody listens, each process asks ten times a second for new ones, and
sends each to the readers of its topics. A reader who comes back with `Last-Event-ID` is sent what came since, from memory or
from the database; where that is too much or too old, the stream says `reset`.
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, ParamSpec, Protocol, TypeVar

from games.live.http import HttpError, Receive, Scope, Send, header
from games.live.rate_limiter import too_many
from games.live.stream_reader import KEEP_ALIVE, KEEP_ALIVE_S, StreamReader, event
from games.live.threads import DatabaseThreads, Unavailable
from web.hooks import Hook

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")
EVENTS = "/live/events/"
POLL_EVERY_S = 0.1
MOST_READERS = 20_000
"""Of all topics in this process."""
MOST_READING = 200
"""Different places that readers who come back are brought up from at the same time."""
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
Name = tuple[str, str]
"""Kind and key, as in the address."""


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

    def warm_up(self) -> None:
        """Load what making the first event would wait for."""

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


class Place(NamedTuple):
    """A reader hears of events after this sequence. Its stream was asked for by this name."""

    begins_after: int
    name: Name


class SharedReads(Generic[R]):
    """Reads of the same thing at the same time are one. It goes on when those who wait for it are cut off."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._tasks: dict[Hashable, asyncio.Task[R]] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def __contains__(self, thing: Hashable) -> bool:
        return thing in self._tasks

    async def read(
        self, thing: Hashable, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        task = self._tasks.get(thing)
        if task is None:
            task = asyncio.create_task(self._threads.read_events(call, *args, **kwargs))
            self._tasks[thing] = task
            task.add_done_callback(lambda done: self._forget(thing, done))
        return await asyncio.shield(task)

    def _forget(self, thing: Hashable, done: asyncio.Task[R]) -> None:
        del self._tasks[thing]
        if not done.cancelled() and done.exception() is not None:
            logger.debug("a read of events has failed: %s", done.exception())


class EventFeed:
    """All readers of events in this process. Everything but the reads of the database runs on the loop."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._readers: dict[Topic, dict[StreamReader, Place]] = {}
        self._backlog: deque[PublicEvent] = deque(maxlen=BACKLOG)
        self._begins_after: int | None = None
        self._topics: dict[Name, tuple[Topic, float]] = {}
        self._resolving = SharedReads[Topic | None](threads)
        self._missing = SharedReads[list[PublicEvent] | None](threads)
        self._starting = asyncio.Lock()
        self._arriving = 0
        self._is_warm = False
        self._warming: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._readers.values()))

    @property
    def _position(self) -> int:
        """The place of the last event that was sent to readers."""
        return self._backlog[-1].sequence if self._backlog else self._begins_after or 0

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream until it ends. Refused: not_found, bad_request, too_many_requests."""
        last = _last_event_id(scope)
        kind, _slash, key = scope["path"].removeprefix(EVENTS).partition("/")
        topic = await self._topic_at((kind, key))
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
        reader = StreamReader(topic, receive, send)
        running = reader.run(self._opening(topic, last, missed))
        begins_after = self._position if missed is None else max(self._position, last or 0)
        del missed  # it can be large, and the stream lasts for hours
        readers = self._readers.setdefault(topic, {})
        readers[reader] = Place(begins_after, (kind, key))
        try:
            await running
        finally:
            readers.pop(reader, None)
            if not readers and self._readers.get(topic) is readers:
                del self._readers[topic]

    async def _topic_at(self, name: Name) -> Topic | None:
        """Those who come together ask once, and nobody asks again for some seconds."""
        if "events" not in event_source.paths or not all(map(KEY.fullmatch, name)):
            return None
        cached = self._topics.get(name)
        if cached is not None and cached[1] > asyncio.get_running_loop().time():
            return cached[0]
        return await self._resolve(name)

    async def _resolve(self, name: Name) -> Topic | None:
        until = asyncio.get_running_loop().time() + TOPIC_FRESH_S
        topic = await self._resolving.read(name, _topic, *name)
        if topic is not None:
            self._topics[name] = topic, until
        return topic

    async def _start(self) -> None:
        """Read where the sequence is, before the first reader."""
        async with self._starting:
            if self._begins_after is None:
                self._begins_after = await self._threads.read_events(_newest)
                if not self._is_warm:
                    self._is_warm = True
                    self._warming = asyncio.create_task(self._warm_up())

    async def _warm_up(self) -> None:
        """While the first reader listens already."""
        try:
            await self._threads.read_events(_warm_up)
        except Exception:  # the first event takes longer
            logger.exception("live (events): not warm")

    async def _missed(self, topic: Topic, last: int | None) -> list[PublicEvent] | None:
        """What memory does not have any more, from the database; None where the reader must begin anew."""
        if last is None or self._oldest_kept() <= last <= self._position:
            return []
        if last > self._position:  # another process was faster, or the database is an older one
            return [] if last <= await self._threads.read_events(_newest) else None
        place = (topic, last, self._begins_after)
        if place not in self._missing and len(self._missing) >= MOST_READING:
            raise too_many(FULL_AGAIN_S)
        return await self._missing.read(place, _missed, topic, last)

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
        new = await self._threads.read_events(_after, self._position)
        for each in new:
            self._backlog.append(each)
            await self._send(each)

    async def renew(self) -> None:
        """Say that the topics are still listened to. The streams of one that is public no more end."""
        now = asyncio.get_running_loop().time()
        self._topics = {name: kept for name, kept in self._topics.items() if kept[1] > now}
        names = {
            (topic, place.name)
            for topic, readers in self._readers.items()
            for place in readers.values()
        }
        for topic, name in names:
            try:
                present = await self._resolve(name)
            except Unavailable:
                continue
            except Exception:  # the others are renewed all the same
                logger.exception("live (topics of events): %s/%s", *name)
                continue
            if present != topic:
                self._topics.pop(name, None)
                self._end(topic, name)

    def _end(self, topic: Topic, name: Name) -> None:
        for reader, place in list(self._readers.get(topic, {}).items()):
            if place.name == name:
                reader.close()

    async def _send(self, each: PublicEvent) -> None:
        """To all readers of its topics, a few hundred at a time, so that others have their turn."""
        chunk = each.chunk
        for topic in each.topics:
            readers = list(self._readers.get(topic, {}).items())
            for start in range(0, len(readers), AT_ONCE):
                for reader, place in readers[start : start + AT_ONCE]:
                    if each.sequence > place.begins_after:
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


def _warm_up() -> None:
    _source().warm_up()


def _newest() -> int:
    return _source().newest()


def _after(sequence: int) -> list[PublicEvent]:
    return _source().after(sequence, AT_ONCE)


def _missed(topic: Topic, sequence: int) -> list[PublicEvent] | None:
    return _source().missed(topic, sequence, BACKLOG)
