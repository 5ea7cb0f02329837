"""Group commit: what arrives while a transaction is in flight becomes the next one.

At low load a batch is a single action. Where the database takes several writers, there are several lanes: while one waits
for its commit, another works. A match keeps its lane, so its actions keep their order and no lane waits for a lock that
another one has. The batcher knows no rules: it hands Submissions over to be written and gives each its answer after
the commit. Losing it loses nothing that was answered.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

from games import counters
from games.live.threads import Unavailable
from games.services.submissions import UNAVAILABLE, Accepted, Answer, Refused, Submission

logger = logging.getLogger(__name__)

Write: TypeAlias = Callable[[int, list[Submission]], Awaitable[list[Answer]]]
"""Writes a batch of this lane."""
OnCommit: TypeAlias = Callable[[Accepted], None]

MAX_BATCH = 256
MAX_WAITING = 4096
RETRY_FOR_S = 2.0
RETRY_PAUSE_S = 0.01
BUSY = Refused("busy", "The server is busy. Send it again with the same key.", 503)
UNSAVED = Refused(UNAVAILABLE, "The server cannot save right now. Send it again, same key.", 503)


@dataclass(slots=True, eq=False)
class _Waiting:
    submission: Submission
    answer: "asyncio.Future[Answer]"
    since: float = field(default_factory=monotonic)

    def resolve(self, answer: Answer) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)


class _Lane:
    """The queue of one writer; one batch at a time is written."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.queue: deque[_Waiting] = deque()
        self.wake = asyncio.Event()
        self.writing = False


class Batcher:
    """`submit` waits for the commit. `on_commit` is called on the loop once for every accepted action."""

    def __init__(self, lanes: int, write: Write, on_commit: OnCommit) -> None:
        self._lanes = [_Lane(number) for number in range(lanes)]
        self._write_batch, self._on_commit = write, on_commit
        self._stopped = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def waiting(self) -> int:
        """Actions that are in no transaction yet."""
        return sum(len(lane.queue) for lane in self._lanes)

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._run(lane), name=f"live-batcher-{lane.number}")
            for lane in self._lanes
        ]

    async def stop(self) -> None:
        """Finish what was accepted for writing, then end."""
        while any(lane.queue or lane.writing for lane in self._lanes):
            await asyncio.sleep(0.01)
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def submit(self, submission: Submission) -> Answer:
        lane = self._lanes[submission.match_id.int % len(self._lanes)]
        if len(lane.queue) >= MAX_WAITING or self._stopped:
            return BUSY
        waiting = _Waiting(submission, asyncio.get_running_loop().create_future())
        lane.queue.append(waiting)
        lane.wake.set()
        return await waiting.answer

    async def _run(self, lane: _Lane) -> None:
        queue = lane.queue
        while True:
            await lane.wake.wait()
            lane.wake.clear()
            while queue:
                batch = [queue.popleft() for _ in range(min(len(queue), MAX_BATCH))]
                counters.BATCH_SIZE.add(len(batch))
                lane.writing = True
                again = await self._write(lane.number, batch)
                lane.writing = False
                if again:
                    queue.extendleft(reversed(again))
                    if len(again) == len(queue):
                        await asyncio.sleep(RETRY_PAUSE_S)

    async def _write(self, lane: int, batch: list[_Waiting]) -> list[_Waiting]:
        """Write a batch and answer it; returns the actions whose match is locked elsewhere, for the next batch."""
        try:
            answers = await self._write_batch(lane, [waiting.submission for waiting in batch])
        except Unavailable as error:
            logger.warning("a batch of %d was not saved: %s", len(batch), error)
            for waiting in batch:
                waiting.resolve(UNSAVED)
            return []
        except Exception as error:
            return await self._write_singly(lane, batch, error)
        return self._settle(batch, answers)

    async def _write_singly(
        self, lane: int, batch: list[_Waiting], error: Exception
    ) -> list[_Waiting]:
        """A bug met by one action must not answer for the others."""
        if len(batch) == 1:
            logger.error("an action broke the batch", exc_info=error)
            waiting = batch[0]
            if not waiting.answer.done():
                waiting.answer.set_exception(error)
            return []
        again: list[_Waiting] = []
        for waiting in batch:
            again += await self._write(lane, [waiting])
        return again

    def _settle(self, batch: list[_Waiting], answers: list[Answer]) -> list[_Waiting]:
        again: list[_Waiting] = []
        now = monotonic()
        for waiting, answer in zip(batch, answers, strict=True):
            if isinstance(answer, Accepted):
                self._on_commit(answer)
                waiting.resolve(answer)
            elif answer.is_locked and now - waiting.since < RETRY_FOR_S:
                again.append(waiting)
            else:
                waiting.resolve(BUSY if answer.is_locked else answer)
        return again
