"""The live table under load: whole matches over HTTP and event streams, answered after the commit.

Players, server and database share this machine's cores, so hold on to the ratios. On SQLite it is the
process of `make run`, worker and beat inside; on PostgreSQL the `live` process alone with Redis beside.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import harness
import uvloop
from live_peers import pgbench, sqlite_one_by_one
from live_players import Listening, Made, Measured, Table, in_turns, listen, percentile, play_all
from live_profile import Profile, profiled
from thinking import Think, exponential, fixed, log_normal

from tests.services import compose, installed, servers
from tests.services.running import Running, answers, free_port
from tests.services.servers import Postgres, Redis
from tests.services.topology import Embedded, Site

MATCHES = 200
RUNS = 5
"""Each figure of a busy room is the median of so many runs; the kinds of thinking take turns."""
THINKING: dict[str, tuple[Think, float | None, float | None]] = {
    "1 s": (fixed(1.0), None, None),
    "exponential, mean 1 s": (exponential(1.0), 40, 60),
    "log-normal, median 4 s": (log_normal(4.0), 15, None),
}
"""How players think, and what is promised then: an answer's p99 and the opponent's, in ms."""
ARRIVING = 250
"""So many spectators come at once: of thousands in one second the last are told to try again (503)."""


@dataclass
class Stage:
    """A server to play against."""

    name: str
    site: Site
    port: int
    process: Running
    peer: str
    peer_rate: float

    def make(self, number: int, spectators: int = 1) -> list[Made]:
        code = f"from benchmarks.live_matches import make; make({number}, {spectators})"
        out = self.site.shell(code)
        made: list[Made] = json.loads(out.splitlines()[-1])
        return made

    def memory_kib(self) -> int:
        status = Path(f"/proc/{self.process.child.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def processor_s(self) -> float:
        fields = Path(f"/proc/{self.process.child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    quick = harness.asked_to_be_quick("The live table: moves a second, answers, listeners.")
    for stage in stages(quick):
        uvloop.run(measure(stage, quick))
    return 0


def stages(quick: bool, **settings: str) -> Iterator[Stage]:
    """Both shapes, one after the other; `settings` are for the environment of the site."""
    with on_sqlite(2 if quick else 5, **settings) as stage:
        yield stage
    if installed.postgres() and installed.redis():
        with on_postgresql(2 if quick else 10, **settings) as stage:
            yield stage
    else:
        print("PostgreSQL and Redis are not installed: only SQLite was measured.", file=sys.stderr)


@contextmanager
def on_sqlite(seconds: int, **settings: str) -> Iterator[Stage]:
    site = Embedded(DEMO="0", **settings)
    try:
        peer = sqlite_one_by_one(site.folder, seconds)
        name = "the same two writes, one transaction each"
        yield Stage("SQLite", site, site.port, site.processes["site"], name, peer)
    finally:
        site.stop()


@contextmanager
def on_postgresql(seconds: int, **settings: str) -> Iterator[Stage]:
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on")
    with Postgres() as postgres, Redis() as redis:
        url = postgres.create_database("bench")
        port = free_port()
        places = {"BIND": "127.0.0.1", "LIVE_PORT": str(port)}
        site = Site(DATABASE_URL=url, REDIS_URL=redis.url, **places, **settings)
        try:
            program = Path(installed.postgres() or "").with_name("pgbench")
            peer = pgbench(program, url, site.folder, seconds)
            site.manage("migrate", "--noinput")
            process = site.start("live", compose.command_of("live", site.env))
            process.wait_until(lambda: answers(port))
            yield Stage("PostgreSQL", site, port, process, "pgbench, same writes, 32 clients", peer)
        finally:
            site.stop()


def start_worker(stage: Stage) -> None:
    """Worker and beat are in the process on SQLite, and processes of their own on PostgreSQL."""
    if stage.name == "SQLite":
        return
    for name in ("worker", "beat"):
        port = free_port()
        running = stage.site.start(
            name, compose.command_of(name, stage.site.env), STATUS_PORT=str(port)
        )
        running.wait_until(lambda port=port: answers(port))


async def measure(stage: Stage, quick: bool) -> None:
    await idle(stage, 500 if quick else 5000)  # first: later there is memory to use again
    await crowd(stage, 200 if quick else 1000)
    await saturation(stage, 2 if quick else 20)
    await thinking(stage, 200 if quick else 1000, 2 if quick else 10, 1 if quick else RUNS)


async def seated(stage: Stage, number: int) -> list[Table]:
    tables = [Table(stage.port, made) for made in stage.make(number)]
    await in_turns([table.sit_down for table in tables])
    return tables


async def saturation(stage: Stage, seconds: float) -> None:
    """200 matches that never think."""
    tables = await seated(stage, MATCHES)
    await play_all(tables, 1.0, 0.0)
    before = stage.processor_s()
    measured = await play_all(tables, seconds, 0.0)
    each = (stage.processor_s() - before) / len(measured.answers) * 1e6
    moves = f"{stage.name}, {MATCHES} matches at saturation"
    say(f"{moves}: moves", measured.per_second, "1/s", stage.peer, stage.peer_rate)
    say(f"{moves}: the server's processor time a move", each, "µs", "promise", 240)
    say_times(moves, measured, 100 if stage.name == "PostgreSQL" else None, None)
    if (profile := await profiled(stage.process.child.pid, tables, seconds)) is not None:
        say_parts(moves, profile)
    for table in tables:
        table.leave()


def say_parts(name: str, profile: Profile) -> None:
    """Where the processor time of a move goes."""
    for part, us in profile.parts.items():
        say(f"{name}: of that {part}", us, "µs", "all of it", profile.total)
    say(f"{name}: the players' own", profile.players, "µs", "the server's", profile.total)


async def thinking(stage: Stage, number: int, seconds: float, runs: int) -> None:
    """Matches whose players think, a spectator each; the kinds of thinking take turns."""
    made = stage.make(number)
    tables = [Table(stage.port, item) for item in made]
    await in_turns([table.sit_down for table in tables])
    watching = [await listen(stage.port, item, "spectator0") for item in made]
    began = time.perf_counter()
    async with asyncio.timeout(120):
        while not all(item.bytes for item in watching):
            await asyncio.sleep(0.05)
    arriving = f"{stage.name}, {3 * number} streams opened at once: the last is served after"
    say(arriving, time.perf_counter() - began, "s", "none", None)
    await play_all(tables, 5.0, 1.0)
    of: dict[str, list[tuple[Measured, float]]] = {name: [] for name in THINKING}
    for _ in range(runs):
        for name, (think, _answer, _seen) in THINKING.items():
            before = stage.processor_s()
            measured = await play_all(tables, seconds, think)
            core = 100 * (stage.processor_s() - before) / measured.seconds
            of[name].append((measured, core))
    for name, measurements in of.items():
        say_room(f"{stage.name}, {number} matches thinking {name}", name, measurements)
    close([table.leave for table in tables], watching)


def say_room(figure: str, kind: str, runs: list[tuple[Measured, float]]) -> None:
    """The medians of the runs, with their least and greatest."""
    _think, answer_ms, seen_ms = THINKING[kind]
    say_median(f"{figure}: moves", [run.per_second for run, _core in runs], "1/s", None)
    for what, promise, times in (
        ("answer", answer_ms, [run.answers for run, _core in runs]),
        ("opponent sees it", seen_ms, [run.seen for run, _core in runs]),
    ):
        for share in (0.5, 0.99):
            values = [percentile(each, share) for each in times]
            limit = promise if share == 0.99 else None
            say_median(f"{figure}: {what}, p{share * 100:g}", values, "ms", limit)
    say_median(f"{figure}: of one core", [core for _run, core in runs], "%", 80)
    errors = [run.errors for run, _core in runs if run.errors]
    say(f"{figure}: errors", len(errors), "", "promise", 0)
    if errors:
        print(errors, file=sys.stderr)


def say_median(figure: str, values: list[float], unit: str, promise: float | None) -> None:
    ordered = sorted(values)
    spread = f"{figure} ({ordered[0]:.4g}–{ordered[-1]:.4g} in {len(ordered)} runs)"
    middle = ordered[len(ordered) // 2]
    say(spread, middle, unit, "promise" if promise else "none", promise)


async def crowd(stage: Stage, number: int) -> None:
    """One move, many spectators: when has the last of them seen it?"""
    (made,) = stage.make(1, number)
    table = Table(stage.port, made)
    await table.sit_down()
    await table.act_once()
    await table.act_once()
    watching = await spectators(stage, made, 0, number)
    await asyncio.sleep(2)
    worst: list[float] = []
    for _ in range(10):
        await asyncio.sleep(0.3)
        sent = await table.act_once()
        if sent is None:
            continue
        async with asyncio.timeout(30):
            while not all(sent[0] in item.seen for item in watching):
                await asyncio.sleep(0.01)
        worst.append(max(item.seen[sent[0]] for item in watching) - sent[1])
    name = f"{stage.name}, one move to {number} spectators: the last has it"
    say(name, percentile(worst, 0.5), "ms", "promise", 40)
    close([table.leave], watching)


async def idle(stage: Stage, number: int) -> None:
    """What a listener costs that nothing is said to."""
    (made,) = stage.make(1, number + 50)
    warm = await spectators(stage, made, number, number + 50)
    await asyncio.sleep(1)
    before = stage.memory_kib()
    watching = await spectators(stage, made, 0, number)
    await asyncio.sleep(3)
    assert all(item.bytes for item in watching), "a listener was refused"
    each = (stage.memory_kib() - before) / number
    say(f"{stage.name}, an idle listener of {number}", each, "KiB", "promise", 16)
    close([], [*warm, *watching])


async def spectators(stage: Stage, made: Made, first: int, end: int) -> list[Listening]:
    def watch(index: int) -> Callable[[], Awaitable[Listening]]:
        return lambda: listen(stage.port, made, f"spectator{index}")

    watching: list[Listening] = []
    for start in range(first, end, ARRIVING):
        watching += await in_turns(
            [watch(index) for index in range(start, min(start + ARRIVING, end))]
        )
        async with asyncio.timeout(60):
            while not all(item.bytes for item in watching):
                await asyncio.sleep(0.02)
    return watching


def close(leaving: list[Callable[[], None]], watching: list[Listening]) -> None:
    for leave in leaving:
        leave()
    for item in watching:
        item.transport.close()


def say_times(
    name: str, measured: Measured, answer_ms: float | None, seen_ms: float | None
) -> None:
    for what, times, promise in (
        ("answer", measured.answers, answer_ms),
        ("opponent sees it", measured.seen, seen_ms),
    ):
        for share in (0.5, 0.99):
            limit = promise if share == 0.99 else None
            figure = f"{name}: {what}, p{share * 100:g}"
            say(figure, percentile(times, share), "ms", "promise" if limit else "none", limit)
    say(f"{name}: errors", sum(measured.errors.values()), "", "promise", 0)
    if measured.errors:
        print(measured.errors, file=sys.stderr)


def say(figure: str, value: float, unit: str, peer: str, peer_value: float | None) -> None:
    harness.report(figure, value, unit, peer=peer, peer_value=peer_value)


if __name__ == "__main__":
    sys.exit(main())
