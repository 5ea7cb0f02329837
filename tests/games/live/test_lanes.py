"""Several batchers side by side: a match keeps its lane, and lanes do not wait for each other."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from games.live.batcher import Batcher
from games.services.submissions import Accepted, Answer, Submission
from tests.games.live.test_batcher import submission

EVEN, ODD = UUID(int=2), UUID(int=3)


class Writer:
    """Notes what each lane writes; `held` is the lane whose writes do not come back yet."""

    def __init__(self) -> None:
        self.wrote: list[tuple[int, list[UUID]]] = []
        self.gates = [asyncio.Event(), asyncio.Event()]

    async def write(self, lane: int, batch: list[Submission]) -> list[Answer]:
        self.wrote.append((lane, [item.match_id for item in batch]))
        await self.gates[lane].wait()
        loaded: Any = SimpleNamespace(seq=1)
        return [Accepted(1, (), loaded) for _ in batch]


def of(match_id: UUID, key: str) -> Submission:
    return replace(submission(key), match_id=match_id)


def test_a_lane_that_waits_holds_up_its_own_matches_only() -> None:
    async def main() -> None:
        writer = Writer()
        lanes = Batcher(2, writer.write, lambda _accepted: None)
        lanes.start()
        writer.gates[1].set()
        slow = asyncio.create_task(lanes.submit(of(EVEN, "1")))
        assert isinstance(await lanes.submit(of(ODD, "2")), Accepted)
        more = asyncio.create_task(lanes.submit(of(EVEN, "3")))
        await asyncio.sleep(0.01)
        assert sorted(writer.wrote) == [(0, [EVEN]), (1, [ODD])]
        assert lanes.waiting == 1
        writer.gates[0].set()
        assert [type(item) for item in (await slow, await more)] == [Accepted, Accepted]
        assert writer.wrote[2] == (0, [EVEN])
        await lanes.stop()

    asyncio.run(main())
