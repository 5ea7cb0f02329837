"""The listeners of one match in this process, and the match as they were last told.

A room's `seq` only grows, one group of actions at a time. What arrives out of step is fetched from the
log, so it does not matter who tells the room: the batcher with rows in hand, the bus, or the clock.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from time import time
from typing import Any, Protocol
from uuid import UUID

from games.live.batching_loader import Together
from games.live.http import dump
from games.live.listener import Group, Listener
from games.live.presence import Present
from games.live.threads import DatabaseThreads, Unavailable
from games.live.viewer import Viewer
from games.loaded_match import Sheet

logger = logging.getLogger(__name__)

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """A match read at one moment: its sheet and the rows after the seq that was asked for."""

    sheet: Sheet
    rows: tuple[Row, ...]


Asked = tuple[UUID, int | None]
"""A match, and the seq after which its rows are wanted; None: no rows."""


class Source(Protocol):
    """Where rooms read. `pages`, `late_page` and `seqs` run in a reader thread; the others are pure."""

    def pages(self, asked: Collection[Asked]) -> Mapping[Asked, Page]: ...

    def late_page(self, match_id: UUID, after: int | None, delay_s: int) -> Page | None: ...

    def seqs(self, match_ids: Collection[UUID]) -> dict[UUID, int]: ...

    def delay_s(self, sheet: Sheet) -> int: ...

    def lasting(self, sheet: Sheet, language: str) -> dict[str, Any]: ...

    def passing(self, sheet: Sheet) -> dict[str, Any]: ...

    def outlasts(self, before: Sheet, after: Sheet) -> bool: ...

    def own(self, sheet: Sheet, seat: str | None, language: str) -> dict[str, Any]: ...


class Pages:
    """How rooms read their matches: many together, unless one is seen late."""

    def __init__(self, source: Source, threads: DatabaseThreads) -> None:
        self._source, self._threads = source, threads
        self._now: Together[Asked, Page] = Together(lambda asked: threads.read(source.pages, asked))

    async def page(self, match_id: UUID, after: int | None = None, delay_s: int = 0) -> Page | None:
        """A match and its rows after `after`, as they were `delay_s` ago; None when there is none."""
        if delay_s:
            return await self._threads.read(self._source.late_page, match_id, after, delay_s)
        return await self._now.ask((match_id, after))


def action_event(row: Row) -> bytes:
    return b"id: %d\nevent: action\ndata: %b\n\n" % (row["seq"], dump(row))


def group_of(rows: Sequence[Row]) -> Group:
    return Group(rows[0]["seq"], rows[-1]["seq"], b"".join(map(action_event, rows)))


class Views:
    """The views of one sheet as JSON, in three parts: what lasts, what passes, and what is one seat's own.

    The first is taken over from the views before; the last is made once a seat. `now` is left out until a view is sent,
    for one made long ago may be sent today. Who sees the match late gets the time of what he sees, or a clock would
    have run on by the delay.
    """

    def __init__(
        self, source: Source, sheet: Sheet, delay_s: int = 0, before: "Views | None" = None
    ) -> None:
        self._source, self._sheet, self._delay_s = source, sheet, delay_s
        lasts = before is not None and source.outlasts(before._sheet, sheet)
        self._lasting: dict[str, bytes] = before._lasting if before is not None and lasts else {}
        self._passing = b""
        self._whole: dict[tuple[str | None, str], bytes] = {}

    def of(self, viewer: Viewer) -> bytes:
        key = (viewer.seat, viewer.language)
        whole = self._whole.get(key)
        if whole is None:
            own = dump(self._source.own(self._sheet, *key))[1:-1]
            parts = (own, self._last(viewer.language), self._pass())
            whole = self._whole[key] = b"%b,%b,%b}" % parts
        return b'{"now":%d,%b' % (int((time() - self._delay_s) * 1000), whole)

    def _last(self, language: str) -> bytes:
        lasting = self._lasting.get(language)
        if lasting is None:
            lasting = dump(self._source.lasting(self._sheet, language))[1:-1]
            self._lasting[language] = lasting
        return lasting

    def _pass(self) -> bytes:
        if not self._passing:
            passing = self._source.passing(self._sheet)
            del passing["now"]
            self._passing = dump(passing)[1:-1]
        return self._passing


class Room:
    """Everybody here sees the same log; views differ by seat and are made once for each."""

    def __init__(
        self,
        match_id: UUID,
        source: Source,
        pages: Pages,
        delay_s: int = 0,
    ) -> None:
        self.match_id, self.delay_s = match_id, delay_s
        self._source, self._pages = source, pages
        self.guests = 0
        self.presence = b""
        self.seq = -1
        self.sheet: Sheet | None = None
        self.listeners: set[Listener] = set()
        self._views: Views | None = None
        self._wanted = -1
        self._stale = False
        self._catching: asyncio.Task[None] | None = None

    async def load(self) -> Sheet | None:
        """The match as it is known here, read unless it is; None when there is none."""
        if self.sheet is None:
            page = await self._page(None)
            if page is not None and self.sheet is None:
                self._show(page.sheet)
        return self.sheet

    def join(self, listener: Listener) -> None:
        self.listeners.add(listener)
        if self.presence:
            listener.push(self.presence)

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)

    def present(self) -> Present:
        seats = [listener.viewer.seat for listener in self.listeners]
        return Present("A" in seats, "B" in seats, seats.count(None))

    def has_free_seat(self) -> bool:
        """As far as is known here: an invitation's seat is taken without an action."""
        return self.sheet is not None and not all(self.sheet.seats.values())

    def committed(self, rows: Sequence[Row], sheet: Sheet) -> None:
        """New actions with the state after them: tell everybody, or fetch what lies between."""
        rows = [row for row in rows if row["seq"] > self.seq]
        if not rows or rows[0]["seq"] != self.seq + 1 or rows[-1]["seq"] != sheet.seq:
            self.hint(sheet.seq)
            return
        self._show(sheet)
        group = group_of(rows)
        for listener in self.listeners:
            listener.push(group)

    def hint(self, seq: int) -> None:
        """The log is said to reach `seq`: read what is missing, once for all who hint meanwhile."""
        self._wanted = max(self._wanted, seq)
        if (self._wanted > self.seq or self._stale) and self._catching is None:
            self._catching = asyncio.create_task(self._catch_up())
            self._catching.add_done_callback(self._caught_up)

    def show_again(self) -> None:
        """Read the match anew and send everybody the view once more."""
        self._stale = True
        self.hint(self.seq)

    def look(self) -> None:
        """Read what is there now: how a delayed room learns of anything."""
        self.hint(self.seq + 1)

    async def read_log(self, after: int) -> list[Group]:
        """The actions after this seq; whatever is news to the room is told to everybody on the way."""
        # A cursor from another process may be ahead of this room: read for both.
        start = max(0, min(after, self.seq))
        page = await self._page(start)
        if page is None:
            return []
        self.committed(page.rows, page.sheet)
        rows = [row for row in page.rows if row["seq"] > after]
        return [group_of(rows)] if rows else []

    def view(self, viewer: Viewer) -> bytes:
        """The newest view for this viewer, as JSON."""
        if self._views is None:
            raise RuntimeError("a room is loaded before it is used")
        return self._views.of(viewer)

    def view_event(self, viewer: Viewer) -> bytes:
        return b"event: view\ndata: %b\n\n" % self.view(viewer)

    def tell(self, event: bytes) -> None:
        """A notice without an id to everybody here."""
        for listener in self.listeners:
            listener.push(event)

    async def _page(self, after: int | None) -> Page | None:
        return await self._pages.page(self.match_id, after, self.delay_s)

    def _show(self, sheet: Sheet) -> None:
        self.sheet, self.seq = sheet, sheet.seq
        self._views = Views(self._source, sheet, self.delay_s, self._views)

    async def _catch_up(self) -> None:
        if self._stale:
            self._stale = False
            page = await self._page(None)
            if page is not None and page.sheet.seq == self.seq:
                self._show(page.sheet)
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
