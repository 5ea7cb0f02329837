"""What the bus loses is asked for: every listener sees every action once and in order all the same."""

import asyncio
from random import Random
from typing import Any
from uuid import UUID

import pytest

from games.live.bus import LocalBus
from tests.games.live.asgi import Stream, action_ids
from tests.games.live.rooms import MATCH, House

LENGTH = 300


class Lossy(LocalBus):
    """From one feed to another, but for a share of the messages; some come late, and twice."""

    def __init__(self, there: House, share: float) -> None:
        self.there, self.share, self.chance = there, share, Random(5)
        self.lost = 0
        self.late: list[int] = []

    def publish(self, match_id: UUID, seq: int) -> None:
        if self.chance.random() < self.share:
            self.lost += 1
            return
        if self.chance.random() < 0.1:
            self.late.append(seq)
            return
        for item in [seq, *self.late]:
            self.there.feed.hint(match_id, item)
        self.late.clear()


def two(share: float) -> tuple[House, House, Lossy]:
    """Two processes on one log, and what carries hints from the first to the second."""
    here = House(3)
    there = House(3, here.log)
    bus = Lossy(there, share)
    here.feed._bus = bus
    return here, there, bus


async def seen(client: Stream, until: int) -> list[int | None]:
    return action_ids(await client.until_view(until))


async def play(here: House, there: House, *, asks: bool) -> None:
    for number in range(LENGTH):
        here.commit()
        here.feed.log_grew([(MATCH, len(here.log.rows))])
        await asyncio.sleep(0)
        if asks and number % 20 == 0:  # what happens each second
            await there.feed.poll()


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_both_processes_show_everything_once_in_order(share: float) -> None:
    async def main() -> None:
        here, there, bus = two(share)
        async with here.listen() as near, there.listen() as far, there.listen(after=2) as later:
            for client in (near, far):
                assert await seen(client, 3) == [1, 2, 3]
            await play(here, there, asks=True)
            await there.feed.poll()
            whole = [*range(4, 4 + LENGTH)]
            assert await seen(near, 3 + LENGTH) == whole
            assert await seen(far, 3 + LENGTH) == whole
            assert await seen(later, 3 + LENGTH) == [3, *whole]
        assert bool(bus.lost) == bool(share)

    asyncio.run(main())


def test_without_the_question_each_second_what_is_lost_last_stays_unseen() -> None:
    """The control: it is the asking that mends it."""

    async def main() -> None:
        here, there, _bus = two(1.0)
        async with there.listen() as far:
            await seen(far, 3)
            await play(here, there, asks=False)
            with pytest.raises(TimeoutError):
                await far.event(0.2)
            await there.feed.poll()
            assert await seen(far, 3 + LENGTH) == [*range(4, 4 + LENGTH)]

    asyncio.run(main())


def test_a_hint_of_what_is_not_committed_yet_shows_nothing() -> None:
    async def main() -> None:
        here, there, _bus = two(0.0)
        async with there.listen() as far:
            await seen(far, 3)
            there.feed.hint(MATCH, 9)
            with pytest.raises(TimeoutError):
                await far.event(0.1)
            here.commit()
            await there.feed.poll()
            assert await seen(far, 4) == [4]

    asyncio.run(main())


def test_messages_of_another_release_are_passed_over(monkeypatch: Any) -> None:
    from games.live.bus import deliver

    heard: list[Any] = []

    class Subscriber:
        def hint(self, *arguments: Any) -> None:
            heard.append(arguments)

        received_presence = hint_side_channel = hint

    for text in ("", "seq", "later 1 2 3", "at x", "seqs"):
        deliver(Subscriber(), text, "me")
    assert heard == []
