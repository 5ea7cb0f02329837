"""Redis dies and comes back: a process plays on, the other catches up, and nothing has to be started again."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from accounts.models import User
from games.live import bus, commit_hints
from games.live.app import LiveApplication
from tests.conftest import need
from tests.games.live.asgi import Stream, action_ids
from tests.games.live.house import House, running
from tests.games.services.tables import Sitting, sit
from tests.services.running import answers
from tests.services.servers import Redis

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def own_redis(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """A Redis that may be killed."""
    need("redis")
    with Redis() as redis:
        settings.REDIS_URL = redis.url
        monkeypatch.setattr(bus, "BACKOFF_S", (0.05,))
        yield redis


async def start_again(redis: Redis) -> None:
    redis.process.start()
    async with asyncio.timeout(10):
        while not answers(redis.port):
            await asyncio.sleep(0.02)


@dataclass
class Two:
    """Two live processes with a listener each; what is committed at one reaches the other by Redis, or by asking."""

    here: House
    there: House
    near: Stream
    far: Stream

    async def act(self, seat: str, kind: str) -> int:
        answer = await self.here.guest(seat).act(kind)
        assert answer.status == 200, answer.body
        return int(answer.json["view"]["seq"])

    async def both_see(self, seq: int) -> None:
        for client in (self.near, self.far):
            assert seq in action_ids(await client.until_view(seq, timeout=5))

    def only_by_redis(self) -> None:
        self.there.table.feed.poll = _nothing  # type: ignore[method-assign]


async def _nothing(_match_ids: object) -> None:
    return


async def _two(sitting: Sitting, users: dict[str, User], stack: AsyncExitStack) -> Two:
    apps = [await stack.enter_async_context(running(LiveApplication())) for _ in range(2)]
    here, there = (House(app, sitting, users) for app in apps)
    commit_hints.disconnect(there.table.feed)  # as if it were another process
    near = await stack.enter_async_context(here.guest("A").listen())
    far = await stack.enter_async_context(there.guest("B").listen())
    start = await here.seq()
    await near.until_view(start)
    await far.until_view(start)
    return Two(here, there, near, far)


def test_play_goes_on_without_redis_and_by_redis_again_when_it_is_back(own_redis: Redis) -> None:
    sitting = sit()
    users = {seat.seat: seat.player.user for seat in sitting.match.seats.all()}

    async def main() -> None:
        async with AsyncExitStack() as stack:
            two = await _two(sitting, users, stack)
            own_redis.process.kill()
            await two.both_see(await two.act("A", "ready"))
            await start_again(own_redis)
            await _until_heard(two)
            two.only_by_redis()
            await two.both_see(await two.act("B", "ready"))

    asyncio.run(main())


async def _until_heard(two: Two) -> None:
    """Both subscriptions stand again: what one says, the other hears."""
    heard = asyncio.Event()
    hint = two.there.table.feed.hint

    def noted(match_id: Any, seq: int) -> None:
        heard.set()
        hint(match_id, seq)

    two.there.table.feed.hint = noted  # type: ignore[method-assign]
    async with asyncio.timeout(10):
        while not heard.is_set():
            two.here.table.bus.publish(two.here.match.pk, 1)
            await asyncio.sleep(0.05)
    two.there.table.feed.hint = hint  # type: ignore[method-assign]


def test_what_elsewhere_says_to_a_redis_that_is_away_costs_one_short_wait(
    own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page or a task that plays in a process without live tables."""
    elsewhere = commit_hints._RedisPublisher()
    own_redis.process.kill()
    tries = []
    monkeypatch.setattr(commit_hints.logger, "warning", lambda *message: tries.append(message))
    for _ in range(20):
        elsewhere.publish("seq 0 1")
    assert len(tries) == 1
