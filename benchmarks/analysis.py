"""Analyses against their bounds: as fast as the library's own batch, and no move waits for them.

Two processes of the engine judge matches of GNU Backgammon, then the library's program judges the same files with two jobs. After
that both shapes of the site play matches without analyses, with a full queue that two processes work on, and without them again.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import harness
import uvloop
from analysis_inside import gnubg_matches
from live import Stage, say, seated, stages
from live_players import percentile, play_all

from tests.services import compose
from tests.services.running import answers, free_port

PRESET = "fast"
AT_ONCE = 2
LEAST_SHARE, MOST_WORKER_MIB = 0.9, 400
MOST_FIRST_S, MOST_REVIEW_KIB = 5, 400
MOST_TIMES = 1.2


def main() -> int:
    quick = harness.asked_to_be_quick("Analyses: throughput, first results, and moves meanwhile.")
    from analysis.engine import is_available

    if not is_available():
        print("The analysis engine is not installed.", file=sys.stderr)
        return 0
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores", file=sys.stderr)
    throughput(gnubg_matches()[: 4 if quick else 20])
    settings = {"ANALYSES_AT_ONCE": str(AT_ONCE), "ANALYSIS_PRESET": PRESET}
    for stage in stages(quick, **settings):
        start_workers(stage)
        first_results(stage)
        uvloop.run(moves(stage, quick))
    return 0


def throughput(texts: list[str]) -> None:
    """The ratio of the first figure is to be at least 0.9."""
    ours = seconds_here(texts)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    theirs = seconds_of_batch(texts)
    name = f"{len(texts)} matches, preset {PRESET}, {AT_ONCE} processes"
    per_minute = [60 * len(texts) / seconds for seconds in (ours, theirs)]
    say(name, per_minute[0], "1/min", f"gvan-batch --jobs {AT_ONCE}", per_minute[1])
    say("the largest process of the engine", memory, "MiB", "promise", MOST_WORKER_MIB)


def seconds_here(texts: list[str]) -> float:
    from analysis.engine import analyze

    began = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [
            pool.submit(analyze, text, PRESET, lambda _done, _all: None, timeout_s=600)
            for text in texts
        ]
        for job in jobs:
            job.result()
    return time.perf_counter() - began


def seconds_of_batch(texts: list[str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            (Path(folder) / f"{number:02d}.mat").write_text(text)
        program = [sys.executable, "-m", "gvanalysis.batch", folder, "--preset", PRESET]
        began = time.perf_counter()
        # At the priority of our processes, so that a busy machine is as busy for both.
        command = ["nice", "-n", "15", *program, "--jobs", str(AT_ONCE)]
        subprocess.run(command, check=True, capture_output=True)
        return time.perf_counter() - began


def start_workers(stage: Stage) -> None:
    """Worker and beat are in the process on SQLite, and processes of their own on PostgreSQL."""
    if stage.name == "SQLite":
        return
    for name in ("worker", "analysis", "beat"):
        port = free_port()
        command = compose.command_of(name, stage.site.env)
        running = stage.site.start(name, command, STATUS_PORT=str(port))
        running.wait_until(lambda port=port: answers(port))


def first_results(stage: Stage) -> None:
    """From pressing the button to the first decisions, as a page that asks each second sees them; and the bytes of the review."""
    seen = inside(stage, "press()")
    name = f"{stage.name}, a match of {seen['decisions']} decisions"
    say(f"{name}: first results after", seen["first_s"], "s", "promise", MOST_FIRST_S)
    say(f"{name}: all results after", seen["whole_s"], "s", "none", None)
    for what, kib in (("as sent", seen["packed_kib"]), ("unpacked", seen["plain_kib"])):
        say(f"{name}: review data with analysis, {what}", kib, "KiB", "promise", MOST_REVIEW_KIB)


async def moves(stage: Stage, quick: bool) -> None:
    """Two thirds of the measured time are without analyses, one half before and one after."""
    seconds = 10.0 if quick else 60.0
    tables = await seated(stage, 50 if quick else 200)
    await play_all(tables, 5.0, 1.0)
    before = await play_all(tables, seconds, 1.0)
    inside(stage, "fill()")
    await play_all(tables, 3.0, 1.0)
    during = await play_all(tables, seconds, 1.0)
    left = inside(stage, "stop()")
    while inside(stage, "stop()")["running"]:
        await play_all(tables, 2.0, 1.0)
    after = await play_all(tables, seconds, 1.0)
    assert left["running"] == AT_ONCE, f"analyses that ran meanwhile: {left}"
    name = f"{stage.name}, {left['waiting']} analyses wait and {AT_ONCE} run, {len(tables)} matches"
    for share in (0.5, 0.99):
        without = percentile([*before.answers, *after.answers], share)
        limit = "without them" if share == 0.5 else f"without them, promise {MOST_TIMES} times it"
        say(f"{name}: a move, p{share * 100:g}", percentile(during.answers, share), "ms", limit, without)  # fmt: skip
    print(f"p99 before {percentile(before.answers, 0.99):.1f}, after {percentile(after.answers, 0.99):.1f} ms; {len(during.answers)} moves, errors {during.errors}", file=sys.stderr)  # fmt: skip
    for table in tables:
        table.leave()


def inside(stage: Stage, call: str) -> dict[str, float]:
    code = f"from benchmarks import analysis_inside; analysis_inside.{call}"
    answer: dict[str, float] = json.loads(stage.site.shell(code).splitlines()[-1])
    return answer


if __name__ == "__main__":
    sys.exit(main())
