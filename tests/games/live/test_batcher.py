"""Group commit with a made-up writer: what waits goes together, and each gets its own answer."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from games.live import batcher as batching
from games.live.batcher import Batcher
from games.live.threads import Unavailable
from games.services.submissions import LOCKED, Accepted, Refused, Submission


def submission(key: str) -> Submission:
    return Submission(uuid4(), "A", "roll", {}, datetime.now(UTC), key=key)


def accepted(key: str) -> Accepted:
    return Accepted(int(key), (), SimpleNamespace(seq=int(key)))  # type: ignore[arg-type]


class Writer:
    """Remembers its batches. A closed `gate` keeps a transaction in flight."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.answer: Callable[[Submission], Any] = lambda action: accepted(action.key or "0")
        self.announced: list[int] = []
        self.batcher = Batcher(1, self.write, lambda answer: self.announced.append(answer.seq))

    async def write(self, _lane: int, batch: list[Submission]) -> list[Any]:
        self.batches.append([item.key or "" for item in batch])
        await self.gate.wait()
        return [self.answer(item) for item in batch]


def run(story: Callable[[Writer], Awaitable[None]]) -> None:
    async def main() -> None:
        writer = Writer()
        writer.batcher.start()
        await story(writer)
        await writer.batcher.stop()

    asyncio.run(main())


def test_what_comes_during_a_transaction_is_the_next_batch() -> None:
    async def story(writer: Writer) -> None:
        writer.gate.clear()
        first = asyncio.create_task(writer.batcher.submit(submission("1")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        rest = [asyncio.create_task(writer.batcher.submit(submission(k))) for k in "234"]
        await asyncio.sleep(0.01)
        assert writer.announced == []
        writer.gate.set()
        answers = await asyncio.gather(first, *rest)
        assert writer.batches == [["1"], ["2", "3", "4"]]
        assert [answer.seq for answer in answers] == [1, 2, 3, 4]
        assert writer.announced == [1, 2, 3, 4]

    run(story)


def test_a_match_held_elsewhere_goes_into_the_next_batch() -> None:
    async def story(writer: Writer) -> None:
        tries: list[str] = []

        def answer(action: Submission) -> Any:
            tries.append(action.key or "")
            stored = action.key == "2" and tries.count("2") < 3
            return Refused(LOCKED, "", 503) if stored else accepted(action.key or "")

        writer.answer = answer
        answers = await asyncio.gather(*(writer.batcher.submit(submission(k)) for k in "12"))
        assert [answer.seq for answer in answers] == [1, 2]
        assert tries.count("1") == 1
        assert tries.count("2") == 3

    run(story)


def test_a_match_held_for_too_long_is_refused_as_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "RETRY_FOR_S", 0.05)

    async def story(writer: Writer) -> None:
        writer.answer = lambda _action: Refused(LOCKED, "", 503)
        answer = await writer.batcher.submit(submission("1"))
        assert isinstance(answer, Refused)
        assert (answer.code, answer.status) == ("busy", 503)

    run(story)


def test_a_database_that_is_away_refuses_the_batch_and_the_next_one_goes_on() -> None:
    async def story(writer: Writer) -> None:
        def away(_action: Submission) -> Any:
            raise Unavailable

        good, writer.answer = writer.answer, away
        answer = await writer.batcher.submit(submission("1"))
        assert isinstance(answer, Refused)
        assert answer.status == 503
        writer.answer = good
        assert (await writer.batcher.submit(submission("2"))).seq == 2

    run(story)


def test_a_bug_met_by_one_action_does_not_answer_for_the_others() -> None:
    async def story(writer: Writer) -> None:
        def answer(action: Submission) -> Any:
            if action.key == "2":
                raise ZeroDivisionError
            return accepted(action.key or "")

        writer.answer = answer
        first, two, three = await asyncio.gather(
            *(writer.batcher.submit(submission(k)) for k in "123"), return_exceptions=True
        )
        assert isinstance(first, Accepted)
        assert isinstance(two, ZeroDivisionError)
        assert isinstance(three, Accepted)

    run(story)


def test_too_many_waiting_are_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "MAX_WAITING", 2)

    async def story(writer: Writer) -> None:
        writer.gate.clear()
        waiting = [asyncio.create_task(writer.batcher.submit(submission(k))) for k in "123"]
        await asyncio.sleep(0.01)
        more = [asyncio.create_task(writer.batcher.submit(submission(k))) for k in "45"]
        await asyncio.sleep(0.01)
        writer.gate.set()
        answers = await asyncio.gather(*waiting, *more)
        assert [getattr(answer, "code", "") for answer in answers].count("busy") >= 1

    run(story)
