"""10,000 connections listen to the events of one tournament: how long after the commit has each read a change?

What event_streams.py measures inside the process is measured over sockets here: the server of the site and the listeners, which are
processes of their own, on the same cores. On PostgreSQL it is the process `streams` alone, on SQLite the one process of `make run`.
Some listeners read nothing; the others must not wait for them.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import harness
import uvloop
from event_streams import APART_S, BOUND_MS, CHANGES, READERS
from live import on_sqlite
from postgres_site import asked_shapes
from process_figures import descendants, processor_s, used_s

from tests.services import compose, servers
from tests.services.running import free_port
from tests.services.servers import Postgres, Redis
from tests.services.topology import Site, serves

EACH = 2500
"""So many connections a process of listeners."""
SLEEPERS = 50
"""So many more connections read nothing after their first event."""
SPARE = 200
ARRIVING = 100
CHANGE = Path(__file__).with_name("event_streams.py")
BEGIN = """
from accounts.services.logins import create_login
from tournaments.setup.services import lifecycle
boss = create_login("organizer", "organizer@example.org", "!")
made = lifecycle.create(organizer=boss, name="Open", lengths=[3], clock=None)
lifecycle.open_entry(made.pk, by=None)
"""
REQUEST = b"GET /live/events/tournament/open HTTP/1.1\r\nhost: bench\r\n\r\n"


class Listener(asyncio.Protocol):
    """One open stream: notes when it has read which event."""

    def __init__(self, seen: dict[int, list[float]], *, sleeps: bool) -> None:
        self._seen, self._sleeps = seen, sleeps
        self.is_served = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(REQUEST)

    def data_received(self, data: bytes) -> None:
        now = time.time()
        place = data.find(b"id: ")
        while place >= 0:
            self.is_served = True
            number = int(data[place + 4 : data.index(b"\n", place)])
            self._seen.setdefault(number, []).append(now)
            place = data.find(b"id: ", place + 4)
        if self.is_served and self._sleeps:
            self.transport.pause_reading()


async def listen(port: int, number: int, sleepers: int) -> None:
    """In a process of its own: open so many connections, and print what each has read once the input ends."""
    seen: dict[int, list[float]] = {}
    loop = asyncio.get_running_loop()
    listeners = []
    for index in range(number + sleepers):
        mine = {} if index >= number else seen
        _, listener = await loop.create_connection(
            lambda mine=mine, sleeps=index >= number: Listener(mine, sleeps=sleeps),
            "127.0.0.1",
            port,
        )
        listeners.append(listener)
        while index % ARRIVING == 0 and not listener.is_served:
            await asyncio.sleep(0.005)
    while not all(listener.is_served for listener in listeners):
        await asyncio.sleep(0.05)
    print("listening", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(seen), flush=True)


@contextmanager
def on_postgresql() -> Iterator[tuple[Site, int]]:
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on")
    with Postgres() as postgres, Redis() as redis:
        port = free_port()
        site = Site(
            DATABASE_URL=postgres.create_database("bench"),
            REDIS_URL=redis.url,
            BIND="127.0.0.1",
            STREAMS_PORT=str(port),
        )
        try:
            site.manage("migrate", "--noinput")
            running = site.start("streams", compose.command_of("streams", site.env))
            running.wait_until(lambda: serves(port, "/live/readyz"))
            yield site, port
        finally:
            site.stop()


@contextmanager
def on_sqlite_alone() -> Iterator[tuple[Site, int]]:
    with on_sqlite(1) as stage:
        yield stage.site, stage.port


SHAPES = {"SQLite": on_sqlite_alone, "PostgreSQL": on_postgresql}


def main() -> int:
    if len(sys.argv) == 5 and sys.argv[1] == "listen":
        uvloop.run(listen(*map(int, sys.argv[2:])))
        return 0
    is_quick, shapes = asked_shapes(__doc__, SHAPES, quick="1,000 connections")
    wanted = 1000 if is_quick else READERS
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the site inherits it
    number = min(wanted, hard - SLEEPERS - SPARE)
    if number < wanted:
        print(f"a process may open {hard} files: {number} connections", file=sys.stderr)
    for shape in shapes:
        with SHAPES[shape]() as (site, port):
            site.shell(BEGIN)
            measure(shape, site, port, number)
    return 0


def measure(shape: str, site: Site, port: int, number: int) -> None:
    readers = []
    for first in range(0, number, EACH):
        many, sleepers = min(EACH, number - first), 0 if first else SLEEPERS
        command = [sys.executable, __file__, "listen", str(port), str(many), str(sleepers)]
        readers.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
    for reader in readers:
        assert reader.stdout is not None
        assert reader.stdout.readline() == b"listening\n"
    pids = [running.child.pid for running in site.processes.values()]
    began = {"site": used_by(pids), "listeners": used_by([reader.pid for reader in readers])}
    env = site.env | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, str(CHANGE), "change", str(APART_S)],
        env=env,
        stdout=subprocess.PIPE,
        check=True,
    )
    committed: list[float] = json.loads(done.stdout)
    took = used_s(began["site"], used_by(pids)) / CHANGES
    theirs = used_s(began["listeners"], used_by([reader.pid for reader in readers])) / CHANGES
    seen: dict[int, list[float]] = {}
    for reader in readers:
        out, _ = reader.communicate()
        for place, times in json.loads(out).items():
            seen.setdefault(int(place), []).extend(times)
    events = [seen[place] for place in sorted(seen)[1:]]  # the first is the position
    name = f"{shape}, {number} connections to one tournament"
    read = sum(map(len, events))
    harness.report(f"{name}: events read", read, "", peer="owed", peer_value=number * CHANGES)
    for what, first, last in (("the first change", 0, 1), ("later changes", 1, CHANGES)):
        delays = sorted(
            (at - committed[index]) * 1000 for index in range(first, last) for at in events[index]
        )
        for share in (0.5, 0.99, 1):
            value = delays[int((len(delays) - 1) * share)]
            harness.report(f"{name}: {what}, from commit to read, p{share * 100:g}", value, "ms", peer="promise", peer_value=BOUND_MS)  # fmt: skip
    harness.report(f"{name}: processor time of the listeners, a change", theirs, "s", peer="the site in these seconds", peer_value=took)  # fmt: skip


def used_by(pids: list[int]) -> dict[int, float]:
    return processor_s(pid for each in pids for pid in descendants(each))


if __name__ == "__main__":
    sys.exit(main())
