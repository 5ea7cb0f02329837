"""Brackets and rounds on PostgreSQL: how long a draw takes to commit, and what reporting one result costs as fields grow.

Double elimination of 4,096 entries; a Swiss of 10,000 players from the click to the committed next round.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import harness

from tests.services import installed, servers
from tests.services.servers import Postgres
from tests.services.topology import Site

HERE = Path(__file__).parent


def main() -> int:
    quick = harness.asked_to_be_quick("Brackets on PostgreSQL: drawn, reported, drawn on.")
    in_memory(4096)
    if not installed.postgres():
        print("PostgreSQL is not installed: only memory was measured.", file=sys.stderr)
        return 0
    with site() as running:
        made = json.loads(
            running.shell(f"from benchmarks.bracket_fields import run; run({quick})").splitlines()[
                -1
            ]
        )
    tell(made)
    return 0


def in_memory(entries: int) -> None:
    """Drawing the nodes, and resolving them once, as `advance` would for a new draw."""
    from tournaments.formats import double_elimination
    from tournaments.formats.base import Entrants, resolve

    took = []
    for _ in range(3):
        start = time.perf_counter()
        plan = double_elimination.blueprint(entries, {})
        resolve(plan.nodes, Entrants(tuple(range(1, entries + 1))), {}, [])
        took.append(time.perf_counter() - start)
    figure = f"double elimination of {entries}, drawn and resolved in memory"
    harness.report(figure, min(took) * 1000, "ms", peer="limit", peer_value=250)


@contextmanager
def site() -> Iterator[Site]:
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on")
    with Postgres() as postgres:
        running = Site(DATABASE_URL=postgres.create_database("bench"), BIND="127.0.0.1")
        try:
            running.manage("migrate", "--noinput")
            yield running
        finally:
            running.stop()


def tell(made: dict[str, float]) -> None:
    """`made` comes from bracket_fields.run, in seconds and numbers of queries."""
    large = "double elimination of 4,096"
    harness.report(f"{large}, committed", made["draw_4096_s"], "s", peer="limit", peer_value=3)
    harness.report(
        f"{large}, committed with its 2,048 matches",
        made["start_4096_s"],
        "s",
        peer="the draw alone",
        peer_value=made["draw_4096_s"],
    )
    harness.report(
        "reporting one result among 4,096",
        made["report_4096_s"] * 1000,
        "ms",
        peer="among 64",
        peer_value=made["report_64_s"] * 1000,
    )
    harness.report(
        "queries of reporting one result among 4,096",
        made["report_4096_queries"],
        "queries",
        peer="among 64",
        peer_value=made["report_64_queries"],
    )
    harness.report(
        f"Swiss of {made['players']:,.0f}, click to committed round {made['round']:.0f}",
        made["swiss_round_s"],
        "s",
        peer="limit",
        peer_value=5,
    )
    harness.report(
        "its queries for a thousand rows written",
        made["swiss_queries_per_thousand"],
        "queries",
        peer="the same at 1,000 players",
        peer_value=made["swiss_small_queries_per_thousand"],
    )


if __name__ == "__main__":
    sys.exit(main())
