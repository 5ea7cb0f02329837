"""kill -9 at random while tournaments change: webhooks, channels and event streams lose nothing and double nothing.

On PostgreSQL it kills streams, live, web, worker, beat, Redis and PostgreSQL; on SQLite the one process of the site. Readers of
three event streams come back with `Last-Event-ID`, and so does a login that listens to `/live/me`. At the end a checker
compares what arrived with the database. A webhook may come again after a kill, with the same id and the same body; a Matrix
message comes again with the same transaction, so its server shows it once; ntfy knows no such number.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import crash_events_inside as inside
import harness
import receivers
from crash_inside import patiently
from crash_players import TROUBLE

from tests.services import installed
from tests.services.supervised import Supervised
from tests.services.topology import Embedded, serves

T = TypeVar("T")
TARGETS = {
    "PostgreSQL": ("streams", "live", "web", "worker", "beat", "redis", "postgres"),
    "SQLite": ("site",),
}
CHANGE_EVERY_S = 0.25
STUCK_S = 240.0
"""What is owed is stuck when none of it was sent for so long. The claims of a worker that was killed lapse after two minutes."""
PATIENCE_S = 20.0


@dataclass
class Reader:
    """One event stream over all its connections. `places` are those of the events that it was sent."""

    port: int
    path: str
    headers: str = ""
    last: str = ""
    begins_after: int | None = None
    places: list[int] = field(default_factory=list)
    resets: int = 0
    connections: int = 0
    unread: int = -1
    marks: dict[str, list[int]] = field(default_factory=dict)

    async def run(self) -> None:
        while True:
            with suppress(*TROUBLE):
                await self._connect()
            await asyncio.sleep(random.uniform(0.05, 0.3))

    async def _connect(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        try:
            resume = f"last-event-id: {self.last}\r\n" if self.last else ""
            head = f"GET {self.path} HTTP/1.1\r\nhost: localhost\r\n{self.headers}{resume}\r\n"
            writer.write(head.encode())
            async with asyncio.timeout(PATIENCE_S):
                answer = await reader.readuntil(b"\r\n\r\n")
            if answer[9:12] != b"200":
                return
            self.connections += 1
            data = b""
            while True:
                async with asyncio.timeout(PATIENCE_S):  # a comment comes every fifteen seconds
                    size = int(await reader.readuntil(b"\r\n"), 16)
                    data += (await reader.readexactly(size + 2))[:-2]
                if not size:
                    return
                *events, data = data.split(b"\n\n")
                for event in events:
                    self._take(event.decode())
        finally:
            writer.close()

    def _take(self, text: str) -> None:
        fields = dict(line.partition(": ")[::2] for line in text.splitlines())
        name = fields.get("event")
        if name is None:
            return
        self.last = fields.get("id", self.last)
        if name == "reset":
            self.resets += 1
        elif name == "position":
            self.begins_after = int(self.last)
        elif self.path == "/live/me":
            mark, _dash, number = self.last.partition("-")
            self.marks.setdefault(mark, []).append(int(number))
            data = json.loads(fields["data"])
            self.unread = {"state": data.get("unread"), "unread": data.get("count")}.get(
                name, self.unread
            )
        else:
            self.places.append(int(self.last))

    def faults(self, published: list[int]) -> Iterator[str]:
        """Every event once, in order, without a gap, since its first connection."""
        after = self.begins_after or 0
        owed = [place for place in published if place > after]
        if self.places != owed:
            lost = sorted(set(owed) - set(self.places))
            twice = len(self.places) - len(set(self.places))
            yield f"{self.path}: {len(lost)} of {len(owed)} never came ({lost[:5]}), {twice} twice"
        if self.resets:
            yield f"{self.path}: began anew {self.resets} times"

    def login_faults(self, unread: int) -> Iterator[str]:
        """Numbers follow each other under each mark, and the last state is right."""
        for mark, numbers in self.marks.items():
            if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
                yield f"/live/me: {mark} has {numbers[:20]}"
        if self.unread != unread:
            yield f"/live/me: {self.unread} unread, the database has {unread}"


class Killed(Embedded):
    """The embedded shape, started again as soon as it answers to a kill."""

    ports: dict[str, int]

    def crash(self, name: str) -> float:
        at = time.time()
        self.kill(name)
        self.processes[name].start()
        return at


@dataclass
class Drill:
    """A site, and what happens to it."""

    site: Any
    shape: str
    port: int
    arrivals: Path
    kills: int
    every_s: float
    chance: random.Random
    changes: int = 0
    settled_s: float = 0.0
    killed: dict[str, int] = field(default_factory=dict)

    async def run(self, origin: str) -> int:
        self.database = ThreadPoolExecutor(1)
        loop = asyncio.get_running_loop()
        scene = await loop.run_in_executor(self.database, inside.prepare, origin)
        readers = [
            Reader(self.port, f"/live/events/{name}")
            for name in scene.streams.values()
            for _ in "ab"
        ]
        login = Reader(self.port, "/live/me", f"authorization: Token {scene.token}\r\n")
        listening = [asyncio.create_task(each.run()) for each in (*readers, login)]
        while any(each.begins_after is None for each in readers) or login.unread < 0:
            await asyncio.sleep(0.1)
        changing = asyncio.create_task(self._change(scene))
        await asyncio.sleep(2)
        await self._kill()
        changing.cancel()
        await asyncio.gather(changing, return_exceptions=True)
        unread = await self._settle(scene, readers, login)
        for task in listening:
            task.cancel()
        faults = list(login.login_faults(unread))
        for topic, name in scene.streams.items():
            published = await self._inside(inside.published, topic)
            for each in readers:
                if each.path == f"/live/events/{name}":
                    faults += each.faults(published)
        arrived = await self._inside(inside.reckon, self.arrivals, self.changes)
        self._report(arrived, readers, login, faults + arrived.faults)
        return len(faults + arrived.faults)

    async def _inside(self, call: Callable[..., T], *args: Any) -> T:
        """In the thread of the database, again until it answers."""
        loop = asyncio.get_running_loop()
        while True:
            answer = await loop.run_in_executor(self.database, patiently, call, *args)
            if answer is not None:
                return answer
            await asyncio.sleep(0.2)

    async def _change(self, scene: inside.Scene) -> None:
        """What fails for want of the database is tried as another change: nobody knows whether it was committed."""
        loop, number = asyncio.get_running_loop(), 0
        while True:
            number += 1
            await asyncio.shield(
                loop.run_in_executor(self.database, patiently, inside.change, scene, number)
            )
            await asyncio.sleep(CHANGE_EVERY_S)

    async def _kill(self) -> None:
        targets = [TARGETS[self.shape][n % len(TARGETS[self.shape])] for n in range(self.kills)]
        self.chance.shuffle(targets)
        for number, target in enumerate(targets):
            await asyncio.to_thread(self._wait_until_up)
            await asyncio.to_thread(self.site.crash, target)
            self.killed[target] = self.killed.get(target, 0) + 1
            if number % 10 == 9:
                print(f"{number + 1} kills, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
            await asyncio.sleep(self.every_s * self.chance.uniform(0.3, 1.7))

    def _wait_until_up(self) -> None:
        """A site of one process is killed while it does something. The processes are also killed while others start."""
        until = time.monotonic() + PATIENCE_S
        while self.shape == "SQLite" and time.monotonic() < until:
            if serves(self.port, "/live/readyz"):
                return
            time.sleep(0.1)

    async def _settle(self, scene: inside.Scene, readers: list[Reader], login: Reader) -> int:
        """Until nothing is owed and every reader has the last event, or nothing comes any more; the unread notifications."""
        began = moved_at = time.monotonic()
        fewest: tuple[int, int] | None = None
        while time.monotonic() - moved_at < STUCK_S:
            await asyncio.sleep(2)
            left, unread = (
                await self._inside(inside.left),
                await self._inside(inside.unread, scene.user),
            )
            last = await self._inside(inside.newest, "site")
            behind = [
                each.path for each in readers if "site" in each.path and each.last != str(last)
            ]
            print(f"settling: {left} owed, {len(behind)} behind", file=sys.stderr)
            if fewest is None or (left, len(behind)) < fewest:
                fewest, moved_at = (left, len(behind)), time.monotonic()
            if not left and not behind and login.unread == unread:
                break
        self.settled_s = time.monotonic() - began
        self.changes = await self._inside(inside.entries)
        return unread

    def _report(
        self, arrived: inside.Arrived, readers: list[Reader], login: Reader, faults: list[str]
    ) -> None:
        name = f"{self.shape}, {sum(self.killed.values())} kills"
        for what, value in (
            ("changes", self.changes),
            ("messages to webhooks and channels", arrived.messages),
            ("webhooks that came again, with the same id", arrived.webhooks_again),
            ("Matrix messages that came again, with the same transaction", arrived.matrix_again),
            ("ntfy messages that came again", arrived.ntfy_again),
            (
                "connections of 6 readers of event streams",
                sum(each.connections for each in readers),
            ),
            ("events that they were sent", sum(len(each.places) for each in readers)),
            ("connections to /live/me", login.connections),
        ):
            harness.report(f"{name}: {what}", value, "", peer="none", peer_value=None)
        what = f"{name}: after the last kill, nothing was owed any more after"
        harness.report(what, round(self.settled_s), "s", peer="none", peer_value=None)
        harness.report(f"{name}: faults", len(faults), "", peer="limit", peer_value=0)
        print("\n".join(faults[:30]), file=sys.stderr)
        print(f"killed: {self.killed}", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="10 kills a shape")
    parser.add_argument("--kills", type=int, help="a shape (70)")
    parser.add_argument("--every", type=float, help="seconds between kills, about")
    parser.add_argument("--shape", choices=list(TARGETS), help="this one alone")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    options = parser.parse_args()
    kills = options.kills or (10 if options.quick else 70)
    if options.shape is None:  # Django knows one database a process
        own = [sys.executable, __file__, "--kills", str(kills), "--seed", str(options.seed)]
        return max(
            subprocess.run([*own, "--shape", shape], check=False).returncode for shape in TARGETS
        )
    if options.shape == "PostgreSQL" and not (installed.postgres() and installed.redis()):
        print("Needs PostgreSQL and Redis.", file=sys.stderr)
        return 0
    print(f"seed {options.seed}", file=sys.stderr, flush=True)
    every = options.every or 2.0
    with (
        receivers.running("drill") as service,
        begun(options.shape, service.python_path) as (site, port),
    ):
        inside.enter(site.env)
        chance = random.Random(options.seed)
        drill = Drill(site, options.shape, port, service.arrivals, kills, every, chance)
        return 1 if asyncio.run(drill.run(service.origin)) else 0


@contextmanager
def begun(shape: str, python_path: str) -> Iterator[tuple[Any, int]]:
    """A site, and the port of its event streams."""
    settings = {
        "LOG_LEVEL": "WARNING",
        "EMAIL_URL": "dummymail://",
        "PYTHONPATH": python_path,
    }
    site = Killed(**settings) if shape == "SQLite" else Supervised(streams=True, **settings)
    try:
        port = site.port if shape == "SQLite" else site.ports["streams"]
        while not serves(port, "/live/readyz"):
            time.sleep(0.1)
        yield site, port
    finally:
        site.stop()


if __name__ == "__main__":
    sys.exit(main())
