"""What serves all live tables of this process: threads, batcher, feed, bus and the periodic work around them."""

import asyncio
from collections.abc import Collection
from uuid import UUID

from django.utils import timezone
from prometheus_client.registry import Collector

from games import counters
from games.live import commit_hints
from games.live.access import Access
from games.live.auth import Authenticator
from games.live.batcher import Batcher
from games.live.bus import Bus, bus_for
from games.live.feed import Feed
from games.live.heartbeat import BEAT_EVERY_S, HeartbeatWriter, process_name
from games.live.metrics import LiveFigures
from games.live.periodic import calmly, every, every_in_slices, slices
from games.live.public_streams import PublicStreams
from games.live.side_channel import SideChannels
from games.live.source import MatchSource
from games.live.threads import DatabaseThreads
from games.live.viewer import Viewer
from games.services.play import act_many
from games.services.process_figures import write_minute
from games.services.submissions import Accepted, Answer, Submission
from games.signals import LogGrowth

FIGURES_EVERY_S = 15.0
KEEP_ALIVE_EVERY_S = 5.0
"""So a stream is silent for 20 s at most: a page takes one that is silent for 40 s for broken (static/js/table/live/feed.js)."""

PRESENCE_AGAIN_S = 5.0
"""How often every table is looked at, for what has to be published again or is forgotten (presence.py)."""


class LiveTable:
    """Made on the loop it lives on; `start` before the first request, `stop` after the last."""

    def __init__(self, redis_url: str) -> None:
        self.process = process_name()
        self.threads = DatabaseThreads()
        self.bus: Bus = bus_for(redis_url, self.process)
        self.side_channels = SideChannels(self.threads)
        self.source = MatchSource()
        self.feed = Feed(self.threads, self.source, self.bus, self.side_channels)
        self.streams = PublicStreams(self.threads)
        self.access = Access(self.threads)
        self.authenticator = Authenticator(self.threads, self.access)
        self.batcher = Batcher(self.threads.lanes, self._write_batch, self._committed)
        self._heartbeat = HeartbeatWriter(self.process)
        self._loop = asyncio.get_running_loop()
        self._answered = list(counters.ANSWERED_S.counts)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def silent_s(self) -> float:
        """Seconds since this process last wrote that it accepts actions."""
        return self._heartbeat.silent_s

    def collectors(self) -> list[Collector]:
        """Who is connected, for the operator."""
        return [LiveFigures(self), *self.streams.collectors()]

    async def start(self) -> None:
        await self.bus.start(self.feed)
        commit_hints.connect(self.feed)
        self.batcher.start()
        await calmly("beat", self._beat)
        self.streams.start()
        for name, seconds, work in (
            ("beat", BEAT_EVERY_S, self._beat),
            ("poll side channels", 1.0, self.side_channels.poll),
            ("presence", 1.0, self._publish_presence_due),
            ("figures", FIGURES_EVERY_S, self._figures),
        ):
            self._tasks.append(asyncio.create_task(every(seconds, name, work)))
        for name, seconds, work_on in (
            ("poll", 1.0, self.feed.poll),
            ("access", 2.0, self._check_access),
            ("presence again", PRESENCE_AGAIN_S, self._publish_presence),
            ("keep alive", KEEP_ALIVE_EVERY_S, self._keep_alive),
        ):
            in_slices = every_in_slices(seconds, name, self.feed.matches, work_on)
            self._tasks.append(asyncio.create_task(in_slices))

    async def stop(self) -> None:
        """End the streams, let the last batch commit, close every connection."""
        commit_hints.disconnect(self.feed)
        self.close_streams()
        await self.batcher.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.streams.stop()
        await self.side_channels.close()
        await self.bus.stop()
        await self.threads.close()

    def close_streams(self) -> None:
        """End every open stream, cleanly."""
        self.feed.close_all()
        self.streams.close_all()

    def shown_after(
        self, viewer: Viewer, accepted: Accepted, *, changes: bool
    ) -> tuple[str, bytes]:
        """What the player sees after their action, "view" or "changes", as JSON. It is the feed's own if that is the same state."""
        seq = accepted.loaded.seq
        if changes and accepted.rows:
            changed = self.feed.changes_at(viewer, accepted.rows[0]["seq"] - 1, seq)
            if changed is not None:
                return "changes", changed
        return "view", self.feed.view_at(viewer, seq) or self.feed.rendered(accepted.loaded, viewer)

    async def _write_batch(self, lane: int, batch: list[Submission]) -> list[Answer]:
        answers, grown = await self.threads.write(lane, self._act, batch)
        # The batcher hands out the rows themselves first, before the loop runs this.
        self._loop.call_soon(self.feed.log_grew, grown)
        return answers

    def _act(self, batch: list[Submission]) -> tuple[list[Answer], LogGrowth]:
        """In the writer thread."""
        if self._heartbeat.beat_if_stale():
            self._loop.call_soon_threadsafe(self.feed.clocks_moved)
        return act_many(batch, timezone.now())

    def _committed(self, accepted: Accepted) -> None:
        self.feed.committed(accepted.loaded.match_id, accepted.rows, accepted.loaded)

    async def _beat(self) -> None:
        if await self.threads.write(0, self._heartbeat.beat):
            self.feed.clocks_moved()

    async def _check_access(self, match_ids: Collection[UUID]) -> None:
        await self.access.refresh(listener.viewer for listener in self.feed.listeners(match_ids))
        if self.access.has_changed_lately():
            self.feed.close_refused(self.access, match_ids)

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

    async def _keep_alive(self, match_ids: Collection[UUID]) -> None:
        self.feed.keep_alive(match_ids)

    async def _publish_presence_due(self) -> None:
        """Where somebody has come or gone; after a restart these are all matches at once."""
        for part in slices(self.feed.presence_due()):
            self.feed.publish_presence(part)
            await asyncio.sleep(0)

    async def _publish_presence(self, match_ids: Collection[UUID]) -> None:
        self.feed.publish_presence(match_ids)
