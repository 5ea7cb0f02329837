"""The whole suite in two runs: everything on SQLite, then each database test on PostgreSQL + Redis.

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

PYTEST = [
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "--numprocesses",
    "2",
    "--dist",
    "loadgroup",
    "--durations=8",
]
NOTHING_COLLECTED = 5


def run() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder)
        results = {"everything, on SQLite": _pytest(notes / "first", {})}
        absent = [s.name for s in (_service("postgres"), _service("redis")) if not s.find()]
        again = "database tests again, on PostgreSQL and Redis"
        if absent:
            results[again] = 1 if required() else 0
        else:
            with Postgres() as postgres, Redis() as redis:
                servers = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
                results[again] = _pytest(notes / "second", servers)
        _report(results, [*notes.iterdir()], absent, time.monotonic() - began)
    return int(any(code not in (0, NOTHING_COLLECTED) for code in results.values()))


def required() -> bool:
    return os.environ.get("REQUIRE_SERVICES") == "all"


def _service(key: str) -> installed.Service:
    return installed.SERVICES[key]


def _pytest(note: Path, servers: dict[str, str]) -> int:
    """`note` is where tests/conftest.py leaves its counts."""
    environment = {**os.environ, **servers, "SUITE_NOTE": str(note)}
    return subprocess.call(PYTEST, env=environment)


def _report(results: dict[str, int], notes: list[Path], absent: list[str], took: float) -> None:
    print(f"\n===== the whole suite, {took:.0f} s =====")
    counts: list[dict[str, Any]] = [json.loads(note.read_text()) for note in sorted(notes)]
    for (title, code), count in zip(results.items(), [*counts, {}], strict=False):
        said = ", ".join(f"{n} {what}" for what, n in count.get("outcomes", {}).items())
        verdict = "ok" if code in (0, NOTHING_COLLECTED) else "FAILED"
        print(f"{verdict}: {title}: {said or 'not run'}")
    if absent:
        print(f"Not run again on PostgreSQL and Redis for want of {' and '.join(absent)}.")
    for count in counts:
        for want, number in count["wanting"].items():
            print(f"{number} skipped for want of {want}.")
