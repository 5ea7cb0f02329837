"""A round of matches made at once, held against the same matches made one by one, on PostgreSQL.

Seconds are those on the clock, with the database on this machine; the one by one are measured on a tenth
as many and scaled. Every attempt starts with empty tables.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import harness

from tests.services import installed
from tests.services.servers import Postgres

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)


def main() -> int:
    quick = harness.asked_to_be_quick("Seconds to make the matches of a big round.")
    if installed.postgres() is None:
        print("PostgreSQL is not installed: nothing was measured.", file=sys.stderr)
        return 0
    with Postgres() as postgres:
        os.environ["DATABASE_URL"] = postgres.url
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ.setdefault("SECRET_KEY", "of a benchmark")
        measure(1000 if quick else 5000, 2 if quick else 5)
    return 0


def measure(number: int, rounds: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    plans = plans_of(number)
    at_once, alone = making(plans), making_each(plans[: number // 10])
    best = {"at once": float("inf"), "one by one": float("inf")}
    for _ in range(rounds):
        best["at once"] = min(best["at once"], seconds(at_once))
        best["one by one"] = min(best["one by one"], seconds(alone) * 10)
    harness.report(
        f"PostgreSQL, a round of {number} matches made at once",
        best["at once"],
        "s",
        peer="one by one, a transaction each (a tenth of them, times ten)",
        peer_value=best["one by one"],
    )


def plans_of(number: int) -> list[object]:
    from accounts.models import Player, User
    from games.engine.clock import ClockSettings
    from games.engine.rules import Rules
    from games.services.setup import MatchPlan

    users = User.objects.bulk_create(
        User(username=f"bench{index}", password="!") for index in range(2 * number)
    )
    people = Player.objects.bulk_create(Player(user=user, name=user.username) for user in users)
    rules, clock = Rules.preset("tournament", 7), ClockSettings("simple", 840_000, 12_000)
    return [
        MatchPlan(
            seat_a=people[2 * index],
            seat_b=people[2 * index + 1],
            rules=rules,
            clock=clock,
            context={"title": "Bench", "subtitle": "Round 1", "table": index + 1},
            join_within=timedelta(minutes=10),
            kind="tournament",
        )
        for index in range(number)
    ]


def making(plans: list[object]) -> Callable[[], object]:
    from games.services.setup import create_matches

    return lambda: create_matches(plans, NOW)


def making_each(plans: list[object]) -> Callable[[], object]:
    from games.services.setup import create_matches

    return lambda: [create_matches([plan], NOW) for plan in plans]


def seconds(work: Callable[[], object]) -> float:
    """With the commit and what follows it."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE games_match CASCADE")
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
