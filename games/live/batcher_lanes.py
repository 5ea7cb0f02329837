"""Several batchers side by side, where the database takes several writers: while one waits for it, another works.

A match has one lane for good, so its actions keep their order and no lane ever waits for a lock that another holds.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from games.live.batcher import Batcher, Committed
from games.services.submissions import Answer, Submission

WriteIn: TypeAlias = Callable[[int, list[Submission]], Awaitable[list[Answer]]]


class Lanes:
    """Like one Batcher; `write(lane, batch)` is called for one batch a lane at a time."""

    def __init__(self, number: int, write: WriteIn, committed: Committed) -> None:
        self._lanes = [Batcher(partial(write, lane), committed) for lane in range(number)]

    @property
    def waiting(self) -> int:
        """Actions that are in no transaction yet."""
        return sum(lane.waiting for lane in self._lanes)

    def start(self) -> None:
        for lane in self._lanes:
            lane.start()

    async def stop(self) -> None:
        """Finish what was accepted for writing, then end."""
        for lane in self._lanes:
            await lane.stop()

    async def submit(self, submission: Submission) -> Answer:
        return await self._lanes[submission.match_id.int % len(self._lanes)].submit(submission)
