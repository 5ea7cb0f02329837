"""Every room of this process, and what keeps them current: hints, one query a second, presence, access.

The feed never decides what happened; it only makes sure that everybody gets it once, in order.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from uuid import UUID

from django.utils.translation import gettext as _

from games.live.access import Access
from games.live.action_group import Row
from games.live.bus import Bus
from games.live.http import HttpError, Receive, Send
from games.live.listener import Listener
from games.live.presence import Presence, TablePresence
from games.live.room import LiveRoom, Views
from games.live.side_channel import SideChannels
from games.live.source import LogReader, MatchSource
from games.live.threads import DatabaseThreads
from games.live.viewer import Viewer
from games.loaded_match import LoadedMatch
from games.signals import LogGrowth

KEEP_ALIVE_S = 15.0
RoomKey = tuple[UUID, int]


class Feed:
    """Rooms come with their first listener and go with the last. One more room per delayed match."""

    def __init__(
        self,
        threads: DatabaseThreads,
        source: MatchSource,
        bus: Bus,
        side_channels: SideChannels | None = None,
    ) -> None:
        self._threads, self._source, self._bus = threads, source, bus
        self._reader = LogReader(source, threads)
        self._side_channels = side_channels
        self._rooms: dict[RoomKey, LiveRoom] = {}
        self._presence: dict[UUID, TablePresence] = {}

    async def listen(self, viewer: Viewer, after: int, receive: Receive, send: Send) -> None:
        """Serve one event stream until it ends; a spectator's as late as the match asks for."""
        with self._room(viewer.match_id) as room:
            delay_s = self._delay_s(viewer, await room.load())
            if not delay_s:
                await self._serve(room, viewer, after, receive, send)
                return
        with self._room(viewer.match_id, delay_s) as room:
            await room.load()
            await self._serve(room, viewer, after, receive, send)

    async def view(self, viewer: Viewer) -> bytes:
        """What this viewer may see now, as JSON."""
        page = await self._reader.read(viewer.match_id)
        delay_s = self._delay_s(viewer, None if page is None else page.loaded)
        if delay_s:
            page = await self._reader.read(viewer.match_id, None, delay_s)
        if page is None:
            raise no_match()
        return self.rendered(page.loaded, viewer, delay_s)

    def rendered(self, loaded: LoadedMatch, viewer: Viewer, delay_s: int = 0) -> bytes:
        """The view of this match, as JSON."""
        return Views(self._source, loaded, delay_s).of(viewer)

    def _delay_s(self, viewer: Viewer, loaded: LoadedMatch | None) -> int:
        if loaded is None:
            raise no_match()
        return 0 if viewer.seat is not None else self._source.delay_s(loaded)

    @contextmanager
    def _room(self, match_id: UUID, delay_s: int = 0) -> Iterator[LiveRoom]:
        """The room, for as long as somebody is in it."""
        key = (match_id, delay_s)
        room = self._rooms.get(key)
        if room is None:
            room = self._rooms[key] = LiveRoom(match_id, self._source, self._reader, delay_s)
        room.guests += 1
        try:
            yield room
        finally:
            room.guests -= 1
            if not room.guests:
                del self._rooms[key]

    async def _serve(
        self, room: LiveRoom, viewer: Viewer, after: int, receive: Receive, send: Send
    ) -> None:
        if room.loaded is None:
            raise no_match()
        room.presence = self._presence.setdefault(viewer.match_id, TablePresence()).event
        listener = Listener(room, viewer, after, receive, send)
        if self._side_channels is None:
            await listener.run()
            return
        self._side_channels.join(listener)
        try:
            await listener.run()
        finally:
            self._side_channels.leave(listener)

    def side_channel_changed(self, match_id: UUID) -> None:
        """Something in this process changed what stands beside a log: pass it on here and to the other processes."""
        self.hint_side_channel(match_id)
        self._bus.publish_side_channel(match_id)

    def hint_side_channel(self, match_id: UUID) -> None:
        """What stands beside the log may have changed: chat, the wish for a rematch, a vacation."""
        if self._side_channels is not None:
            self._side_channels.hint(match_id)
        for (room_match, _delay), room in self._rooms.items():
            if room_match == match_id and room.counts_days():
                room.show_again()

    def committed(self, match_id: UUID, rows: Sequence[Row], loaded: LoadedMatch) -> None:
        """This process committed these rows: whoever listens here needs no query."""
        room = self._rooms.get((match_id, 0))
        if room is not None:
            room.committed(rows, loaded)

    def log_grew(self, grown: LogGrowth) -> None:
        """Something in this process made these logs grow: pass it on here and to the other processes."""
        for match_id, seq in grown:
            self.hint(match_id, seq)
            self._bus.publish(match_id, seq)

    def hint(self, match_id: UUID, seq: int) -> None:
        """The log may have grown to `seq`: what a room here does not have, it reads."""
        room = self._rooms.get((match_id, 0))
        if room is not None:
            room.hint(seq)

    def view_at(self, viewer: Viewer, seq: int) -> bytes | None:
        """This viewer's view at this seq, if a room here has it."""
        room = self._rooms.get((viewer.match_id, 0))
        return room.view(viewer) if room is not None and room.seq == seq else None

    async def poll(self) -> None:
        """One query for the seq of every match that somebody listens to; late rooms read by themselves."""
        rooms = list(self._rooms.values())
        live = {room.match_id: room for room in rooms if not room.delay_s and room.loaded}
        if live:
            seqs = await self._threads.read(self._source.seqs, list(live))
            for match_id, seq in seqs.items():
                live[match_id].hint(seq)
        for room in rooms:
            if room.delay_s and room.loaded:
                room.poll()

    def clocks_moved(self) -> None:
        """An outage ended: every table shows its clock anew, although nothing was played."""
        for room in self._rooms.values():
            room.show_again()

    def keep_alive(self) -> None:
        now = monotonic()
        for listener in self.listeners():
            listener.keep_alive(now, KEEP_ALIVE_S)

    def close_refused(self, access: Access) -> None:
        """End the streams of those who may not be here any more."""
        for listener in self.listeners():
            if not listener.closed and not access.still_admits(listener.viewer):
                listener.close()

    def close_all(self) -> None:
        for listener in self.listeners():
            listener.close()

    def listeners(self) -> Iterator[Listener]:
        for room in list(self._rooms.values()):
            yield from list(room.listeners)

    def publish_presence(self) -> None:
        """Send tables who is there, where that has changed since it was last sent."""
        here: dict[UUID, Presence] = {}
        for (match_id, _delay), room in self._rooms.items():
            here[match_id] = here.get(match_id, Presence()).plus(room.present())
        for match_id, table in self._presence.items():
            mine = here.get(match_id, Presence())
            if table.must_publish(mine):
                self._bus.publish_presence(match_id, mine)
            if event := table.news(mine):
                self._send_presence(match_id, event)
        for match_id in [m for m in self._presence if m not in here]:
            del self._presence[match_id]

    def received_presence(self, process: str, match_id: UUID, presence: Presence) -> None:
        """Who another process has at a table."""
        table = self._presence.get(match_id)
        if table is not None:
            table.received(process, presence)

    def _send_presence(self, match_id: UUID, event: bytes) -> None:
        for (room_match, _delay), room in self._rooms.items():
            if room_match == match_id:
                room.presence = event
                room.broadcast(event)
                if room.has_free_seat():  # somebody may sit there now, which no action shows
                    room.show_again()


def no_match() -> HttpError:
    return HttpError(404, "no_such_match", _("Match not found."))
