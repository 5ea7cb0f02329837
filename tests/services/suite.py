"""The suite, a run of pytest for each tier (tests/tiers.py): the quick one while one works, all three before a change is merged.

The last lines say what was skipped for want of what; REQUIRE_SERVICES=all makes that a failure.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.services import installed
from tests.services.servers import Postgres, Redis

MOST_WORKERS = 8  # each has a database of Redis of its own, of which there are sixteen
NOTHING_COLLECTED = 5
TITLES = {
    "quick": "the quick tests, on SQLite",
    "slow": "the slow tests, on SQLite",
    "services": "what depends on the database, on PostgreSQL and Redis",
}


def run(*, everything: bool) -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder)
        results = {"quick": _pytest("quick", notes)}
        absent = []
        if everything:
            results["slow"] = _pytest("slow", notes)
            absent = [s.name for s in (_service("postgres"), _service("redis")) if not s.find()]
            results["services"] = _on_services(notes) if not absent else int(required())
        _report(results, notes, time.monotonic() - began)
        if absent:
            print(f"Not run on PostgreSQL and Redis for want of {' and '.join(absent)}.")
    return int(any(code not in (0, NOTHING_COLLECTED) for code in results.values()))


def _on_services(notes: Path) -> int:
    with Postgres() as postgres, Redis() as redis:
        return _pytest("services", notes, DATABASE_URL=postgres.url, REDIS_URL=redis.url)


def required() -> bool:
    return os.environ.get("REQUIRE_SERVICES") == "all"


def _service(key: str) -> installed.Service:
    return installed.SERVICES[key]


def _pytest(tier: str, notes: Path, **servers: str) -> int:
    """tests/conftest.py leaves its counts in a file of that name."""
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    command = [sys.executable, "-m", "pytest", "-q", "--numprocesses", str(workers)]
    # A file of browser tests stays on one worker, which starts its site once; in the order of the paths, so that the long ones come first.
    by_file = ["loadfile", "--no-loadscope-reorder"]
    command += ["--dist", *(by_file if tier == "slow" else ["worksteal"]), "--durations=25"]
    environment = {**os.environ, **servers, "SUITE_TIER": tier, "SUITE_NOTE": str(notes / tier)}
    print(f"\n===== {TITLES[tier]} =====", flush=True)
    return subprocess.call(command, env=environment)


def _report(results: dict[str, int], notes: Path, took: float) -> None:
    print(f"\n===== {took:.0f} s =====")
    wanting: list[str] = []
    for tier, code in results.items():
        note = notes / tier
        count: dict[str, Any] = json.loads(note.read_text()) if note.exists() else {}
        outcomes = ", ".join(f"{n} {kind}" for kind, n in count.get("outcomes", {}).items())
        verdict = "ok" if code in (0, NOTHING_COLLECTED) else "FAILED"
        print(f"{verdict}: {TITLES[tier]}: {outcomes or 'not run'}")
        for test in count.get("failures", []):
            print(f"  failed: {test}")
        for test in count.get("flaky", []):
            print(f"  flaky, passed at the second attempt: {test}")
        wanting += [f"{n} skipped for want of {w}." for w, n in count.get("wanting", {}).items()]
    print("\n".join(wanting), end="\n" if wanting else "")
