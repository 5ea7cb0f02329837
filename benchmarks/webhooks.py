"""1,000 webhooks hear of a change, one in ten of their receivers is dead: how long after the commit, and does a move wait?

Matches are played without changes, with one every few seconds, and without again, in the same run. The receivers are on the
loopback, over TLS; the dead ones take a message and never answer. Only their address is let through the check of addresses.
The first change meets receivers that nobody knows to be dead yet.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import harness
import receivers
import uvloop
from live import Stage, say, seated, stages
from live_players import Measured, Table, percentile, play_all

from benchmarks.notifications import start_worker

NUMBER, DEAD_EACH = 1000, 10
CHANGES, APART_S = 6, 10.0
BOUND_MS = 2000
SLICE_S = 5.0


def main() -> int:
    quick = harness.asked_to_be_quick("1,000 webhooks hear of a change, one in ten is dead.")
    with receivers.running("webhooks") as service:
        settings = {"EMAIL_URL": "dummymail://", "PYTHONPATH": service.python_path}
        for stage in stages(quick, **settings):
            service.arrivals.write_text("")
            start_worker(stage)
            uvloop.run(measure(stage, quick, service.arrivals, service.origin))
    return 0


async def measure(stage: Stage, quick: bool, arrivals: Path, origin: str) -> None:
    number, changes = (200, 3) if quick else (NUMBER, CHANGES)
    inside(stage, f"prepare({number}, {DEAD_EACH}, {origin!r})")
    tables = await seated(stage, 50 if quick else 200)
    await play_all(tables, 5.0, 1.0)
    before, _ = await play_and_change(stage, tables, 0)
    during, committed = await play_and_change(stage, tables, changes)
    after, _ = await play_and_change(stage, tables, 0)
    name = f"{stage.name}, {number} webhooks, one in {DEAD_EACH} dead"
    alive = number - number // DEAD_EACH
    delays = [delays_after(arrivals, at) for at in committed]
    for what, each in (
        ("the first change", delays[:1]),
        ("later changes", delays[1:]),
    ):
        together = sorted(delay for some in each for delay in some)
        say(
            f"{name}, {what}: sent to those that answer",
            len(together),
            "",
            "owed",
            alive * len(each),
        )
        for share in (0.5, 0.99):
            say(f"{name}, {what}: from commit to arrival, p{share * 100:g}", percentile(together, share), "ms", "promise", BOUND_MS)  # fmt: skip
    for share in (0.5, 0.99):
        without = percentile([*before.answers, *after.answers], share)
        say(f"{name}: a move meanwhile, {len(tables)} matches, p{share * 100:g}", percentile(during.answers, share), "ms", "without them", without)  # fmt: skip
    for table in tables:
        table.leave()


def delays_after(arrivals: Path, committed: float) -> list[float]:
    """Seconds from this commit to each message of a receiver that answers, up to the next change."""
    lines = (line.split() for line in arrivals.read_text().splitlines())
    times = [float(at) for at, path in lines if path.startswith("/alive")]
    return [at - committed for at in times if committed - 0.5 <= at < committed + APART_S - 0.5]


async def play_and_change(
    stage: Stage, tables: list[Table], changes: int
) -> tuple[Measured, list[float]]:
    """Moves of these matches while the tournament changes so many times; and when it did."""
    call = f"change({changes}, {APART_S})"
    changing = asyncio.create_task(asyncio.to_thread(inside, stage, call))
    whole = Measured()
    while not changing.done():
        part = await play_all(tables, SLICE_S, 1.0)
        whole.answers += part.answers
        whole.seconds += part.seconds
    return whole, json.loads((await changing).splitlines()[-1])


def inside(stage: Stage, call: str) -> str:
    """Runs a function of webhooks_inside.py in the site; what it printed."""
    return stage.site.shell(f"from benchmarks.webhooks_inside import *; {call}")


if __name__ == "__main__":
    sys.exit(main())
