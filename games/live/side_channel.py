"""What stands beside the log of a match: its chat and the wish for a rematch, told on the same streams.

Each process keeps the last lines of every match that somebody here listens to. A hint (from this process
or the bus) reads one match anew; once a second one question finds what a lost hint left out. All of it
runs in a thread of its own, so that no move ever waits for talk.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol
from uuid import UUID

from games.live.batching_loader import Together
from games.live.http import dump
from games.live.listener import Listener
from games.live.threads import DatabaseThreads, Unavailable
from games.models import ChatRoom
from games.selectors.chat import ANYBODY, RECENT, ChatPass, Line
from games.selectors.side_channel import Told, Who

logger = logging.getLogger(__name__)

OVERLAP_S = 5.0  # a line may be committed after one with a higher id
HIDDEN_EVERY = 5
READ_AGAIN_S = 1.0


class AsideSource(Protocol):
    """Where asides are read; called in the talk thread."""

    def told(self, match_ids: Collection[UUID]) -> dict[UUID, Told]: ...

    def chat_passes(self, readers: Collection[Who]) -> dict[Who, ChatPass]: ...

    def announced(self) -> dict[str, Any] | None: ...

    def changed(
        self, known: dict[UUID, Told], after: int | None, *, hidden: bool
    ) -> tuple[set[UUID], int]: ...


@dataclass(slots=True)
class Reader:
    """One stream. `rooms` is what it was last shown; `overflows` how often its queue had been lost then."""

    listener: Listener
    rights: ChatPass
    rooms: frozenset[ChatRoom] = frozenset()
    overflows: int = 0


@dataclass(slots=True)
class Aside:
    """One match: what was told last, and who was told."""

    match_id: UUID
    told: Told | None = None
    readers: dict[Listener, Reader] = field(default_factory=dict)
    guests: int = 0
    stale: bool = False
    reading: "asyncio.Task[None] | None" = None


class Asides:
    """They come with the first listener of a match and go with the last. Everything is called on the loop."""

    def __init__(self, threads: DatabaseThreads, source: AsideSource) -> None:
        self._threads, self._source = threads, source
        self._told: Together[UUID, Told] = Together(lambda ids: threads.talk(source.told, ids))
        self._passes: Together[Who, ChatPass] = Together(
            lambda readers: threads.talk(source.chat_passes, readers)
        )
        self._asides: dict[UUID, Aside] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._marks: deque[tuple[float, int]] = deque()
        self._asked = 0
        self._announced: dict[str, Any] | None = None

    def join(self, listener: Listener) -> None:
        """Show this stream what there is, as soon as it is known what it may see."""
        match_id = listener.viewer.match_id
        aside = self._asides.setdefault(match_id, Aside(match_id))
        aside.guests += 1
        self._spawn(self._open(aside, listener))

    def leave(self, listener: Listener) -> None:
        aside = self._asides[listener.viewer.match_id]
        aside.readers.pop(listener, None)
        aside.guests -= 1
        if not aside.guests:
            del self._asides[listener.viewer.match_id]

    def hint(self, match_id: UUID) -> None:
        """Something has changed: read it, once for all hints that come meanwhile."""
        aside = self._asides.get(match_id)
        if aside is not None:
            aside.stale = True
            if aside.reading is None and aside.told is not None:
                self._read(aside)

    async def ask(self) -> None:
        """What no hint told: lines, the end of a match, what became of a rematch, lines taken away."""
        known = {a.match_id: a.told for a in self._asides.values() if a.told is not None}
        if known:
            self._announce(await self._threads.talk(self._source.announced))
            self._asked += 1
            hidden = self._asked % HIDDEN_EVERY == 0
            changed, newest = await self._threads.talk(
                self._source.changed, known, self._since(), hidden=hidden
            )
            self._marks.append((monotonic(), newest))
            for match_id in changed:
                self.hint(match_id)
        for aside in self._asides.values():
            for reader in aside.readers.values():
                if reader.overflows != reader.listener.overflows:
                    self._show(aside, reader)

    def _announce(self, said: dict[str, Any] | None) -> None:
        """Words of the house: every stream hears them once when they change."""
        if said == self._announced:
            return
        self._announced = said
        for aside in self._asides.values():
            for reader in aside.readers.values():
                push(reader, announced_event(said))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _since(self) -> int | None:
        """The highest id that had been seen five seconds ago; None before the first question."""
        oldest = monotonic() - OVERLAP_S
        while len(self._marks) > 1 and self._marks[1][0] < oldest:
            self._marks.popleft()
        return self._marks[0][1] if self._marks else None

    async def _open(self, aside: Aside, listener: Listener) -> None:
        user_id, match_id = listener.viewer.user_id, listener.viewer.match_id
        while not listener.closed:
            try:
                rights = ANYBODY
                if user_id is not None:
                    rights = await self._passes.ask((user_id, match_id)) or ANYBODY
                if aside.told is None:
                    await asyncio.shield(aside.reading or self._read(aside))
                if aside.told is None:
                    raise Unavailable
                break
            except Unavailable:
                await asyncio.sleep(READ_AGAIN_S)
        if not listener.closed and self._asides.get(match_id) is aside:
            aside.readers[listener] = Reader(listener, rights)
            self._show(aside, aside.readers[listener])

    def _read(self, aside: Aside) -> "asyncio.Task[None]":
        aside.reading = self._spawn(self._read_anew(aside))
        return aside.reading

    async def _read_anew(self, aside: Aside) -> None:
        try:
            while aside.told is None or aside.stale:
                aside.stale = False
                told = await self._told.ask(aside.match_id)
                if told is None:
                    return
                before, aside.told = aside.told, told
                if before is not None and before != told:
                    self._tell(aside, before, told)
        except Unavailable:
            logger.warning("match %s: its chat cannot be read now", aside.match_id)
        finally:
            aside.reading = None

    def _tell(self, aside: Aside, before: Told, told: Told) -> None:
        gone = gone_between(before, told)
        new = [line for line in told.lines if line["id"] not in before.ids]
        said: dict[frozenset[ChatRoom], bytes] = {}
        for reader in aside.readers.values():
            rooms = reader.rights.rooms(is_over=told.is_over)
            if before.on != told.on or rooms != reader.rooms:
                self._show(aside, reader)
                continue
            if rooms not in said:
                said[rooms] = news(new, gone, rooms)
            if told.on and said[rooms]:
                push(reader, said[rooms])
            if before.wish != told.wish:
                push(reader, wish_event(reader, told))

    def _show(self, aside: Aside, reader: Reader) -> None:
        """Everything, from the start: a new stream, other rooms, or a queue that was lost."""
        told = aside.told
        if told is None:
            return
        reader.overflows = reader.listener.overflows
        reader.rooms = reader.rights.rooms(is_over=told.is_over)
        push(reader, opening(reader, told))
        if self._announced is not None:
            push(reader, announced_event(self._announced))
        if told.wish is not None:
            push(reader, wish_event(reader, told))

    def _spawn(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("an aside failed", exc_info=error)


def push(reader: Reader, event: bytes) -> None:
    if event and not reader.listener.closed:
        reader.listener.push(event)


def chat_event(said: dict[str, Any]) -> bytes:
    """Without an id: only actions carry those."""
    return b"event: chat\ndata: %b\n\n" % dump(said)


def announced_event(said: dict[str, Any] | None) -> bytes:
    """Words of the house to everybody; nothing in it when nothing is announced any more."""
    return b"event: announced\ndata: %b\n\n" % dump(said or {})


def opening(reader: Reader, told: Told) -> bytes:
    """What a stream is shown first."""
    if not told.on:
        return chat_event({"on": False})
    rights = reader.rights
    return chat_event(
        {
            "on": True,
            "room": rights.own_room,
            "rooms": sorted(reader.rooms),
            "may_write": rights.may_write,
            "steward": rights.is_steward,
            "muted": sorted(rights.muted),
            "lines": list(in_rooms(told.lines, reader.rooms)),
        }
    )


def news(new: list[Line], gone: Collection[tuple[str, int]], rooms: Collection[str]) -> bytes:
    lines = list(in_rooms(new, rooms))
    hidden = [line_id for room, line_id in gone if room in rooms]
    return chat_event({"lines": lines, "hidden": hidden}) if lines or hidden else b""


def wish_event(reader: Reader, told: Told) -> bytes:
    """Only those who played are asked."""
    if reader.rights.seat is None or told.wish is None:
        return b""
    return b"event: rematch\ndata: %b\n\n" % dump(told.wish)


def in_rooms(lines: Collection[Line], rooms: Collection[str]) -> Iterator[Line]:
    return (line for line in lines if line["room"] in rooms)


def gone_between(before: Told, told: Told) -> list[tuple[str, int]]:
    """Lines that were taken away, as opposed to those that fifty newer ones pushed out."""
    gone = []
    for room in ChatRoom.values:
        ids = [line["id"] for line in told.lines if line["room"] == room]
        oldest = min(ids) if len(ids) >= RECENT else 0
        was = (line["id"] for line in before.lines if line["room"] == room)
        gone += [(room, i) for i in was if i > oldest and i not in told.ids]
    return gone
