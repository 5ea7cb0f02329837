"""100,000 malformed requests, in both shapes: what do those who play meanwhile notice, against the same minutes in peace?

As in attack.py, with the limits of production: twenty matches are played, attackers come from many addresses and hold tickets of their own. In
`make run` pages, worker and table share one process with those who play; in the shape of production only `live` is attacked.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import harness
import uvloop
from attack import LINES, RATE, TURNS, beside, live, say_bodies
from live import Stage, on_sqlite

from tests.services import installed, servers
from tests.services.servers import Postgres, Redis

NUMBER = 100_000


def main() -> int:
    quick = harness.asked_to_be_quick("Players beside 100,000 malformed requests.")
    number = 10_000 if quick else NUMBER
    for stage in stages():
        uvloop.run(measure(stage, number))
    return 0


def stages() -> Iterator[Stage]:
    with on_sqlite(1, TRUST_PROXY="1") as stage:
        yield stage
    if not (installed.postgres() and installed.redis()):
        print("PostgreSQL and Redis are not installed: only SQLite was measured.", file=sys.stderr)
        return
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on")
    with Postgres() as postgres, Redis() as redis, live(postgres, redis, "limited") as stage:
        yield stage


async def measure(stage: Stage, number: int) -> None:
    """The requests come in turns, with as long a peace before each."""
    made = stage.make(40)
    each = number // TURNS
    name = f"{stage.name}, {number:,} malformed requests on {LINES} lines"
    bodies = {"do": "bodies", "number": each, "made": made, "rate": RATE, "lines": LINES}
    say_bodies(name, *await beside(stage, name, bodies | {"seconds": each / RATE}))


if __name__ == "__main__":
    sys.exit(main())
