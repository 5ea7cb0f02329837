"""Every room of this process, and what keeps them current: hints, one query a second, presence, access.

The feed never decides what happened; it only makes sure that everybody gets it once, in order.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from uuid import UUID

from django.utils.translation import gettext as _

from games.live.access import Access
from games.live.action_group import Row
from games.live.bus import Bus
from games.live.http import HttpError, Receive, Send
from games.live.listener import Listener, Resume
from games.live.match_views import Views
from games.live.presence import Presence, TablePresence
from games.live.room import LiveRoom
from games.live.side_channel import SideChannels
from games.live.source import LogReader, MatchSource
from games.live.threads import DatabaseThreads
from games.live.viewer import Viewer
from games.loaded_match import LoadedMatch
from games.signals import LogGrowth

KEEP_ALIVE_S = 15.0


class Feed:
    """Rooms come with their first listener and go with the last. One more room per delayed match.

    What is done again and again can be done for some of the `matches`, so that a move waits for a slice of them only.
    """

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
        self._rooms: dict[UUID, dict[int, LiveRoom]] = {}
        self._presence: dict[UUID, TablePresence] = {}
        self._presence_due: set[UUID] = set()

    async def listen(self, viewer: Viewer, resume: Resume, receive: Receive, send: Send) -> None:
        """Serve one event stream until it ends; a spectator's as late as the match asks for."""
        with self._room(viewer.match_id) as room:
            delay_s = self._delay_s(viewer, await room.load())
            if not delay_s:
                await self._serve(room, viewer, resume, receive, send)
                return
        with self._room(viewer.match_id, delay_s) as room:
            await room.load()
            await self._serve(room, viewer, resume, receive, send)

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
        rooms = self._rooms.setdefault(match_id, {})
        room = rooms.get(delay_s)
        if room is None:
            room = rooms[delay_s] = LiveRoom(
                match_id, self._source, self._reader, delay_s, self._side_channels
            )
        room.guests += 1
        try:
            yield room
        finally:
            room.guests -= 1
            if not room.guests:
                del rooms[delay_s]
                if not rooms and self._rooms.get(match_id) is rooms:
                    del self._rooms[match_id]

    async def _serve(
        self, room: LiveRoom, viewer: Viewer, resume: Resume, receive: Receive, send: Send
    ) -> None:
        if room.loaded is None:
            raise no_match()
        room.presence = self._presence.setdefault(viewer.match_id, TablePresence()).event
        listener = Listener(room, viewer, resume, receive, send)
        self._presence_due.add(viewer.match_id)
        if self._side_channels is not None:
            self._side_channels.join(listener)
        try:
            await listener.run()
        finally:
            self._presence_due.add(viewer.match_id)
            if self._side_channels is not None:
                self._side_channels.leave(listener)

    def side_channel_changed(self, match_id: UUID) -> None:
        """Something in this process changed what stands beside a log: pass it on here and to the other processes."""
        self.hint_side_channel(match_id)
        self._bus.publish_side_channel(match_id)

    def hint_side_channel(self, match_id: UUID) -> None:
        """What stands beside the log may have changed: chat, the wish for a rematch, a vacation."""
        if self._side_channels is not None:
            self._side_channels.hint(match_id)
        for room in self._rooms_of(match_id):
            if room.counts_days():
                room.show_again()

    def committed(self, match_id: UUID, rows: Sequence[Row], loaded: LoadedMatch) -> None:
        """This process committed these rows: whoever listens here needs no query."""
        room = self._room_now(match_id)
        if room is not None:
            room.committed(rows, loaded)

    def log_grew(self, grown: LogGrowth) -> None:
        """Something in this process made these logs grow: pass it on here and to the other processes."""
        for match_id, seq in grown:
            self.hint(match_id, seq)
            self._bus.publish(match_id, seq)

    def hint(self, match_id: UUID, seq: int) -> None:
        """The log may have grown to `seq`: what a room here does not have, it reads."""
        room = self._room_now(match_id)
        if room is not None:
            room.hint(seq)

    def view_at(self, viewer: Viewer, seq: int) -> bytes | None:
        """This viewer's view at this seq, if a room here has it."""
        room = self._room_now(viewer.match_id)
        return room.view(viewer) if room is not None and room.seq == seq else None

    def changes_at(self, viewer: Viewer, since: int, seq: int) -> bytes | None:
        """What differs for this viewer between these two seqs, if a room here has both."""
        room = self._room_now(viewer.match_id)
        return room.changes(viewer, since) if room is not None and room.seq == seq else None

    def matches(self) -> list[UUID]:
        """The matches that somebody listens to, or listened to a moment ago."""
        return list({*self._rooms, *self._presence})

    async def poll(self, match_ids: Collection[UUID] | None = None) -> None:
        """One query for the matches whose log is longer than their room shows; late rooms read by themselves."""
        rooms = [room for room in self._all_rooms(match_ids) if room.loaded]
        live = {room.match_id: room.seq for room in rooms if not room.delay_s}
        if live:
            for match_id, seq in (await self._threads.read(self._source.grown, live)).items():
                self.hint(match_id, seq)
        for room in rooms:
            if room.delay_s:
                room.poll()

    def clocks_moved(self) -> None:
        """An outage ended: every table shows its clock anew, although nothing was played."""
        for room in self._all_rooms():
            room.show_again()

    def keep_alive(self, match_ids: Collection[UUID] | None = None) -> None:
        now = monotonic()
        for listener in self.listeners(match_ids):
            listener.keep_alive(now, KEEP_ALIVE_S)

    def close_refused(self, access: Access, match_ids: Collection[UUID] | None = None) -> None:
        """End the streams of those who may not be here any more."""
        for listener in self.listeners(match_ids):
            if not listener.closed and not access.still_admits(listener.viewer):
                listener.close()

    def close_all(self) -> None:
        for listener in self.listeners():
            listener.close()

    def listeners(self, match_ids: Collection[UUID] | None = None) -> Iterator[Listener]:
        for room in self._all_rooms(match_ids):
            yield from list(room.listeners)

    def presence_due(self) -> list[UUID]:
        """The matches where somebody has come or gone, here or elsewhere, since this was called last."""
        due, self._presence_due = self._presence_due, set()
        return list(due)

    def publish_presence(self, match_ids: Collection[UUID] | None = None) -> None:
        """Send tables who is there, where that has changed since it was last sent."""
        for match_id in list(self._presence) if match_ids is None else match_ids:
            table = self._presence.get(match_id)
            if table is None:
                continue
            rooms = self._rooms_of(match_id)
            mine = self._present(rooms)
            if table.must_publish(mine):
                self._bus.publish_presence(match_id, mine)
            if event := table.news(mine):
                self._send_presence(rooms, event)
            if not rooms:
                del self._presence[match_id]

    @staticmethod
    def _present(rooms: list[LiveRoom]) -> Presence:
        if len(rooms) == 1:  # as nearly all have
            return rooms[0].present()
        return sum((room.present() for room in rooms), Presence())

    def received_presence(self, process: str, match_id: UUID, presence: Presence) -> None:
        """Who another process has at a table."""
        table = self._presence.get(match_id)
        if table is not None:
            table.received(process, presence)
            self._presence_due.add(match_id)

    def _send_presence(self, rooms: Collection[LiveRoom], event: bytes) -> None:
        for room in rooms:
            room.presence = event
            room.broadcast(event)
            if room.has_free_seat():  # somebody may sit there now, which no action shows
                room.show_again()

    def _room_now(self, match_id: UUID) -> LiveRoom | None:
        """The room of those who see the match without a delay."""
        return self._rooms.get(match_id, {}).get(0)

    def _rooms_of(self, match_id: UUID) -> list[LiveRoom]:
        return list(self._rooms.get(match_id, {}).values())

    def _all_rooms(self, match_ids: Collection[UUID] | None = None) -> list[LiveRoom]:
        """The rooms of these matches, or all."""
        of = self._rooms
        wanted = of if match_ids is None else match_ids
        return [room for match_id in wanted if match_id in of for room in of[match_id].values()]


def no_match() -> HttpError:
    return HttpError(404, "no_such_match", _("Match not found."))
