"""Open pages of the lobby, for benchmarks/lobby.py: `lobby_readers.py PORT NUMBER`.

A process of its own with the lowest priority, because real readers have machines of their own: they must not take the time of the
players, whose answers are measured. It prints how long it took to open all streams. When its standard input ends it prints, by
challenge, when the last page lost it (seconds since the epoch), and when every page had lost it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from typing import Any

import uvloop

GONE = re.compile(rb'"gone":\["([0-9a-f-]{36})"')
REQUEST = b"GET /live/lobby?language=%b HTTP/1.1\r\nhost: bench\r\n\r\n"
LANGUAGES = (b"en", b"pl", b"et", b"fi", b"sr")
ARRIVING = 250


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


async def read(port: int, number: int) -> None:
    began = time.perf_counter()
    readers = await arrive(port, number)
    os.nice(19)  # from now on: opening is not what is measured
    print(json.dumps(time.perf_counter() - began), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    challenges = {challenge for reader in readers for challenge in reader.gone}
    last = {
        challenge: max(reader.gone[challenge] for reader in readers)
        for challenge in challenges
        if all(challenge in reader.gone for reader in readers)
    }
    print(json.dumps(last), flush=True)


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
    uvloop.run(read(int(sys.argv[1]), int(sys.argv[2])))
