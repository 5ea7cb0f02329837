"""Who comes while benchmarks/soak.py runs: pairs that play match after match, spectators who come and go, readers of pages."""

from __future__ import annotations

import asyncio
import random
import subprocess
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import orjson
from live_apart import Apart
from live_players import Made, Measured, listen

from tests.services.topology import BIN, ROOT, Processes

THINK_S = 1.0
WATCHES_S = (20.0, 60.0)
READS_EVERY_S = 0.25
PATIENCE_S = 20.0
AT_ONCE = 50
PAGES = (
    "/", "/tournaments/", "/watch/", "/players/", "/matches/{match}/", "/tv/", "/dice/",
    "/matches/{match}/dice/", "/accounts/login/", "/api/v1/tournaments", "/api/v1/matches",
    "/matches/{ended}/review/", "/api/v1/matches/{match}/actions", "/matches/{ended}/dice.json",
)  # fmt: skip
TROUBLE = (OSError, RuntimeError, ValueError, LookupError, TimeoutError)


class Maker:
    """A process inside Django that makes matches; those who want one at the same time are served together."""

    def __init__(self, site: Processes, pairs: int) -> None:
        code = f"from benchmarks.soak_matches import serve; serve({pairs})"
        self._child = subprocess.Popen(
            [str(BIN / "python"), "manage.py", "shell", "--no-imports", "-c", code],
            cwd=ROOT, env=site.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._asked: dict[int, asyncio.Future[Made]] = {}

    async def match(self, pair: int) -> Made:
        self._asked[pair] = asyncio.get_running_loop().create_future()
        return await self._asked[pair]

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            asked = dict(list(self._asked.items())[:AT_ONCE])
            if not asked:
                await asyncio.sleep(0.1)
                continue
            for pair in asked:
                del self._asked[pair]
            made = await asyncio.to_thread(self._make, list(asked))
            for future, item in zip(asked.values(), made, strict=True):
                if not future.done():
                    future.set_result(item)

    def stop(self) -> None:
        self._child.kill()
        self._child.wait(10)

    def _make(self, pairs: list[int]) -> list[Made]:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(" ".join(map(str, pairs)) + "\n")
        self._child.stdin.flush()
        made: list[Made] = orjson.loads(self._child.stdout.readline())
        return made


@dataclass
class Crowd:
    """Everybody, and what they saw since it was last asked for."""

    site: Processes
    maker: Maker
    measured: Measured = field(default_factory=Measured)
    ended: int = 0
    pages: Counter[int] = field(default_factory=Counter)
    page_s: list[float] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)
    match: str = ""
    ended_match: str = ""

    @property
    def port(self) -> int:
        return self.site.ports["live"]

    async def run(self, pairs: int, seconds: float) -> None:
        until = time.perf_counter() + seconds
        making = asyncio.create_task(self.maker.run())
        try:
            playing = [self._pair(number, pairs, until) for number in range(pairs)]
            await asyncio.gather(self._read(until), *playing)
        finally:
            making.cancel()

    async def _pair(self, number: int, pairs: int, until: float) -> None:
        """One match after the other; the first is begun at a moment of its own."""
        await asyncio.sleep(max(10.0, pairs / 50) * number / pairs)
        while time.perf_counter() < until:
            made = await self.maker.match(number)
            table = Apart((self.port, self.port), made)
            watching = asyncio.create_task(self._watch(made))
            try:
                await table.sit_down()
                self.match = made["match"]
                await table.play(until, THINK_S, self.measured)
                if time.perf_counter() < until:
                    self.ended += 1
                    self.ended_match = made["match"]
            except TROUBLE as error:
                self.troubles[f"at a table: {error}"[:120]] += 1
            finally:
                watching.cancel()
                with suppress(AttributeError, KeyError):
                    table.leave()

    async def _watch(self, made: Made) -> None:
        """A spectator, and another when that one leaves."""
        while True:
            try:
                listening = await listen(self.port, made, "spectator0")
            except OSError as error:
                self.troubles[f"watching: {error}"[:120]] += 1
                await asyncio.sleep(1)
                continue
            try:
                await asyncio.sleep(random.uniform(*WATCHES_S))
                if not listening.bytes:
                    self.troubles["watching: nothing came"] += 1
            finally:
                listening.transport.close()

    async def _read(self, until: float) -> None:
        """Pages, one after the other."""
        number = 0
        while time.perf_counter() < until:
            await asyncio.sleep(READS_EVERY_S)
            if not self.ended_match and "{ended}" in PAGES[number % len(PAGES)]:
                number += 1
            page = PAGES[number % len(PAGES)].format(match=self.match, ended=self.ended_match)
            number += 1
            began = time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE_S):
                    self.pages[await self._status(page)] += 1
                self.page_s.append(time.perf_counter() - began)
            except TROUBLE as error:
                self.troubles[f"reading {PAGES[(number - 1) % len(PAGES)]}: {error}"[:120]] += 1

    async def _status(self, page: str) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.site.ports["web"])
        try:
            asked = f"GET {page} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
            writer.write(asked.encode())
            return int((await reader.read())[9:12])
        finally:
            writer.close()
