"""The listeners of one match in this process, and the match as it was last shown to them.

A room's `seq` only grows, one group of actions at a time. What arrives out of step is fetched from the
log, so it does not matter who brings the news: the batcher with rows in hand, the bus, or the clock.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from games.engine.clock import CORRESPONDENCE
from games.live.action_group import ActionGroup, Row, group_of
from games.live.match_views import Views
from games.live.presence import Presence
from games.live.source import LogPage, LogReader, MatchSource
from games.live.threads import Unavailable
from games.live.viewer import Viewer
from games.loaded_match import LoadedMatch

if TYPE_CHECKING:
    from games.live.listener import Listener
    from games.live.side_channel import SideChannels

logger = logging.getLogger(__name__)


class LiveRoom:
    """Everybody here sees the same log; views differ by seat and are made once for each."""

    def __init__(
        self,
        match_id: UUID,
        source: MatchSource,
        reader: LogReader,
        delay_s: int = 0,
        side_channels: "SideChannels | None" = None,
    ) -> None:
        self.match_id, self.delay_s = match_id, delay_s
        self._source, self._reader = source, reader
        self._side_channels = side_channels
        self._was_over = False
        self.guests = 0
        self.presence = b""
        self.seq = -1
        self.loaded: LoadedMatch | None = None
        self.listeners: set[Listener] = set()
        self._views: Views | None = None
        self._wanted = -1
        self._stale = False
        self._catching: asyncio.Task[None] | None = None

    async def load(self) -> LoadedMatch | None:
        """The match, read if it was not yet; None when there is no such match."""
        if self.loaded is None:
            page = await self._page(None)
            if page is not None and self.loaded is None:
                self._show(page.loaded)
        return self.loaded

    def join(self, listener: "Listener") -> None:
        self.listeners.add(listener)
        if self.presence:
            listener.push(self.presence)

    def leave(self, listener: "Listener") -> None:
        self.listeners.discard(listener)

    def present(self) -> Presence:
        seats = [listener.viewer.seat for listener in self.listeners]
        return Presence("A" in seats, "B" in seats, seats.count(None))

    @property
    def is_over(self) -> bool:
        """As of what the room shows."""
        return self.loaded is not None and self.loaded.table.match.outcome is not None

    def has_free_seat(self) -> bool:
        """As of the last read: an invitation's seat is taken without an action."""
        return self.loaded is not None and not all(self.loaded.seats.values())

    def look_at_side_channel(self) -> None:
        """What stands beside the log may have to be shown anew to somebody here."""
        if self._side_channels is not None:
            self._side_channels.look_soon(self.match_id)

    def counts_days(self) -> bool:
        """Is this a correspondence match? Its clock stands still during a vacation, which no action shows."""
        clock = None if self.loaded is None else self.loaded.table.clock
        return clock is not None and clock.settings.kind == CORRESPONDENCE

    def committed(self, rows: Sequence[Row], loaded: LoadedMatch) -> None:
        """New actions with the state after them: send them to everybody, or fetch what lies between."""
        rows = [row for row in rows if row["seq"] > self.seq]
        if not rows or rows[0]["seq"] != self.seq + 1 or rows[-1]["seq"] != loaded.seq:
            self.hint(loaded.seq)
            return
        self._show(loaded)
        group = group_of(rows)
        for listener in self.listeners:
            listener.push(group)

    def hint(self, seq: int) -> None:
        """The log should reach `seq`: read what is missing, once for all hints that come meanwhile."""
        self._wanted = max(self._wanted, seq)
        if (self._wanted > self.seq or self._stale) and self._catching is None:
            self._catching = asyncio.create_task(self._catch_up())
            self._catching.add_done_callback(self._caught_up)

    def show_again(self) -> None:
        """Read the match anew and send everybody the view once more."""
        self._stale = True
        self.hint(self.seq)

    def poll(self) -> None:
        """Read what is there now: how a delayed room learns of anything."""
        self.hint(self.seq + 1)

    async def read_log(self, after: int) -> list[ActionGroup]:
        """The actions after this seq; whatever is new to the room is sent to everybody on the way."""
        # A cursor from another process may be ahead of this room: read for both.
        start = max(0, min(after, self.seq))
        page = await self._page(start)
        if page is None:
            return []
        self.committed(page.rows, page.loaded)
        rows = [row for row in page.rows if row["seq"] > after]
        return [group_of(rows)] if rows else []

    def view(self, viewer: Viewer) -> bytes:
        """The newest view for this viewer, as JSON."""
        if self._views is None:
            raise RuntimeError("a room is loaded before it is used")
        return self._views.of(viewer)

    def view_event(self, viewer: Viewer) -> bytes:
        return b"event: view\ndata: %b\n\n" % self.view(viewer)

    def changes(self, viewer: Viewer, since: int) -> bytes | None:
        """What differs for this viewer from the view at `since`, as JSON; None when the whole view must be sent."""
        return None if self._views is None else self._views.changes(viewer, since)

    def changes_event(self, viewer: Viewer, since: int) -> bytes:
        changes = self.changes(viewer, since)
        if changes is None:
            return self.view_event(viewer)
        return b"event: changes\ndata: %b\n\n" % changes

    def broadcast(self, event: bytes) -> None:
        """Send an event without an id to everybody here."""
        for listener in self.listeners:
            listener.push(event)

    async def _page(self, after: int | None) -> LogPage | None:
        return await self._reader.read(self.match_id, after, self.delay_s)

    def _show(self, loaded: LoadedMatch) -> None:
        self.loaded, self.seq = loaded, loaded.seq
        self._views = Views(self._source, loaded, self.delay_s, self._views)
        if self._side_channels is not None and self.is_over != self._was_over:
            self._was_over = self.is_over
            self.look_at_side_channel()

    async def _catch_up(self) -> None:
        if self._stale:
            self._stale = False
            page = await self._page(None)
            if page is not None and page.loaded.seq == self.seq:
                self._show(page.loaded)
                for listener in self.listeners:
                    listener.show_again()
        while self._wanted > self.seq:
            before = self.seq
            await self.read_log(before)
            if self.seq == before:
                self._wanted = self.seq  # the hint was ahead of what may be seen; ask again later

    def _caught_up(self, task: "asyncio.Task[None]") -> None:
        self._catching = None
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Unavailable):
            logger.warning("match %s: the log cannot be read now", self.match_id)
        elif error is not None:
            logger.error("match %s: catching up failed", self.match_id, exc_info=error)
