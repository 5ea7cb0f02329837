"""Questions asked at the same time are read together, and everybody gets their own answer."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import pytest

from games.live.batching_loader import AT_ONCE, BatchingLoader
from games.live.threads import Unavailable


class Library:
    """Knows the square of every number under a thousand; reads while `open`."""

    def __init__(self) -> None:
        self.reads: list[list[int]] = []
        self.open = asyncio.Event()
        self.open.set()
        self.away = False

    async def read(self, numbers: list[int]) -> Mapping[int, int]:
        self.reads.append(numbers)
        await self.open.wait()
        if self.away:
            raise Unavailable("away")
        if 13 in numbers:
            raise ValueError("thirteen")
        return {n: n * n for n in numbers if n < 1000}


def run(story: Callable[[Library, BatchingLoader[int, int]], Awaitable[None]]) -> None:
    async def main() -> None:
        library = Library()
        await story(library, BatchingLoader(library.read))

    asyncio.run(main())


def test_a_question_alone_is_asked_at_once() -> None:
    async def story(library: Library, loader: BatchingLoader[int, int]) -> None:
        assert await loader.load(3) == 9
        assert await loader.load(5000) is None
        assert library.reads == [[3], [5000]]

    run(story)


def test_what_comes_during_a_read_is_read_after_it_together_and_once() -> None:
    async def story(library: Library, loader: BatchingLoader[int, int]) -> None:
        library.open.clear()
        first = asyncio.create_task(loader.load(1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        more = [asyncio.create_task(loader.load(n)) for n in (1, 2, 2, *range(10, 10 + AT_ONCE))]
        await asyncio.sleep(0)
        library.open.set()
        assert await first == 1
        result = await asyncio.gather(*more, return_exceptions=True)
        assert result[:3] == [1, 4, 4]
        # A question asked while the same one was being read is not answered by what was true before.
        assert library.reads[1][:2] == [1, 2]
        assert len(library.reads[1]) == AT_ONCE

    run(story)


def test_a_bug_met_by_one_question_answers_for_that_one_alone() -> None:
    async def story(library: Library, loader: BatchingLoader[int, int]) -> None:
        result = await asyncio.gather(*map(loader.load, (12, 13, 14)), return_exceptions=True)
        assert (result[0], result[2]) == (144, 196)
        assert isinstance(result[1], ValueError)

    run(story)


def test_a_database_that_is_away_is_told_to_all_who_asked_and_the_next_one_asks_again() -> None:
    async def story(library: Library, loader: BatchingLoader[int, int]) -> None:
        library.away = True
        result = await asyncio.gather(loader.load(1), loader.load(2), return_exceptions=True)
        assert [type(item) for item in result] == [Unavailable, Unavailable]
        library.away = False
        assert await loader.load(2) == 4

    run(story)


def test_who_goes_away_takes_nobody_elses_answer_along() -> None:
    async def story(library: Library, loader: BatchingLoader[int, int]) -> None:
        library.open.clear()
        first, two = (asyncio.create_task(loader.load(7)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        library.open.set()
        assert await two == 49
        with pytest.raises(asyncio.CancelledError):
            await first

    run(story)
