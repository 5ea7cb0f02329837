"""Two `live` processes against one: the same 200 matches at saturation, on PostgreSQL with Redis between them.

Once half of the matches on either process, and once every match across both: A sits at one, B at the other, and
sees each move over the bus. Players, servers and database share this machine's cores: where fewer than four are
free there is nothing that a second process could use, and no promise.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

import harness
import uvloop
from live import Stage
from live_apart import Apart, Ports
from live_players import Made, Measured, in_turns, percentile, play_all
from postgres_site import has_servers
from process_figures import idle_cores, processor_s, used_s

from tests.services import compose, servers
from tests.services.running import Running, answers, free_port
from tests.services.servers import Postgres, Redis
from tests.services.topology import Site

MATCHES = 200
CLIENTS = 2  # as many processes of players on one live as on two, so that they do not become the bottleneck
CORES = 4
PROMISE = 1.5
PATIENCE_S = 15.0


@dataclass
class Window:
    """What one process of players saw."""

    measured: Measured
    unseen: int


@dataclass
class Way:
    """How the matches are spread over the processes, and what came of it."""

    name: str
    ports: list[Ports]
    rates: list[float] = field(default_factory=list)
    per_processor_s: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    unseen: int = 0
    errors: int = 0


def main() -> int:
    quick = harness.asked_to_be_quick("Two live processes against one: moves a second.")
    if not has_servers():
        return 0
    cores, free = os.cpu_count() or 1, idle_cores(2)
    print(f"{cores} cores, {free:.1f} of them free.", file=sys.stderr)
    with several_lives(2) as (stage, ports, _lives):
        first, two = ports
        ways = [
            Way("one live", [(first, first)]),
            Way("two live, half of the matches on either", [(first, first), (two, two)]),
            Way("two live, each match across both", [(first, two), (two, first)]),
        ]
        for _round in range(1 if quick else 3):
            for way in ways:
                play(stage, way, 3 if quick else 8)
    tell(ways, free)
    return 0


@contextmanager
def several_lives(
    number: int, pinned_to: str = ""
) -> Iterator[tuple[Stage, list[int], list[Running]]]:
    """So many processes `live`, and the ports where they listen; on these cores only, as `taskset` names them, if any are named."""
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on")
    with Postgres() as postgres, Redis() as redis:
        site = Site(
            DATABASE_URL=postgres.create_database("bench"), REDIS_URL=redis.url, BIND="127.0.0.1"
        )
        try:
            site.manage("migrate", "--noinput")
            ports = [free_port() for _ in range(number)]
            names = ["live", *(f"live{place}" for place in range(2, number + 1))]
            lives = [
                _live(site, name, port, pinned_to) for name, port in zip(names, ports, strict=True)
            ]
            yield Stage("PostgreSQL", site, ports[0], lives[0], "", 0.0), ports, lives
        finally:
            site.stop()


def _live(site: Site, name: str, port: int, pinned_to: str) -> Running:
    env = {"LIVE_PORT": str(port)}
    command = compose.command_of("live", {**site.env, **env})
    pinned = ["taskset", "-c", pinned_to, *command] if pinned_to else command
    process = site.start(name, pinned, **env)
    process.wait_until(lambda: answers(port))
    return process


def play(stage: Stage, way: Way, seconds: float, lives: Sequence[Running] = ()) -> None:
    """One window of matches that are new, so that no way finds longer logs than another."""
    made = stage.make(MATCHES)
    seats = [(way.ports[index % len(way.ports)], item) for index, item in enumerate(made)]
    start = time.time() + 4
    context = multiprocessing.get_context("forkserver")
    with ProcessPoolExecutor(CLIENTS, mp_context=context) as clients:
        shares = [
            clients.submit(play_share, seats[index::CLIENTS], start, seconds)
            for index in range(CLIENTS)
        ]
        used = used_between(lives, start, start + seconds)
        windows = [share.result() for share in shares]
    rate = sum(window.measured.per_second for window in windows)
    way.rates.append(rate)
    if used:
        way.per_processor_s.append(rate * seconds / used)
    way.seen += [moment for window in windows for moment in window.measured.seen]
    way.unseen += sum(window.unseen for window in windows)
    way.errors += sum(sum(window.measured.errors.values()) for window in windows)


def used_between(lives: Sequence[Running], start: float, end: float) -> float:
    """The processor time of these processes between these moments, in seconds."""
    if not lives:
        return 0.0
    pids = [live.child.pid for live in lives]
    time.sleep(max(0.0, start - time.time()))
    before = processor_s(pids)
    time.sleep(max(0.0, end - time.time()))
    return used_s(before, processor_s(pids))


def play_share(seats: list[tuple[Ports, Made]], start: float, seconds: float) -> Window:
    """In a process of its own: these matches, from that moment on if they are seated by then."""
    return uvloop.run(_play_share(seats, start, seconds))


async def _play_share(seats: list[tuple[Ports, Made]], start: float, seconds: float) -> Window:
    tables = [Apart(ports, made) for ports, made in seats]
    await in_turns([table.sit_down for table in tables])
    await play_all([*tables], max(1.0, start - time.time()), 0.0)
    measured = await play_all([*tables], seconds, 0.0)
    unseen = await _unseen(tables)
    for table in tables:
        table.leave()
    return Window(measured, unseen)


async def _unseen(tables: list[Apart]) -> int:
    """How many moves no opponent has seen even when all had time to hear of them."""
    until = time.perf_counter() + PATIENCE_S
    while unseen := sum(table.unseen() for table in tables):
        if time.perf_counter() > until:
            break
        await asyncio.sleep(0.25)
    return unseen


def tell(ways: list[Way], free: float) -> None:
    alone = max(ways[0].rates)
    harness.report(f"{ways[0].name}: moves", alone, "1/s", peer="none", peer_value=None)
    for way in ways[1:]:
        rate = max(way.rates)
        harness.report(f"{way.name}: moves", rate, "1/s", peer="one live", peer_value=alone)
    best = max(max(way.rates) for way in ways[1:]) / alone
    promised = free >= CORES
    peer = "promise" if promised else f"none: {free:.1f} of {os.cpu_count()} cores were free"
    harness.report(
        "two live against one", best, "×", peer=peer, peer_value=PROMISE if promised else None
    )
    for way in ways:
        p99 = percentile(way.seen, 0.99)
        harness.report(
            f"{way.name}: opponent sees it, p99", p99, "ms", peer="none", peer_value=None
        )
        for what, number in (("moves not seen", way.unseen), ("errors", way.errors)):
            harness.report(f"{way.name}: {what}", number, "", peer="promise", peer_value=0)


if __name__ == "__main__":
    sys.exit(main())
