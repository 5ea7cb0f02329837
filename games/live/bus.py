"""Hints between processes: a match's log has grown to `seq`, somebody is at a table. All may be lost.

Whoever listens reads the log; a lost hint costs the second until the feed asks the database. In one
process the hint goes to the loop of the live application; between processes it goes through Redis.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol
from uuid import UUID

import redis.asyncio
from redis.exceptions import RedisError

from games.live.presence import Presence

logger = logging.getLogger(__name__)

CHANNEL = "barpoint:live"
FLUSH_EVERY_S = 0.002
PING_EVERY_S = 10.0
BACKOFF_S = (0.2, 0.5, 1.0, 2.0, 5.0)


class Subscriber(Protocol):
    """Who receives the messages of other processes; called on the loop."""

    def hint(self, match_id: UUID, seq: int) -> None: ...

    def received_presence(self, process: str, match_id: UUID, presence: Presence) -> None: ...

    def hint_side_channel(self, match_id: UUID) -> None: ...


class Bus(Protocol):
    """Publishing never blocks and never fails."""

    async def start(self, subscriber: Subscriber) -> None: ...

    def publish(self, match_id: UUID, seq: int) -> None: ...

    def publish_presence(self, match_id: UUID, presence: Presence) -> None: ...

    def publish_side_channel(self, match_id: UUID) -> None: ...

    async def stop(self) -> None: ...


class LocalBus:
    """No other process listens: what this one commits, its own feed already knows."""

    async def start(self, subscriber: Subscriber) -> None:
        return

    def publish(self, match_id: UUID, seq: int) -> None:
        return

    def publish_presence(self, match_id: UUID, presence: Presence) -> None:
        return

    def publish_side_channel(self, match_id: UUID) -> None:
        return

    async def stop(self) -> None:
        return


def hints_text(process: str, hints: Iterable[tuple[UUID, int]]) -> str:
    """Many at once: Redis and the listening processes handle messages one by one."""
    return " ".join(["seqs", process, *(f"{match_id.hex}={seq}" for match_id, seq in hints)])


def side_channel_text(match_id: UUID) -> str:
    return f"aside {match_id.hex}"


def presences_text(process: str, presences: Iterable[tuple[UUID, Presence]]) -> str:
    """Many at once, as hints are: every table is published again and again."""
    return " ".join(
        [
            "tables",
            process,
            *(f"{match_id.hex}={p.a:d},{p.b:d},{p.spectators}" for match_id, p in presences),
        ]
    )


def deliver(subscriber: Subscriber, text: str, me: str) -> None:
    """Hand a message on. What cannot be read (another release's) is skipped."""
    match text.split(" "):
        case ["seqs", process, *hints]:
            if process != me:  # what this process committed its feed knows
                for hint in hints:
                    match_hex, _equals, seq = hint.partition("=")
                    subscriber.hint(UUID(match_hex), int(seq))
        case ["aside", match_hex]:
            subscriber.hint_side_channel(UUID(match_hex))
        case ["tables", process, *tables]:
            if process != me:
                for table in tables:
                    match_hex, _equals, present = table.partition("=")
                    a, b, spectators = present.split(",")
                    presence = Presence(a == "1", b == "1", int(spectators))
                    subscriber.received_presence(process, UUID(match_hex), presence)
        case _:
            logger.debug("redis bus: skipped %r", text)


class RedisBus:
    """One subscription and one publisher a process. Without Redis it keeps trying and stays silent."""

    def __init__(self, url: str, process: str) -> None:
        # A reader waits for minutes between messages: redis-py's 5 s socket timeout must not end it.
        self._redis = redis.asyncio.from_url(
            url, socket_timeout=None, socket_connect_timeout=2, max_connections=8
        )
        self._process = process
        self._pending: dict[UUID, int] = {}
        self._presences: dict[UUID, Presence] = {}
        self._side_channels: set[UUID] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, subscriber: Subscriber) -> None:
        self._tasks = [
            asyncio.create_task(self._keep("listen", lambda: self._listen(subscriber))),
            asyncio.create_task(self._keep("publish", self._flush)),
        ]

    def publish(self, match_id: UUID, seq: int) -> None:
        """Only the newest seq of a match is kept, so an absent Redis fills no memory."""
        self._pending[match_id] = max(seq, self._pending.get(match_id, 0))
        self._wake.set()

    def publish_presence(self, match_id: UUID, presence: Presence) -> None:
        self._presences[match_id] = presence
        self._wake.set()

    def publish_side_channel(self, match_id: UUID) -> None:
        self._side_channels.add(match_id)
        self._wake.set()

    async def stop(self) -> None:
        """Cancel until they end: a library that is just done may swallow one cancellation."""
        running = set(self._tasks)
        while running:
            for task in running:
                task.cancel()
            _done, running = await asyncio.wait(running, timeout=0.2)
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        failures = 0
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await work()
            except (RedisError, OSError, TimeoutError, ValueError) as error:
                if asyncio.get_running_loop().time() - began > PING_EVERY_S:
                    failures = 0
                pause = BACKOFF_S[min(failures, len(BACKOFF_S) - 1)]
                failures += 1
                logger.warning("redis bus (%s): %s; again in %s s", name, error, pause)
                await asyncio.sleep(pause)

    async def _listen(self, subscriber: Subscriber) -> None:
        pubsub = self._redis.pubsub()
        try:
            await pubsub.subscribe(CHANNEL)
            silent = False
            while True:
                message = await pubsub.get_message(timeout=PING_EVERY_S)
                if message is None:
                    if silent:
                        raise TimeoutError("no answer to a ping")
                    silent = True
                    await pubsub.ping()
                    continue
                silent = False
                if message["type"] == "message":
                    deliver(subscriber, message["data"].decode(), self._process)
        finally:
            with suppress(RedisError, OSError):
                await pubsub.aclose()

    async def _flush(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(FLUSH_EVERY_S)
            self._wake.clear()
            pending, self._pending = self._pending, {}
            presences, self._presences = self._presences, {}
            side_channels, self._side_channels = self._side_channels, set()
            texts = [hints_text(self._process, pending.items())] if pending else []
            texts += [presences_text(self._process, presences.items())] if presences else []
            texts += [side_channel_text(match_id) for match_id in side_channels]
            async with self._redis.pipeline(transaction=False) as pipe:
                for text in texts:
                    pipe.publish(CHANNEL, text)
                async with asyncio.timeout(2):
                    await pipe.execute()


def bus_for(redis_url: str, process: str) -> Bus:
    return RedisBus(redis_url, process) if redis_url else LocalBus()
