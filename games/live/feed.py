"""Every room of this process, and what keeps them true: hints, one question a second, presence, access.

The feed never decides what happened; it only makes sure that everybody hears of it once, in order.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from uuid import UUID

from django.utils.translation import gettext as _

from games.live.access import Access
from games.live.bus import Bus
from games.live.http import HttpError, Receive, Send
from games.live.listener import Listener
from games.live.presence import Present, TablePresence
from games.live.room import Pages, Room, Row, Source, Views
from games.live.side_channel import Asides
from games.live.threads import DatabaseThreads
from games.live.viewer import Viewer
from games.loaded_match import Sheet

KEEP_ALIVE_S = 15.0
RoomKey = tuple[UUID, int]


class Feed:
    """Rooms come with their first listener and go with the last. One more room per delayed match."""

    def __init__(
        self, threads: DatabaseThreads, source: Source, bus: Bus, asides: Asides | None = None
    ) -> None:
        self._threads, self._source, self._bus = threads, source, bus
        self._pages = Pages(source, threads)
        self._asides = asides
        self._rooms: dict[RoomKey, Room] = {}
        self._presence: dict[UUID, TablePresence] = {}

    async def listen(self, viewer: Viewer, after: int, receive: Receive, send: Send) -> None:
        """Serve one event stream until it ends; a spectator's as late as the match says."""
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
        page = await self._pages.page(viewer.match_id)
        delay_s = self._delay_s(viewer, None if page is None else page.sheet)
        if delay_s:
            page = await self._pages.page(viewer.match_id, None, delay_s)
        if page is None:
            raise no_match()
        return self.rendered(page.sheet, viewer, delay_s)

    def rendered(self, sheet: Sheet, viewer: Viewer, delay_s: int = 0) -> bytes:
        """A view of this sheet, as JSON."""
        return Views(self._source, sheet, delay_s).of(viewer)

    def _delay_s(self, viewer: Viewer, sheet: Sheet | None) -> int:
        if sheet is None:
            raise no_match()
        return 0 if viewer.seat is not None else self._source.delay_s(sheet)

    @contextmanager
    def _room(self, match_id: UUID, delay_s: int = 0) -> Iterator[Room]:
        """The room, for as long as somebody is in it."""
        key = (match_id, delay_s)
        room = self._rooms.get(key)
        if room is None:
            room = self._rooms[key] = Room(match_id, self._source, self._pages, delay_s)
        room.guests += 1
        try:
            yield room
        finally:
            room.guests -= 1
            if not room.guests:
                del self._rooms[key]

    async def _serve(
        self, room: Room, viewer: Viewer, after: int, receive: Receive, send: Send
    ) -> None:
        if room.sheet is None:
            raise no_match()
        room.presence = self._presence.setdefault(viewer.match_id, TablePresence()).event
        listener = Listener(room, viewer, after, receive, send)
        if self._asides is None:
            await listener.run()
            return
        self._asides.join(listener)
        try:
            await listener.run()
        finally:
            self._asides.leave(listener)

    def aside_told(self, match_id: UUID) -> None:
        """Something in this process changed what stands beside a log: the same for that."""
        self.aside(match_id)
        self._bus.aside(match_id)

    def aside(self, match_id: UUID) -> None:
        """What stands beside the log is said to have changed."""
        if self._asides is not None:
            self._asides.hint(match_id)

    def committed(self, match_id: UUID, rows: Sequence[Row], sheet: Sheet) -> None:
        """This process committed these rows: whoever listens here needs no query."""
        room = self._rooms.get((match_id, 0))
        if room is not None:
            room.committed(rows, sheet)

    def told(self, match_id: UUID, seq: int) -> None:
        """Something in this process made the log grow: tell this feed and the other processes."""
        self.hint(match_id, seq)
        self._bus.publish(match_id, seq)

    def hint(self, match_id: UUID, seq: int) -> None:
        """The log is said to have grown: what a room here does not have, it reads."""
        room = self._rooms.get((match_id, 0))
        if room is not None:
            room.hint(seq)

    def view_at(self, viewer: Viewer, seq: int) -> bytes | None:
        """This viewer's view at this seq, if a room here has it."""
        room = self._rooms.get((viewer.match_id, 0))
        return room.view(viewer) if room is not None and room.seq == seq else None

    async def ask(self) -> None:
        """One query for the seq of every match that somebody listens to; late rooms look by themselves."""
        rooms = list(self._rooms.values())
        live = {room.match_id: room for room in rooms if not room.delay_s and room.sheet}
        if live:
            seqs = await self._threads.read(self._source.seqs, list(live))
            for match_id, seq in seqs.items():
                live[match_id].hint(seq)
        for room in rooms:
            if room.delay_s and room.sheet:
                room.look()

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

    def say_presence(self) -> None:
        """Tell tables who is there, where that has changed since they were last told."""
        here: dict[UUID, Present] = {}
        for (match_id, _delay), room in self._rooms.items():
            here[match_id] = here.get(match_id, Present()).plus(room.present())
        for match_id, table in self._presence.items():
            mine = here.get(match_id, Present())
            if table.must_say(mine):
                self._bus.say(match_id, mine)
            if event := table.news(mine):
                self._tell(match_id, event)
        for match_id in [m for m in self._presence if m not in here]:
            del self._presence[match_id]

    def heard(self, process: str, match_id: UUID, present: Present) -> None:
        """What another process has at one table."""
        table = self._presence.get(match_id)
        if table is not None:
            table.heard(process, present)

    def _tell(self, match_id: UUID, event: bytes) -> None:
        for (room_match, _delay), room in self._rooms.items():
            if room_match == match_id:
                room.presence = event
                room.tell(event)
                if room.has_free_seat():  # somebody may sit there now, which no action tells
                    room.show_again()


def no_match() -> HttpError:
    return HttpError(404, "no_such_match", _("There is no such match."))
