"""What each sweep of beat costs in a database, and how it reads it: runs inside Django, prints one JSON line."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from games.services import bots, clocks, rolls, shared_release, timeouts, verify
from games.tasks import VERIFIED_BACK
from tournaments.bracket.services import advancement
from tournaments.notices.services import notices
from tournaments.staff.selectors import backlog

ROUNDS = 5
LARGE = 5_000  # rows; a smaller table is read from end to end with good reason

Plan = dict[str, Any]


def sweeps() -> dict[str, Callable[[], object]]:
    """As the tasks call them when nothing is due."""
    now = timezone.now()
    return {
        "watch_flags": lambda: clocks.FlagWatch().settle(now),
        "watch_owed": lambda: (timeouts.settle_due_waits(now), timeouts.next_wait(now)),
        "sweep_bots": lambda: (bots.play_due(now), bots.next_bot(now)),
        "release_dice": lambda: shared_release.release_due(now),
        "sweep_advancement": advancement.owed_tournaments,
        "sweep_notices": lambda: notices.send_owed(now),
        "count_rolls": lambda: rolls.count_rolls(now),
        "verify_matches": lambda: verify.verify_matches(now - VERIFIED_BACK),
        "the figures of what is owed": lambda: backlog.work_counts(now + timedelta(seconds=1)),
    }


def measure() -> None:
    """Milliseconds of each, and the tables with many rows that it reads from end to end."""
    fields = {}
    for name, sweep in sweeps().items():
        with _planned() as plans:
            sweep()
        took = []
        for _round in range(ROUNDS):
            began = time.perf_counter()
            sweep()
            took.append(time.perf_counter() - began)
        scanned = sorted({table for plan in plans for table in _scanned(plan)} & _large())
        fields[name] = {"ms": min(took) * 1000, "scanned": scanned}
    print(json.dumps(fields))


@contextmanager
def _planned() -> Iterator[list[Plan]]:
    """The plans of all statements within."""
    plans: list[Plan] = []

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("SELECT", "UPDATE", "DELETE")):
            with context["connection"].connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
                plans.append(cursor.fetchone()[0][0]["Plan"])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield plans


def _scanned(plan: Plan) -> Iterator[str]:
    if plan["Node Type"] == "Seq Scan":
        yield plan["Relation Name"]
    for part in plan.get("Plans", ()):
        yield from _scanned(part)


def _large() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [LARGE]
        )
        return {name for (name,) in cursor.fetchall()}
