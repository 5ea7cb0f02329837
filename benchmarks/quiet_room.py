"""What `live` costs while nobody moves: thousands of matches that run, both players at each with a page open.

Only the process `live` counts, by its processor time; PostgreSQL and Redis are not in it. Where this machine allows a process too few open
connections, the streams that are missing are worked out from those that are there, and the figure says so.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import time

import uvloop
from live import Stage, on_postgresql, say
from live_players import Listening, Made, in_turns, listen

from tests.services import installed

MATCHES = 10_000
STREAMS_EACH = 2
LIMIT = 20.0
"""Percent of one core that the full room may take."""
SPARE = 400
"""So many descriptors a process keeps for everything else."""
ARRIVING = 100
MADE_AT_ONCE = 1_000
SETTLES_S = 12.0


def main() -> int:
    parser = argparse.ArgumentParser(
        description="The processor time of a room in which nobody moves."
    )
    parser.add_argument("--quick", action="store_true", help="1,000 matches, under 60 s")
    parser.add_argument("--matches", type=int, help=f"how many ({MATCHES})")
    parser.add_argument("--seconds", type=float, help="how long each figure is measured (30)")
    args = parser.parse_args()
    if not (installed.postgres() and installed.redis()):
        print("PostgreSQL and Redis are not installed: nothing was measured.", file=sys.stderr)
        return 0
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    matches = args.matches or (1_000 if args.quick else MATCHES)
    seconds = args.seconds or (8.0 if args.quick else 30.0)
    with on_postgresql(1) as stage:
        uvloop.run(measure(stage, matches, most - SPARE, seconds))
    return 0


async def measure(stage: Stage, matches: int, most_streams: int, seconds: float) -> None:
    """The room without streams, then full."""
    made: list[Made] = []
    while len(made) < matches:
        made += stage.make(min(MADE_AT_ONCE, matches - len(made)), 0)
    empty = await core(stage, seconds)
    say(f"{matches:,} matches, no stream: of one core", empty, "%", "none", None)
    before_kib = stage.memory_kib()
    wanted = [(item, seat) for seat in "AB" for item in made][:most_streams]
    began = time.perf_counter()
    streams = await seated(stage, wanted)
    say(f"{len(streams):,} streams: opened within", time.perf_counter() - began, "s", "none", None)
    await asyncio.sleep(SETTLES_S)
    full = await core(stage, seconds)
    quiet = f"{matches:,} quiet matches with {len(streams):,} streams"
    missing = STREAMS_EACH * matches / len(streams)
    if missing > 1:
        say(f"{quiet}: of one core, measured", full, "%", "none", None)
        full = empty + (full - empty) * missing
        quiet = f"{matches:,} quiet matches, worked out for {STREAMS_EACH * matches:,} streams"
    whole = {"peer": "promise", "peer_value": LIMIT * matches / MATCHES}
    say(f"{quiet}: of one core", full, "%", **whole)
    each = (stage.memory_kib() - before_kib) / len(streams)
    say(f"{quiet}: memory a stream, its share of the room in it", each, "KiB", "none", None)
    assert not any(item.transport.is_closing() for item in streams), "a stream has ended"
    for item in streams:
        item.transport.close()


async def seated(stage: Stage, wanted: list[tuple[Made, str]]) -> list[Listening]:
    """The streams of these seats, a few at a time, each with what it is shown first."""
    streams: list[Listening] = []
    for first in range(0, len(wanted), ARRIVING):
        arriving = [
            lambda item=item, seat=seat: listen(stage.port, item, seat)
            for item, seat in wanted[first : first + ARRIVING]
        ]
        streams += await in_turns(arriving)
        async with asyncio.timeout(60):
            while not all(stream.bytes for stream in streams[first:]):
                await asyncio.sleep(0.01)
    return streams


async def core(stage: Stage, seconds: float) -> float:
    """Percent of one core that `live` uses."""
    began, before = time.perf_counter(), stage.processor_s()
    await asyncio.sleep(seconds)
    return 100 * (stage.processor_s() - before) / (time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main())
