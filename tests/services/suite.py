"""The suite, a run of pytest for each tier (tests/tiers.py): the quick one while one works, all three before a change is merged.

The last lines say what was skipped for want of what; REQUIRE_SERVICES=all makes that a failure. A run that breaks down before it
has a verdict is repeated once; the last lines say so, with the end of what it printed.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.services import installed
from tests.services.servers import Postgres, Redis

MOST_WORKERS = 8  # each has a database of Redis of its own, of which there are sixteen
NOTHING_COLLECTED = 5
HAS_VERDICT = (0, 1, NOTHING_COLLECTED)
"""Exit codes of pytest: all passed, some failed, none to run. With any other the tests were not all run."""
REPEATED_WITHIN_S = 1500
"""A run that took longer is not repeated: CI has 90 minutes."""
LAST_LINES = 60
TITLES = {
    "quick": "the quick tests, on SQLite",
    "slow": "the slow tests, on SQLite",
    "services": "what depends on the database, on PostgreSQL and Redis",
}


@dataclass(frozen=True)
class Run:
    """`breakdown` has the end of what an attempt without a verdict printed; "" where there was none."""

    code: int
    breakdown: str = ""

    @property
    def is_ok(self) -> bool:
        return self.code in (0, NOTHING_COLLECTED)


def run(*, everything: bool) -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder)
        results = {"quick": _pytest("quick", notes)}
        absent = []
        if everything:
            results["slow"] = _pytest("slow", notes)
            absent = [s.name for s in (_service("postgres"), _service("redis")) if not s.find()]
            results["services"] = _on_services(notes) if not absent else Run(int(required()))
        _report(results, notes, time.monotonic() - began)
        if absent:
            print(f"Not run on PostgreSQL and Redis for want of {' and '.join(absent)}.")
    return int(not all(run.is_ok for run in results.values()))


def _on_services(notes: Path) -> Run:
    with Postgres() as postgres, Redis() as redis:
        return _pytest("services", notes, DATABASE_URL=postgres.url, REDIS_URL=redis.url)


def required() -> bool:
    return os.environ.get("REQUIRE_SERVICES") == "all"


def _service(key: str) -> installed.Service:
    return installed.SERVICES[key]


def _pytest(tier: str, notes: Path, **servers: str) -> Run:
    """tests/conftest.py leaves its counts in a file of that name."""
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    command = [sys.executable, "-m", "pytest", "-q", "--numprocesses", str(workers)]
    # A file of browser tests stays on one worker, which starts its site once; in the order of the paths, so that the long ones come first.
    by_file = ["loadfile", "--no-loadscope-reorder"]
    command += ["--dist", *(by_file if tier == "slow" else ["worksteal"]), "--durations=25"]
    environment = {**os.environ, **servers, "SUITE_TIER": tier, "SUITE_NOTE": str(notes / tier)}
    print(f"\n===== {TITLES[tier]} =====", flush=True)
    began = time.monotonic()
    code, output = _echoed(command, environment)
    if code in HAS_VERDICT:
        return Run(code)
    breakdown = f"exit code {code}\n{output}"
    if time.monotonic() - began > REPEATED_WITHIN_S:
        return Run(code, breakdown)
    print(f"\n===== {TITLES[tier]}, again: {code} is no verdict =====", flush=True)
    return Run(_echoed(command, environment)[0], breakdown)


def _echoed(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Run it and print what it prints. Returns its exit code and its last lines."""
    last: deque[str] = deque(maxlen=LAST_LINES)
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="backslashreplace",
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            last.append(line)
    return process.returncode, "".join(last)


def _report(results: dict[str, Run], notes: Path, took: float) -> None:
    print(f"\n===== {took:.0f} s =====")
    wanting: list[str] = []
    for tier, result in results.items():
        note = notes / tier
        count: dict[str, Any] = json.loads(note.read_text()) if note.exists() else {}
        outcomes = ", ".join(f"{n} {kind}" for kind, n in count.get("outcomes", {}).items())
        verdict = "ok" if result.is_ok else "FAILED"
        print(f"{verdict}: {TITLES[tier]}: {outcomes or 'not run'}")
        if result.breakdown:
            print(f"  an attempt broke down before it had a verdict: {result.breakdown}")
        failures, repeated = count.get("failures", {}), count.get("repeated", {})
        for test, reason in failures.items():
            print(f"  failed: {test}\n    {reason}")
        for test, reason in repeated.items():
            outcome = (
                "failed at the first attempt, too"
                if test in failures
                else "flaky, passed at the second attempt"
            )
            print(f"  {outcome}: {test}\n    {reason}")
        wanting += [f"{n} skipped for want of {w}." for w, n in count.get("wanting", {}).items()]
    print("\n".join(wanting), end="\n" if wanting else "")
