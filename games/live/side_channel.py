"""What stands beside the log of a match: its chat and the wish for a rematch, sent on the same streams.

Each process keeps the last lines of every match that somebody here listens to. A hint (from this process
or the bus) reads a match anew; once a second a query finds what a lost hint left out. All of it
runs in a thread of its own, so that no move ever waits for the chat.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from uuid import UUID

from games.live.batching_loader import BatchingLoader
from games.live.http import dump
from games.live.listener import Listener
from games.live.room import LiveRoom
from games.live.threads import DatabaseThreads, Unavailable
from games.models import ChatRoom
from games.selectors import side_channel as selectors
from games.selectors.chat import ANYBODY, RECENT, ChatPass, Line, UserAtMatch, chat_passes
from games.selectors.side_channel import SideChannelState

logger = logging.getLogger(__name__)

OVERLAP_S = 5.0  # a line may be committed after one with a higher id
HIDDEN_EVERY = 5
LOOK_EVERY = 5
"""A part of all channels is looked at each second, so that each has its turn in so many; those where something happened at once."""
READ_AGAIN_S = 1.0


@dataclass(slots=True)
class Reader:
    """A stream. `rooms` is what it was last shown; `overflows` how often its queue had been lost then."""

    listener: Listener
    rights: ChatPass
    rooms: frozenset[ChatRoom] = frozenset()
    overflows: int = 0


@dataclass(slots=True)
class SideChannel:
    """The side channel of a match: its state as last sent, and who it was sent to."""

    match_id: UUID
    state: SideChannelState | None = None
    readers: dict[Listener, Reader] = field(default_factory=dict)
    guests: int = 0
    stale: bool = False
    reading: "asyncio.Task[None] | None" = None


class SideChannels:
    """They come with the first listener of a match and go with the last. Everything is called on the loop."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._states: BatchingLoader[UUID, SideChannelState] = BatchingLoader(
            lambda match_ids: threads.talk(selectors.states, match_ids)
        )
        self._passes: BatchingLoader[UserAtMatch, ChatPass] = BatchingLoader(
            lambda readers: threads.talk(chat_passes, readers)
        )
        self._channels: dict[UUID, SideChannel] = {}
        self._current: dict[UUID, SideChannelState] = {}
        self._due: set[UUID] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._marks: deque[tuple[float, int]] = deque()
        self._polls = 0
        self._banner: dict[str, Any] | None = None

    def join(self, listener: Listener) -> None:
        """Show this stream what there is, as soon as it is clear what it may see."""
        match_id = listener.viewer.match_id
        channel = self._channels.setdefault(match_id, SideChannel(match_id))
        channel.guests += 1
        self._spawn(self._open(channel, listener))

    def leave(self, listener: Listener) -> None:
        channel = self._channels[listener.viewer.match_id]
        channel.readers.pop(listener, None)
        channel.guests -= 1
        if not channel.guests:
            del self._channels[listener.viewer.match_id]
            self._current.pop(listener.viewer.match_id, None)

    def hint(self, match_id: UUID) -> None:
        """Something has changed: read it, once for all hints that come meanwhile."""
        channel = self._channels.get(match_id)
        if channel is not None:
            channel.stale = True
            if channel.reading is None and channel.state is not None:
                self._read(channel)

    def look_soon(self, match_id: UUID) -> None:
        """A stream here lost its queue, or a room here shows a match that is over, or goes on again."""
        self._due.add(match_id)

    async def poll(self) -> None:
        """What no hint reported: lines, the end of a match, what became of a rematch, lines taken away."""
        # A thread reads it. Copying a dictionary does not hash its keys again.
        before = self._current.copy()
        self._polls += 1
        if before:
            self._show_banner(await self._threads.talk(selectors.site_banner))
            hidden = self._polls % HIDDEN_EVERY == 0
            changed, newest = await self._threads.talk(
                selectors.changed_since, before, self._since(), hidden=hidden
            )
            self._marks.append((monotonic(), newest))
            for match_id in changed:
                self.hint(match_id)
        else:
            self._marks.clear()  # what is written while nobody listens is read when somebody comes
        for channel in self._to_look_at():
            self._look_at_readers(channel)

    def _to_look_at(self) -> list[SideChannel]:
        due, self._due = self._due, set()
        wanted = list(self._channels.values())[self._polls % LOOK_EVERY :: LOOK_EVERY]
        return wanted + [self._channels[match_id] for match_id in due if match_id in self._channels]

    def _look_at_readers(self, channel: SideChannel) -> None:
        """Show those everything whose queue was lost, and read anew a match that is over, or goes on again, since it was read: its
        rooms know that from the log.
        """
        state, looked_at, differs = channel.state, None, False
        for reader in channel.readers.values():
            listener = reader.listener
            if reader.overflows != listener.overflows:
                self._show(channel, reader)
            if listener.room is not looked_at and state is not None:
                looked_at = listener.room
                differs = differs or _differs(looked_at, state)
        if differs:
            self.hint(channel.match_id)

    def _show_banner(self, banner: dict[str, Any] | None) -> None:
        """The site's banner: every stream gets it once when it changes."""
        if banner == self._banner:
            return
        self._banner = banner
        for channel in self._channels.values():
            for reader in channel.readers.values():
                push(reader, banner_event(banner))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _since(self) -> int | None:
        """The highest id that had been read five seconds ago; None before the first poll."""
        oldest = monotonic() - OVERLAP_S
        while len(self._marks) > 1 and self._marks[1][0] < oldest:
            self._marks.popleft()
        return self._marks[0][1] if self._marks else None

    async def _open(self, channel: SideChannel, listener: Listener) -> None:
        user_id, match_id = listener.viewer.user_id, listener.viewer.match_id
        while not listener.closed:
            try:
                rights = ANYBODY
                if user_id is not None:
                    rights = await self._passes.load((user_id, match_id)) or ANYBODY
                if channel.state is None:
                    await asyncio.shield(channel.reading or self._read(channel))
                if channel.state is None:
                    raise Unavailable
                break
            except Unavailable:
                await asyncio.sleep(READ_AGAIN_S)
        if not listener.closed and self._channels.get(match_id) is channel:
            channel.readers[listener] = Reader(listener, rights)
            self._show(channel, channel.readers[listener])

    def _read(self, channel: SideChannel) -> "asyncio.Task[None]":
        channel.reading = self._spawn(self._read_anew(channel))
        return channel.reading

    async def _read_anew(self, channel: SideChannel) -> None:
        try:
            while channel.state is None or channel.stale:
                channel.stale = False
                state = await self._states.load(channel.match_id)
                if state is None:
                    return
                before, channel.state = channel.state, state
                if self._channels.get(channel.match_id) is channel:
                    self._current[channel.match_id] = state
                    self._due.add(channel.match_id)
                if before is not None and before != state:
                    self._send_changes(channel, before, state)
        except Unavailable:
            logger.warning("match %s: its chat cannot be read now", channel.match_id)
        finally:
            channel.reading = None

    def _send_changes(
        self, channel: SideChannel, before: SideChannelState, state: SideChannelState
    ) -> None:
        gone = gone_between(before, state)
        new = [line for line in state.lines if line["id"] not in before.ids]
        events: dict[frozenset[ChatRoom], bytes] = {}
        for reader in channel.readers.values():
            rooms = reader.rights.rooms(is_over=state.is_over)
            if before.on != state.on or rooms != reader.rooms:
                self._show(channel, reader)
                continue
            if rooms not in events:
                events[rooms] = news(new, gone, rooms)
            if state.on and events[rooms]:
                push(reader, events[rooms])
            if before.wish != state.wish:
                push(reader, wish_event(reader, state))

    def _show(self, channel: SideChannel, reader: Reader) -> None:
        """Everything, from the start: a new stream, other rooms, or a queue that was lost."""
        state = channel.state
        if state is None:
            return
        reader.overflows = reader.listener.overflows
        reader.rooms = reader.rights.rooms(is_over=state.is_over)
        push(reader, opening(reader, state))
        if self._banner is not None:
            push(reader, banner_event(self._banner))
        if state.wish is not None:
            push(reader, wish_event(reader, state))

    def _spawn(self, work: Any) -> "asyncio.Task[None]":
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a side channel failed", exc_info=error)


def _differs(room: LiveRoom, state: SideChannelState) -> bool:
    """Does a room show the match as over and its side channel not, or the other way round? A room that is late may show it longer."""
    if room.loaded is None or (room.delay_s and not room.is_over):
        return False
    return room.is_over != state.is_over


def push(reader: Reader, event: bytes) -> None:
    if event and not reader.listener.closed:
        reader.listener.push(event)


def chat_event(body: dict[str, Any]) -> bytes:
    """Without an id: only actions carry those."""
    return b"event: chat\ndata: %b\n\n" % dump(body)


def banner_event(banner: dict[str, Any] | None) -> bytes:
    """The site's banner; empty when nothing is announced any more."""
    return b"event: announced\ndata: %b\n\n" % dump(banner or {})


def opening(reader: Reader, state: SideChannelState) -> bytes:
    """What a stream is shown first."""
    if not state.on:
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
            "lines": list(in_rooms(state.lines, reader.rooms)),
        }
    )


def news(new: list[Line], gone: Collection[tuple[str, int]], rooms: Collection[str]) -> bytes:
    lines = list(in_rooms(new, rooms))
    hidden = [line_id for room, line_id in gone if room in rooms]
    return chat_event({"lines": lines, "hidden": hidden}) if lines or hidden else b""


def wish_event(reader: Reader, state: SideChannelState) -> bytes:
    """Only those who played are asked."""
    if reader.rights.seat is None or state.wish is None:
        return b""
    return b"event: rematch\ndata: %b\n\n" % dump(state.wish)


def in_rooms(lines: Collection[Line], rooms: Collection[str]) -> Iterator[Line]:
    return (line for line in lines if line["room"] in rooms)


def gone_between(before: SideChannelState, state: SideChannelState) -> list[tuple[str, int]]:
    """Lines that were taken away, as opposed to those that fifty newer ones pushed out."""
    gone = []
    for room in ChatRoom.values:
        ids = [line["id"] for line in state.lines if line["room"] == room]
        oldest = min(ids) if len(ids) >= RECENT else 0
        was = (line["id"] for line in before.lines if line["room"] == room)
        gone += [(room, i) for i in was if i > oldest and i not in state.ids]
    return gone
