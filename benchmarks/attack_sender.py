"""The attackers of benchmarks/attack.py: a process of its own, so that it takes nothing from the players' clocks.

What it must do comes as JSON on its input; what it was answered it says as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from collections import Counter
from typing import Any

from attack_bodies import Attackers, Sent

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
ANSWERED_S = 10.0
NOT_WHOLE_S = 0.02
CHUNK = 8
"""Requests that one flooder sends before it reads."""
Fields = dict[str, Any]


class Line:
    """One connection, made again when the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writer: asyncio.StreamWriter | None = None

    async def send(self, data: bytes) -> None:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(data)
        await self._writer.drain()

    async def answer(self, within_s: float, *, has_body: bool = True) -> str:
        """The status, `closed`, or `waits` when nothing came."""
        try:
            async with asyncio.timeout(within_s):
                head = await self._reader.readuntil(b"\r\n\r\n")
                if b" 100 " in head[:14]:
                    head = await self._reader.readuntil(b"\r\n\r\n")
                if b"text/event-stream" in head or b"connection: close" in head.lower():
                    self.hang_up()
                elif has_body and (matched := LENGTH.search(head)):
                    await self._reader.readexactly(int(matched[1]))
        except TimeoutError:
            self.hang_up()
            return "waits"
        return head[9:12].decode("latin-1")

    def hang_up(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
        self._writer = None

    async def ask(self, sent: Sent) -> str:
        try:
            await self.send(sent.data)
            within_s = ANSWERED_S if sent.whole else NOT_WHOLE_S
            answer = await self.answer(within_s, has_body=not sent.data.startswith(b"HEAD"))
        except (OSError, asyncio.IncompleteReadError):
            answer = "closed"
        if not sent.whole or answer == "closed":
            self.hang_up()
        return answer


async def bodies(orders: Fields) -> Fields:
    """So many malformed requests over several connections, at most so many a second and for so many seconds."""
    attackers = Attackers(orders["seed"], orders["made"])
    waiting, counts = attackers.requests(orders["number"]), Counter[str]()
    failed: list[str] = []
    began, sent_so_far = time.perf_counter(), 0

    async def attack() -> None:
        nonlocal sent_so_far
        line = Line(orders["port"])
        for sent in waiting:
            if time.perf_counter() - began > orders["seconds"]:
                return
            sent_so_far += 1
            early = began + sent_so_far / orders["rate"] - time.perf_counter()
            if early > 0:
                await asyncio.sleep(early)
            status = await line.ask(sent)
            counts[status] += 1
            if status[0] == "5" or (status == "waits" and sent.whole):
                failed.append(f"{status} {sent.data[:300]!r}")

    await asyncio.gather(*(attack() for _ in range(orders["lines"])))
    return {"counts": counts, "seconds": time.perf_counter() - began, "failed": failed[:5]}


async def flood(orders: Fields) -> Fields:
    """The same request as fast as it can be written; notes when the last answer came that was worth something."""
    request, counts = orders["request"].encode() * CHUNK, Counter[str]()
    began, last_good, first_cut = time.perf_counter(), 0.0, 0.0

    async def attack() -> None:
        nonlocal last_good, first_cut
        line = Line(orders["port"])
        while time.perf_counter() - began < orders["seconds"]:
            try:
                await line.send(request)
                for _ in range(CHUNK):
                    status = await line.answer(ANSWERED_S)
                    counts[status] += 1
                    if status != "429":
                        last_good = time.perf_counter() - began
                    if line._writer is None:
                        first_cut = first_cut or time.perf_counter() - began
                        break
            except (OSError, asyncio.IncompleteReadError):
                counts["closed"] += 1
                line.hang_up()

    await asyncio.gather(*(attack() for _ in range(orders["lines"])))
    return {"counts": counts, "last_good": last_good, "first_cut": first_cut}


async def hold(orders: Fields) -> Fields:
    """Open so many connections, say this on each, and count those still open after so long."""
    lines = []
    for _ in range(orders["number"]):
        reader, writer = await asyncio.open_connection("127.0.0.1", orders["port"])
        writer.write(orders["request"].encode())
        lines.append((reader, writer))
    counts: Counter[str] = Counter()
    if orders["request"].endswith("\r\n\r\n"):
        for reader, _writer in lines:
            counts[(await reader.readuntil(b"\r\n"))[9:12].decode()] += 1
    await asyncio.sleep(orders["seconds"])
    still = 0
    for reader, writer in lines:
        try:
            async with asyncio.timeout(0.002):
                while await reader.read(65536):
                    pass
        except TimeoutError:
            still += 1
        except OSError:
            pass
        writer.transport.abort()
    return {"counts": counts, "still": still}


if __name__ == "__main__":
    os.nice(
        10
    )  # attackers sit elsewhere: they shall not take the processor from server and players
    orders = json.load(sys.stdin)
    work = {"bodies": bodies, "flood": flood, "hold": hold}[orders["do"]]
    print(json.dumps(asyncio.run(work(orders))))
