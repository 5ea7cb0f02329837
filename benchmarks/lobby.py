"""The lobby with 1,000 open challenges and 5,000 people looking: when is an accepted one gone everywhere, and does a move wait?

Matches are played without readers, with them, and without them again, in the same run; all the time a challenge a second is
accepted by another process.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from typing import Any

import harness
import uvloop
from live import Stage, say, seated, stages
from live_players import Measured, Table, percentile, play_all

GONE = re.compile(rb'"gone":\["([0-9a-f-]{36})"')
REQUEST = b"GET /live/lobby?language=%b HTTP/1.1\r\nhost: bench\r\n\r\n"
LANGUAGES = (b"en", b"pl", b"et", b"fi", b"sr")
ARRIVING = 250
Accepted = tuple[str, float, int]
"""A challenge, when it was committed that somebody has it, and how many have it."""


class Reader(asyncio.Protocol):
    """An open page of the lobby: notes when a challenge left it."""

    def __init__(self, language: bytes) -> None:
        self._language = language
        self.gone: dict[str, float] = {}
        self.bytes = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(REQUEST % self._language)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        for result in GONE.finditer(data):
            self.gone.setdefault(result[1].decode(), time.time())


def main() -> int:
    quick = harness.asked_to_be_quick("The lobby: 1,000 challenges, 5,000 readers.")
    for stage in stages(quick):
        uvloop.run(measure(stage, quick))
    return 0


async def measure(stage: Stage, quick: bool) -> None:
    challenges, number, seconds = (100, 500, 5.0) if quick else (1000, 5000, 30.0)
    inside(stage, f"post({challenges})")
    tables = await seated(stage, 50 if quick else 200)
    await play_all(tables, 3.0, 1.0)
    before, _ = await play_and_accept(stage, tables, seconds)
    began = time.perf_counter()
    readers = await arrive(stage.port, number)
    opened = time.perf_counter() - began
    processor = stage.processor_s()
    during, accepted = await play_and_accept(stage, tables, seconds)
    core = 100 * (stage.processor_s() - processor) / during.seconds
    last = [max(reader.gone[number] for reader in readers) - at for number, at, _n in accepted]
    for reader in readers:
        reader.transport.close()
    await asyncio.sleep(2)
    after, _ = await play_and_accept(stage, tables, seconds)
    name = f"{stage.name}, {challenges} challenges, {number} readers"
    say(f"{name}: all streams are open after", opened, "s", "none", None)
    say(f"{name}: the last page without an accepted challenge, worst of {len(last)}", percentile(last, 1.0), "ms", "promise", 1000)  # fmt: skip
    say(f"{name}: who got a challenge that two pressed, at most", max(n for _i, _t, n in accepted), "players", "promise", 1)  # fmt: skip
    without = percentile([*before.answers, *after.answers], 0.99)
    say(f"{name}: a move, p99", percentile(during.answers, 0.99), "ms", "without readers", without)
    say(f"{name}: of one core, with {len(tables)} matches", core, "%", "none", None)
    for table in tables:
        table.leave()


async def play_and_accept(
    stage: Stage, tables: list[Table], seconds: float
) -> tuple[Measured, list[Accepted]]:
    """Moves of these matches, and the challenges accepted meanwhile by another process."""
    accepting = asyncio.create_task(asyncio.to_thread(inside, stage, f"accept({seconds})"))
    measured = await play_all(tables, seconds, 1.0)
    accepted = await accepting
    await asyncio.sleep(2)
    return measured, accepted


def inside(stage: Stage, call: str) -> list[Accepted]:
    """Runs a function of lobby_challenges in the site; its printed lines."""
    text = stage.site.shell(f"from benchmarks.lobby_challenges import *; {call}")
    return [json.loads(line) for line in text.splitlines() if line.startswith("[")]


async def arrive(port: int, number: int) -> list[Reader]:
    loop = asyncio.get_running_loop()
    readers: list[Reader] = []
    for start in range(0, number, ARRIVING):
        for index in range(start, min(start + ARRIVING, number)):
            language = LANGUAGES[index % len(LANGUAGES)]
            _, reader = await loop.create_connection(
                lambda name=language: Reader(name), "127.0.0.1", port
            )
            readers.append(reader)
        async with asyncio.timeout(60):
            while not all(reader.bytes for reader in readers):
                await asyncio.sleep(0.02)
    return readers


if __name__ == "__main__":
    sys.exit(main())
