"""1,000 webhooks hear of a change, one in ten of their receivers is dead: how long after the commit, and does a move wait?

Matches are played without changes, with one every few seconds, and without again, in the same run. The receivers are on the
loopback, over TLS; the dead ones take a message and never answer. Only their address is let through the check of addresses.
The first change meets receivers that nobody knows to be dead yet. The receivers share the processor with the site; how much of it
they take is said apart.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

import receivers  # makes the project importable, too
import uvloop
from live import Stage, on_postgresql, on_sqlite, say, seated, start_worker
from live_players import Measured, Table, percentile, play_all
from postgres_site import asked_shapes
from process_figures import descendants, processor_s, used_s

NUMBER, DEAD_EACH = 1000, 10
CHANGES, APART_S = 6, 10.0
BOUND_MS = 2000
SLICE_S, BOOTS_S = 5.0, 5.0
SHAPES = {"SQLite": on_sqlite, "PostgreSQL": on_postgresql}


def main() -> int:
    is_quick, shapes = asked_shapes(__doc__, SHAPES, quick="fewer webhooks, under 60 s")
    with receivers.running("webhooks") as service:
        settings = {"EMAIL_URL": "dummymail://", "PYTHONPATH": service.python_path}
        for shape in shapes:
            with SHAPES[shape](2 if is_quick else 5, **settings) as stage:
                service.arrivals.write_text("")
                start_worker(stage)
                uvloop.run(measure(stage, is_quick, service))
    return 0


async def measure(stage: Stage, quick: bool, service: receivers.Receivers) -> None:
    number, changes = (200, 3) if quick else (NUMBER, CHANGES)
    inside(stage, f"prepare({number}, {DEAD_EACH}, {service.origin!r})")
    tables = await seated(stage, 50 if quick else 200)
    await play_all(tables, 5.0, 1.0)
    before, _ = await play_and_change(stage, tables, 0)
    sites = [running.child.pid for running in stage.site.processes.values()]
    began = {"receivers": used_by([service.pid]), "site": used_by(sites)}
    during, committed = await play_and_change(stage, tables, changes)
    took = {
        "receivers": used_s(began["receivers"], used_by([service.pid])),
        "site": used_s(began["site"], used_by(sites)),
    }
    after, _ = await play_and_change(stage, tables, 0)
    name = f"{stage.name}, {number} webhooks, one in {DEAD_EACH} dead"
    alive = number - number // DEAD_EACH
    delays = [delays_after(service, at) for at in committed]
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
    peer = "the site with its senders"
    say(f"{name}: processor time of the receivers", took["receivers"], "s", peer, took["site"])
    for table in tables:
        table.leave()


def used_by(pids: list[int]) -> dict[int, float]:
    """Processor time of these and of all that they started."""
    return processor_s(pid for each in pids for pid in descendants(each))


def delays_after(service: receivers.Receivers, committed: float) -> list[float]:
    """Seconds from this commit to each message of a receiver that answers, up to the next change."""
    lines = (line.split() for line in service.arrivals.read_text().splitlines())
    times = [float(at) for at, path in lines if path.startswith("/alive")]
    return [at - committed for at in times if committed - 0.5 <= at < committed + APART_S - 0.5]


async def play_and_change(
    stage: Stage, tables: list[Table], changes: int
) -> tuple[Measured, list[float]]:
    """Moves of these matches while the tournament changes so many times; and when it did. What changes it is started before.
    Everybody thinks in the first second of a slice, so changes come in the middle of one: then moves are made while messages leave."""
    call = f"change({changes}, {APART_S}, {time.time() + BOOTS_S + SLICE_S / 2})"
    changing = asyncio.create_task(asyncio.to_thread(inside, stage, call))
    await play_all(tables, BOOTS_S, 1.0)
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
