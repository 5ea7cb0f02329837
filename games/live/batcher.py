"""Group commit: what arrives while a transaction is in flight becomes the next one.

At low load a batch is one action. The batcher knows no rules: it hands Submissions over to be written
and gives each its answer after the commit. It holds no truth; losing it loses nothing that was answered.
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

Write: TypeAlias = Callable[[list[Submission]], Awaitable[list[Answer]]]
Committed: TypeAlias = Callable[[Accepted], None]

MAX_BATCH = 256
MAX_WAITING = 4096
HELD_FOR_S = 2.0
HELD_PAUSE_S = 0.01
BUSY = Refused("busy", "The server is busy. Send it again with the same key.", 503)
GONE = Refused(UNAVAILABLE, "The server cannot save right now. Send it again, same key.", 503)


@dataclass(slots=True, eq=False)
class _Waiting:
    submission: Submission
    answer: "asyncio.Future[Answer]"
    since: float = field(default_factory=monotonic)

    def resolve(self, answer: Answer) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)


class Batcher:
    """`submit` waits for the commit. `committed` is called on the loop once for every accepted action."""

    def __init__(self, write: Write, committed: Committed) -> None:
        self._write_batch, self._committed = write, committed
        self._queue: deque[_Waiting] = deque()
        self._wake = asyncio.Event()
        self._writing = self._stopped = False
        self._task: asyncio.Task[None] | None = None
        self.sizes: deque[int] = deque(maxlen=1024)

    @property
    def waiting(self) -> int:
        """Actions that are in no transaction yet."""
        return len(self._queue)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="live-batcher")

    async def stop(self) -> None:
        """Finish what was accepted for writing, then end."""
        while self._queue or self._writing:
            await asyncio.sleep(0.01)
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def submit(self, submission: Submission) -> Answer:
        if len(self._queue) >= MAX_WAITING or self._stopped:
            return BUSY
        waiting = _Waiting(submission, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._wake.set()
        return await waiting.answer

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                batch = [self._queue.popleft() for _ in range(min(len(self._queue), MAX_BATCH))]
                self.sizes.append(len(batch))
                counters.BATCH_SIZE.add(len(batch))
                self._writing = True
                held = await self._write(batch)
                self._writing = False
                if held:
                    self._queue.extendleft(reversed(held))
                    if len(held) == len(self._queue):
                        await asyncio.sleep(HELD_PAUSE_S)

    async def _write(self, batch: list[_Waiting]) -> list[_Waiting]:
        """Write one batch and answer it; what another process holds comes back for the next one."""
        try:
            answers = await self._write_batch([waiting.submission for waiting in batch])
        except Unavailable as error:
            logger.warning("a batch of %d was not saved: %s", len(batch), error)
            for waiting in batch:
                waiting.resolve(GONE)
            return []
        except Exception as error:
            return await self._one_by_one(batch, error)
        return self._settle(batch, answers)

    async def _one_by_one(self, batch: list[_Waiting], error: Exception) -> list[_Waiting]:
        """A bug met by one action must not answer for the others."""
        if len(batch) == 1:
            logger.error("an action broke the batch", exc_info=error)
            waiting = batch[0]
            if not waiting.answer.done():
                waiting.answer.set_exception(error)
            return []
        held: list[_Waiting] = []
        for waiting in batch:
            held += await self._write([waiting])
        return held

    def _settle(self, batch: list[_Waiting], answers: list[Answer]) -> list[_Waiting]:
        held: list[_Waiting] = []
        now = monotonic()
        for waiting, answer in zip(batch, answers, strict=True):
            if isinstance(answer, Accepted):
                self._committed(answer)
                waiting.resolve(answer)
            elif answer.is_held and now - waiting.since < HELD_FOR_S:
                held.append(waiting)
            else:
                waiting.resolve(BUSY if answer.is_held else answer)
        return held
