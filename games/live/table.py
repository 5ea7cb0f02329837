"""What serves all live tables of this process: threads, batcher, feed, bus and the clockwork around them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from uuid import UUID

from django.utils import timezone

from games import counters
from games.live import commit_hints
from games.live.access import Access
from games.live.auth import Doorkeeper
from games.live.batcher_lanes import Lanes
from games.live.bus import Bus, bus_for
from games.live.feed import Feed
from games.live.heartbeat import BEAT_EVERY_S, Heart, process_name
from games.live.http import Receive, Send
from games.live.side_channel import Asides
from games.live.source import DatabaseSource
from games.live.threads import DatabaseThreads, Unavailable
from games.live.viewer import Viewer
from games.selectors.side_channel import DatabaseAsides
from games.services.play import act_many
from games.services.process_figures import write_minute
from games.services.submissions import Accepted, Answer, Submission

logger = logging.getLogger(__name__)

FIGURES_EVERY_S = 15.0


class LiveTable:
    """Made on the loop it lives on; `start` before the first request, `stop` after the last."""

    def __init__(self, redis_url: str) -> None:
        self.process = process_name()
        self.threads = DatabaseThreads()
        self.bus: Bus = bus_for(redis_url, self.process)
        self.source = DatabaseSource()
        self.asides = Asides(self.threads, DatabaseAsides())
        self.feed = Feed(self.threads, self.source, self.bus, self.asides)
        self.access = Access(self.threads)
        self.doorkeeper = Doorkeeper(self.threads, self.access)
        self.batcher = Lanes(self.threads.lanes, self._write_batch, self._committed)
        self._heart = Heart(self.process)
        self._loop = asyncio.get_running_loop()
        self._answered = list(counters.ANSWERED_S.counts)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def silent_s(self) -> float:
        """Seconds since this process last wrote that it accepts actions."""
        return self._heart.silent_s

    async def start(self) -> None:
        await self.bus.start(self.feed)
        commit_hints.connect(self)
        self.batcher.start()
        await _calmly("beat", self._beat)
        for name, seconds, work in (
            ("beat", BEAT_EVERY_S, self._beat),
            ("ask", 1.0, self.feed.ask),
            ("ask aside", 1.0, self.asides.ask),
            ("access", 2.0, self._check_access),
            ("small talk", 1.0, self._small_talk),
            ("figures", FIGURES_EVERY_S, self._figures),
        ):
            self._tasks.append(asyncio.create_task(_every(seconds, name, work)))

    async def stop(self) -> None:
        """End the streams, let the last batch commit, close every connection."""
        commit_hints.disconnect(self)
        self.feed.close_all()
        await self.batcher.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.asides.close()
        await self.bus.stop()
        await self.threads.close()

    async def listen(self, viewer: Viewer, after: int, receive: Receive, send: Send) -> None:
        await self.feed.listen(viewer, after, receive, send)

    async def view(self, viewer: Viewer) -> bytes:
        """What this viewer may see now, as JSON."""
        return await self.feed.view(viewer)

    def view_after(self, viewer: Viewer, accepted: Accepted) -> bytes:
        """What the mover sees after his action: the feed's own view if it is the same state."""
        shared = self.feed.view_at(viewer, accepted.sheet.seq)
        return shared or self.feed.rendered(accepted.sheet, viewer)

    def tell_threadsafe(self, match_id: UUID, seq: int) -> None:
        """A commit somewhere in this process, from any thread (games/live/commit_hints.py)."""
        self._loop.call_soon_threadsafe(self.feed.told, match_id, seq)

    def aside_threadsafe(self, match_id: UUID) -> None:
        """The same for what stands beside the log."""
        self._loop.call_soon_threadsafe(self.feed.aside_told, match_id)

    async def _write_batch(self, lane: int, batch: list[Submission]) -> list[Answer]:
        answers, hints = await self.threads.write(lane, self._act, batch)
        # The rows themselves are told first, by the batcher, before the loop runs this.
        self._loop.call_soon(self._tell, hints)
        return answers

    def _act(self, batch: list[Submission]) -> tuple[list[Answer], commit_hints.Hints]:
        """In the writer thread."""
        if self._heart.beat_if_stale():
            self._loop.call_soon_threadsafe(self.feed.clocks_moved)
        with commit_hints.collected() as hints:
            answers = act_many(batch, timezone.now())
        return answers, hints

    def _committed(self, accepted: Accepted) -> None:
        self.feed.committed(accepted.sheet.match_id, accepted.rows, accepted.sheet)

    def _tell(self, hints: commit_hints.Hints) -> None:
        for match_id, seq in hints:
            self.feed.told(match_id, seq)

    async def _beat(self) -> None:
        if await self.threads.write(0, self._heart.beat):
            self.feed.clocks_moved()

    async def _check_access(self) -> None:
        await self.access.refresh(listener.viewer for listener in self.feed.listeners())
        self.feed.close_refused(self.access)

    async def _figures(self) -> None:
        """What was answered since the last row; in the thread of the chat, so that no move waits."""
        counts, before = list(counters.ANSWERED_S.counts), self._answered
        self._answered = counts
        answered = [count - was for count, was in zip(counts, before, strict=True)]
        listeners = sum(1 for _ in self.feed.listeners())
        await self.threads.talk(
            write_minute,
            self.process,
            timezone.now(),
            seconds=FIGURES_EVERY_S,
            answered=answered,
            listeners=listeners,
        )

    async def _small_talk(self) -> None:
        self.feed.keep_alive()
        self.feed.say_presence()


async def _every(seconds: float, name: str, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await _calmly(name, work)


async def _calmly(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """The clockwork goes on whatever happens; a database that is away comes back by itself."""
    try:
        await work()
    except Unavailable as error:
        logger.warning("live (%s): the database does not answer: %s", name, error)
    except Exception:
        logger.exception("live (%s)", name)
