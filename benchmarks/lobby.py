"""The lobby with 1,000 open challenges and 5,000 people looking: when is an accepted one gone everywhere, and does a move wait?

Matches are played without readers, with them, and without them again, in the same run; all the time a challenge a second is
accepted by another process.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import harness
import uvloop
from live import Stage, say, seated, stages
from live_players import Measured, Table, percentile, play_all

from tests.services import compose
from tests.services.running import answers, free_port

Accepted = tuple[str, float, int]
"""A challenge, when it was committed that somebody has it, and how many have it."""


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
    streams = streams_of(stage)
    readers = Readers(streams.port, number)
    opened = await asyncio.to_thread(readers.opened_in)
    processor = stage.processor_s() + streams.processor_s()
    during, accepted = await play_and_accept(stage, tables, seconds)
    core = 100 * (stage.processor_s() + streams.processor_s() - processor) / during.seconds
    gone = await asyncio.to_thread(readers.leave)
    last = [gone[challenge] - at for challenge, at, _n in accepted]
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


def streams_of(stage: Stage) -> Stage:
    """The process that serves the public streams: on SQLite the one of the site, on PostgreSQL `streams`."""
    if stage.name == "SQLite":
        return stage
    port = free_port()
    command = compose.command_of("streams", {**stage.site.env, "STREAMS_PORT": str(port)})
    process = stage.site.start("streams", command)
    process.wait_until(lambda: answers(port))
    return replace(stage, port=port, process=process)


class Readers:
    """Open pages of the lobby in a process of their own, see lobby_readers.py."""

    def __init__(self, port: int, number: int) -> None:
        program = Path(__file__).with_name("lobby_readers.py")
        self._process = subprocess.Popen(
            [sys.executable, program, str(port), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def opened_in(self) -> float:
        """Seconds until all streams were open. Waits for it."""
        assert self._process.stdout is not None
        return float(json.loads(self._process.stdout.readline()))

    def leave(self) -> dict[str, float]:
        """Closes all pages. By challenge: when the last page lost it; without those that some page kept."""
        last: dict[str, float] = json.loads(self._process.communicate()[0])
        return last


if __name__ == "__main__":
    sys.exit(main())
