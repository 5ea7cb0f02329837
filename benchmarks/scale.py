"""Does a move cost more where much is stored? The same load on ten tournaments, and on 10,000 with a million actions.

Two sites of the production shape stand side by side on one PostgreSQL, live, worker, clocks and beat running on both,
and are played on in turns. A move's cost is the processor time of its site's processes and of its database's backends.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import harness
import uvloop
from live_apart import Apart
from live_players import Made, Table, in_turns, play_all
from postgres_site import has_servers
from process_figures import backends_of, family, processor_s, used_s

from tests.services import servers
from tests.services.servers import Postgres, Redis
from tests.services.topology import Processes

MATCHES = 200
COPIES = 999  # of each of ten
PROMISE = 1.15


@dataclass
class Size:
    """A site with so much in its database, and what a move cost there in each window."""

    name: str
    site: Processes
    url: str
    stored: dict[str, int]
    tables: list[Table] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    errors: int = 0

    def asked(self, code: str) -> Any:
        """What a part that runs inside Django printed last."""
        return json.loads(self.site.shell(f"from benchmarks import {code}").splitlines()[-1])

    def processes(self) -> list[int]:
        groups = [running.child.pid for running in self.site.processes.values()]
        return [pid for group in groups for pid in family(group)] + backends_of(self.url)


def main() -> int:
    quick = harness.asked_to_be_quick("A move's cost with 10,000 tournaments stored against ten.")
    if not has_servers():
        return 0
    copies, rounds, seconds = (99, 3, 2.0) if quick else (COPIES, 8, 6.0)
    with ExitStack() as stack:
        postgres = stack.enter_context(_durable())
        sizes = [stack.enter_context(_size(postgres, few)) for few in (0, copies)]
        tell_sweeps(sizes)
        uvloop.run(measure(sizes, rounds, seconds))
        tell(sizes)
    return 0


@contextmanager
def _durable() -> Iterator[Postgres]:
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on", max_wal_size="4GB")
    with Postgres() as postgres:
        yield postgres


@contextmanager
def _size(postgres: Postgres, copies: int) -> Iterator[Size]:
    """A Redis of its own for each: what is told on the bus goes to all that listen."""
    url = postgres.create_database(f"copies_{copies}")
    with Redis() as redis:
        site = Processes(database_url=url, redis_url=redis.url)
        try:
            size = Size("", site, url, {})
            size.stored = size.asked(f"scale_fields; scale_fields.make({copies})")
            size.name = "{tournaments:,} tournaments, {actions:,} actions".format(**size.stored)
            yield size
        finally:
            site.stop()


def tell_sweeps(sizes: list[Size]) -> None:
    """What beat starts, when nothing is due."""
    few, many = (size.asked("scale_sweeps; scale_sweeps.measure()") for size in sizes)
    for name, item in many.items():
        figure, peer = f"{sizes[1].name}: {name}", sizes[0].name
        harness.report(figure, item["ms"], "ms", peer=peer, peer_value=few[name]["ms"])
    scanned = {name: row["scanned"] for name, row in many.items() if row["scanned"]}
    figure = f"{sizes[1].name}: sweeps that read a large table from end to end"
    harness.report(figure, len(scanned), "", peer="promise", peer_value=0)
    if scanned:
        print(scanned, file=sys.stderr)


async def measure(sizes: list[Size], rounds: int, seconds: float) -> None:
    for size in sizes:
        made: list[Made] = size.asked(f"live_matches; live_matches.make({MATCHES})")
        port = size.site.ports["live"]
        size.tables = [Apart((port, port), item) for item in made]
    for _round in range(rounds):
        for size in sizes:
            await _window(size, seconds)


async def _window(size: Size, seconds: float) -> None:
    await in_turns([table.sit_down for table in size.tables])  # idle connections are not kept
    await play_all(size.tables, 1.0, 0.0)
    before = processor_s(size.processes())
    measured = await play_all(size.tables, seconds, 0.0)
    used = used_s(before, processor_s(size.processes()))
    size.costs.append(used / len(measured.answers) * 1e6)
    size.rates.append(measured.per_second)
    size.errors += sum(measured.errors.values())
    for table in size.tables:
        table.leave()


def tell(sizes: list[Size]) -> None:
    """The ratio is the middle one of the rounds', for what else the machine does may fall on either."""
    few, many = sizes
    figure = f"{many.name}: processor time a move, all processes"
    harness.report(figure, min(many.costs), "µs", peer=few.name, peer_value=min(few.costs))
    ratio = median(most / least for most, least in zip(many.costs, few.costs, strict=True))
    figure = f"a move's cost at {many.name} against ten"
    harness.report(figure, ratio, "×", peer="promise", peer_value=PROMISE)
    figure = f"{many.name}: moves, {MATCHES} matches at saturation"
    harness.report(figure, max(many.rates), "1/s", peer=few.name, peer_value=max(few.rates))
    harness.report("errors", few.errors + many.errors, "", peer="promise", peer_value=0)


if __name__ == "__main__":
    sys.exit(main())
