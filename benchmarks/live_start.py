"""From the start of `live` after `kill -9` until it accepts a move, 200 times, with 1,000 matches running whose pages all come back at once.

In the shape of production: PostgreSQL and Redis go on meanwhile. Both players of every match have a stream open. When `live` is there again
all of them open theirs anew together, which is harder than pages make it: those wait a moment first.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from live import Stage, on_postgresql, say
from live_players import Made, Table, in_turns, listen, percentile

from tests.services import installed
from tests.services.topology import Site

STARTS, MATCHES = 200, 1_000
LIMIT_S = 2.0
LOOK_S = 0.01
GIVES_UP_S = 60.0
CALM_S = 1.0
NOT_IN_THE_IMAGE = "rich"
"""structlog imports it where it is installed. The image has no tools of developers, and so not this one."""


@dataclass
class Starts:
    """Seconds after the start of the process, of each start."""

    answers: list[float] = field(default_factory=list)
    accepts: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    streams: list[float] = field(default_factory=list)


def main() -> int:
    parser = argparse.ArgumentParser(description="How long `live` takes to be there again.")
    parser.add_argument("--quick", action="store_true", help="5 starts, 100 matches")
    parser.add_argument("--starts", type=int, help=f"how many ({STARTS})")
    parser.add_argument("--matches", type=int, help=f"how many run meanwhile ({MATCHES})")
    args = parser.parse_args()
    if not (installed.postgres() and installed.redis()):
        print("PostgreSQL and Redis are not installed: nothing was measured.", file=sys.stderr)
        return 0
    number = args.starts or (5 if args.quick else STARTS)
    matches = args.matches or (100 if args.quick else MATCHES)
    with on_postgresql(1) as stage, as_in_the_image(stage.site):
        starts = uvloop.run(measure(stage, number, matches))
    report(f"start of live, {matches:,} matches running", starts)
    return 0


@contextmanager
def as_in_the_image(site: Site) -> Iterator[None]:
    """Compiled code, and nothing that the image does not hold."""
    absent = Path(site.folder) / "absent"
    absent.mkdir()
    (absent / f"{NOT_IN_THE_IMAGE}.py").write_text("raise ImportError\n")
    running = site.processes["live"]
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(site.folder / "pyc")}
    running.env = {**(running.env or {}), **compiled, "PYTHONPATH": str(absent)}
    yield


async def measure(stage: Stage, number: int, matches: int) -> Starts:
    """The first start does not count: it compiles."""
    made = stage.make(matches)
    starts = Starts()
    await again(stage, made, Starts())
    for _ in range(number):
        await again(stage, made, starts)
    return starts


async def again(stage: Stage, made: list[Made], starts: Starts) -> None:
    """Kill and start it. Every page comes back, and in one of the matches the players move as soon as that works."""
    stage.process.kill()
    began = time.perf_counter()
    stage.process.start()
    await answering(stage.port)
    starts.answers.append(time.perf_counter() - began)
    pages = asyncio.create_task(all_pages(stage.port, made[1:]))
    await plays_on(stage.port, made[0])
    starts.accepts.append(time.perf_counter() - began)
    starts.processor.append(stage.processor_s())
    streams = await pages
    starts.streams.append(time.perf_counter() - began)
    text = ", ".join(f"{each[-1]:.2f}" for each in (starts.answers, starts.accepts, starts.streams))
    print(f"  {len(starts.accepts)}: {text} s", file=sys.stderr, flush=True)
    await asyncio.sleep(CALM_S)
    for stream in streams:
        stream.transport.close()


async def answering(port: int) -> None:
    """Until a connection is taken: uvicorn listens once the live table has started."""
    async with asyncio.timeout(GIVES_UP_S):
        while True:
            try:
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(LOOK_S)


async def all_pages(port: int, made: list[Made]) -> list[Any]:
    """Both streams of every match, until each has been sent something."""
    streams = await in_turns(
        [
            lambda item=item, seat=seat: listen(port, item, seat)  # type: ignore[misc]
            for item in made
            for seat in "AB"
        ]
    )
    async with asyncio.timeout(GIVES_UP_S):
        while not all(stream.bytes for stream in streams):
            await asyncio.sleep(LOOK_S)
    return streams


async def plays_on(port: int, item: Made) -> None:
    """Until a player has opened their table and a move of theirs is committed."""
    async with asyncio.timeout(GIVES_UP_S):
        while True:
            table = Table(port, item)
            try:
                await table.sit_down()
                if await table.act_once() is not None:
                    return
            except (OSError, RuntimeError):
                await asyncio.sleep(LOOK_S)
            finally:
                table.leave()


def report(name: str, starts: Starts) -> None:
    for what, times, limit in (
        ("it listens", starts.answers, None),
        ("a move is accepted", starts.accepts, LIMIT_S),
        ("every page has its view", starts.streams, None),
    ):
        for text, share in (("median", 0.5), ("p95", 0.95), ("longest", 1.0)):
            value = percentile(times, share) / 1000
            figure = f"{name}: {what}, {text} of {len(times)}"
            say(figure, value, "s", "limit" if limit else "none", limit)
    late = sum(seconds > LIMIT_S for seconds in starts.accepts)
    say(f"{name}: later than {LIMIT_S:g} s", late, "", "promise", 0)
    processor = percentile(starts.processor, 0.5) / 1000
    say(f"{name}: processor time until then, median", processor, "s", "none", None)


if __name__ == "__main__":
    sys.exit(main())
