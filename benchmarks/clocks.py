"""Flags with 10,000 running clocks: how long after a flag fell everybody is told. 500 ms of it is the grace.

Nobody plays; in one minute a tenth of the clocks runs out, in the next all the others, each by chance within it, and the
workers come by for them. On PostgreSQL it is announced when the hint is on Redis; in both shapes when a spectator's event stream brings it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import harness
import redis.asyncio
from live_players import in_turns, percentile, request

from tests.services import compose, installed
from tests.services.running import answers, free_port
from tests.services.servers import Postgres, Redis
from tests.services.topology import Embedded, Site

CHANNEL = "barpoint:live"
LIMIT_MS = 1000
LONGEST_WAIT_S = 20


@dataclass
class Size:
    """How many flags fall in each window, when the first begins, how long one is, how many matches are watched."""

    falling: list[int]
    lead_s: float
    window_s: float
    watched: int


FULL, QUICK = Size([1000, 9000], 180, 60, 500), Size([60, 540], 18, 4, 100)


class Watching(asyncio.Protocol):
    """A spectator's stream: when did it bring the flag?"""

    def __init__(self, asked: bytes) -> None:
        self._asked = asked
        self._last = b""
        self.flag_at: float | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        if self.flag_at is None and b'"kind":"flag"' in (self._last + data).replace(b": ", b":"):
            self.flag_at = time.time()
        self._last = data[-32:]


def main() -> int:
    quick = harness.asked_to_be_quick("Flags: how late they are announced.")
    size = QUICK if quick else FULL
    with on_sqlite() as (site, port):
        asyncio.run(measure("SQLite", site, port, size))
    if not (installed.postgres() and installed.redis()):
        print("PostgreSQL and Redis are not installed: only SQLite was measured.", file=sys.stderr)
        return 0
    with on_postgresql() as (site, port):
        asyncio.run(measure("PostgreSQL", site, port, size))
    return 0


@contextmanager
def on_sqlite() -> Iterator[tuple[Site, int]]:
    site = Embedded(DEMO="0")
    try:
        yield site, site.port
    finally:
        site.stop()


@contextmanager
def on_postgresql() -> Iterator[tuple[Site, int]]:
    with Postgres() as postgres, Redis() as redis:
        url, port = postgres.create_database("bench"), free_port()
        site = Site(DATABASE_URL=url, REDIS_URL=redis.url, BIND="127.0.0.1", LIVE_PORT=str(port))
        try:
            site.manage("migrate", "--noinput")
            for name in ("live", "worker", "clocks", "beat"):
                site.start(name, compose.command_of(name, site.env))
            site.processes["live"].wait_until(lambda: answers(port))
            yield site, port
        finally:
            site.stop()


async def measure(name: str, site: Site, port: int, size: Size) -> None:
    heard: dict[str, float] = {}
    listening = asyncio.create_task(_listen(site.env.get("REDIS_URL", ""), heard))
    made = await _ask(site, "make", size.falling, size.lead_s, size.window_s, size.watched)
    flags: dict[str, int] = made["flags"]
    streams = await _watch(port, made["tickets"])
    print(await _shell(site, "plan()"), file=sys.stderr)
    assert all(flags.values()), "making the clocks took longer than the first of them runs"
    first, last = min(flags.values()) / 1000, max(flags.values()) / 1000
    before = _processor_s(site)
    assert time.time() < first, "making the clocks took longer than the first of them runs"
    heard.clear()  # what was told of the players sitting down
    await asyncio.sleep(last - time.time())
    await _until(
        lambda: all(item.flag_at for item in streams.values()) and _all(heard, flags, name)
    )
    listening.cancel()
    each = (_processor_s(site) - before) / len(flags) * 1000
    begin = min(flags.values())
    for place, few in enumerate(size.falling):
        start = begin + place * size.window_s * 1000
        inside = {m for m, at in flags.items() if 0 <= at - start < size.window_s * 1000}
        text = f"{name}, {len(flags)} clocks, {few} flags in {size.window_s} s: announced"
        seen = [(item.flag_at, flags[m]) for m, item in streams.items() if m in inside]
        _say(f"{text} to a spectator", seen)
        if heard:
            _say(f"{text} on Redis", [(heard.get(match), flags[match]) for match in inside])
    harness.report(f"{name}: processor time a flag", each, "ms", peer="none", peer_value=None)
    end = await _ask(site, "check", flags)
    harness.report(
        f"{name}: flags dated when they fell", end["right"], "", peer="all", peer_value=len(flags)
    )
    assert not end["wrong"], end["wrong"]
    for stream in streams.values():
        stream.transport.close()


async def _listen(url: str, heard: dict[str, float]) -> None:
    """When the first hint of each match came over the bus."""
    if not url:
        return
    pubsub = redis.asyncio.from_url(url, socket_timeout=None).pubsub()
    await pubsub.subscribe(CHANNEL)
    async for message in pubsub.listen():
        if message["type"] == "message" and message["data"].startswith(b"seqs "):
            for hint in message["data"].decode().split()[2:]:
                heard.setdefault(str(UUID(hint.partition("=")[0])), time.time())


async def _watch(port: int, tickets: dict[str, str]) -> dict[str, Watching]:
    loop = asyncio.get_running_loop()

    async def watch(match: str, ticket: str) -> tuple[str, Watching]:
        asked = request("GET", {"match": match, "spectator": ticket}, "spectator", "stream")
        _, watching = await loop.create_connection(lambda: Watching(asked), "127.0.0.1", port)
        return match, watching

    return dict(await in_turns([lambda m=m, t=t: watch(m, t) for m, t in tickets.items()]))  # type: ignore[misc]


def _all(heard: dict[str, float], flags: dict[str, int], name: str) -> bool:
    return name == "SQLite" or flags.keys() <= heard.keys()


async def _until(done: Any) -> None:
    """A match that was not announced by then counts as announced now, later than any promise allows."""
    end = time.time() + LONGEST_WAIT_S
    while not done() and time.time() < end:
        await asyncio.sleep(0.1)


def _processor_s(site: Site) -> float:
    """Of all processes of the site, without the database."""
    ticks = 0
    for process in site.processes.values():
        stat = Path(f"/proc/{process.child.pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(stat[11]) + int(stat[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def _ask(site: Site, name: str, *given: Any) -> Any:
    """The JSON that a function of clock_matches prints; what it is given goes by a file, it may be long."""
    text = Path(site.folder) / "given.json"
    text.write_text(json.dumps(given))
    out = await _shell(site, f"import json; {name}(*json.load(open({str(text)!r})))")
    return json.loads(out.splitlines()[-1])


async def _shell(site: Site, code: str) -> str:
    code = f"from benchmarks.clock_matches import *; {code}"
    return await asyncio.to_thread(site.shell, code)


def _say(figure: str, moments: list[tuple[float | None, int]]) -> None:
    late = [(text or time.time()) - at / 1000 for text, at in moments]
    for share in (0.5, 0.99, 1.0):
        limit = LIMIT_MS if share == 0.99 else None
        name = f"{figure}, {'slowest' if share == 1 else f'p{share * 100:g}'}"
        peer = "promise" if limit else "none"
        harness.report(name, percentile(late, share), "ms", peer=peer, peer_value=limit)


if __name__ == "__main__":
    sys.exit(main())
