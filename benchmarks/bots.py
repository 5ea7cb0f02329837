"""How strong the bots are: each kind plays against itself, and the analysis engine judges every match.

    python -m benchmarks.bots [--matches 20] [--length 5] [--kinds club expert] [--preset very_quick]

Prints the PR of each kind with its standard error over the sides that played, and the seconds of a decision. The peer is the
built-in bot `steady`, which is always measured in the same run. Uses a database in memory.
"""

import argparse
import os
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from statistics import fmean, stdev

PEER = "steady"
MOST_ROUNDS = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--length", type=int, default=5)
    parser.add_argument("--kinds", nargs="*", default=["random", "club", "expert", "world_class"])
    parser.add_argument("--preset", default="very_quick")
    asked = parser.parse_args()
    _prepare()
    rows = {
        kind: _measured(kind, asked.matches, asked.length, asked.preset)
        for kind in dict.fromkeys([PEER, *asked.kinds])
    }
    peer = fmean(rows[PEER][0])
    print(f"{'bot':<10} {'PR':>6} {'±':>5} {'sides':>6} {'of the peer':>12} {'ms/decision':>12}")
    for kind, (ratings, decision_s) in rows.items():
        error = stdev(ratings) / len(ratings) ** 0.5 if len(ratings) > 1 else float("nan")
        print(
            f"{kind:<10} {fmean(ratings):6.1f} {error:5.1f} {len(ratings):6d}"
            f" {fmean(ratings) / peer:12.2f} {1000 * decision_s:12.1f}"
        )


def _prepare() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment

    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)


def _measured(kind: str, matches: int, length: int, preset: str) -> tuple[Sequence[float], float]:
    """The PR of each side, and the seconds a bot of this kind takes for a decision."""
    from analysis.engine import analyze
    from analysis.engine_file import engine_file
    from games.selectors.records import record_of

    ratings: list[float] = []
    spent, decisions = 0.0, 0
    for number in range(matches):
        match, seconds, actions = _played(kind, length, number)
        spent, decisions = spent + seconds, decisions + actions
        result = analyze(
            engine_file(record_of(match)), preset, lambda _done, _total: None, timeout_s=300
        )
        totals = (result["totals"][seat]["pr"] for seat in "AB")
        ratings.extend(rating for rating in totals if rating is not None)
    return ratings, spent / max(1, decisions)


def _played(kind: str, length: int, number: int):  # type: ignore[no-untyped-def]  # models are imported late
    from accounts.services.players import create_bot
    from games.engine.rules import Rules
    from games.models import Match
    from games.services.bots import play_turns
    from games.services.setup import create_match

    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number)
    match = create_match(
        seat_a=create_bot(f"{kind} {number} A", kind),
        seat_b=create_bot(f"{kind} {number} B", kind),
        rules=Rules.preset("tournament", length),
        clock=None,
        context={},
        join_within=timedelta(hours=1),
        now=now,
    )
    begun, actions = time.perf_counter(), 0
    for _ in range(MOST_ROUNDS):
        now += timedelta(seconds=2)
        actions += play_turns([match.pk], now)
        if Match.objects.filter(pk=match.pk).exclude(finished_at=None).exists():
            break
    match.refresh_from_db()
    return match, time.perf_counter() - begun, actions


if __name__ == "__main__":
    main()
