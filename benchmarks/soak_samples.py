"""What benchmarks/soak.py looks at every few seconds, and whether it grew: memory, descriptors, connections, locks, logs."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from urllib.request import urlopen

import psycopg
from process_figures import descendants, descriptors, family, own_kib, resident_kib
from redis import Redis as Client

from tests.services.topology import Backing, Processes

BEATEN = (
    "games_heartbeat",
    "games_outage",
    "django_session",
    "tournaments_notice",
    "games_rollcount",
)
"""Small tables that are written over and over: they must not swell."""
STUCK_S = 5
WRONG = re.compile(rb'"level": ?"(?:error|critical)"|Traceback')
LISTENERS = re.compile(r"^barpoint_listeners(?:\{[^}]*\})? (\d+)", re.MULTILINE)


@dataclass(frozen=True)
class Sample:
    """At `at` seconds: of each process KiB and open descriptors, of the site the rest."""

    at: float
    memory: dict[str, int]
    descriptors: dict[str, int]
    connections: int
    locks: int
    stuck: int
    tables_kib: int
    redis_clients: int
    redis_keys: int
    listeners: int
    wrong: int


@dataclass
class Watch:
    """Takes samples of one site and its servers; `wrong` are the lines of its logs that should not be there."""

    site: Processes
    backing: Backing
    url: str
    began: float = field(default_factory=time.perf_counter)
    samples: list[Sample] = field(default_factory=list)

    def look(self) -> Sample:
        groups = {name: family(item.child.pid) for name, item in self.site.processes.items()}
        groups["redis"] = family(self.backing.redis.process.child.pid)
        servers = descendants(self.backing.postgres.process.child.pid)
        memory = {name: resident_kib(pids) for name, pids in groups.items()}
        values = {name: descriptors(pids) for name, pids in groups.items()}
        connections, locks, stuck, tables_kib = self._database()
        with Client.from_url(self.site.env["REDIS_URL"]) as redis:
            clients, keys = len(redis.client_list()), int(redis.dbsize())
        sample = Sample(
            at=time.perf_counter() - self.began,
            memory=memory | {"postgres": own_kib(servers)},
            descriptors=values | {"postgres": descriptors(servers)},
            connections=connections,
            locks=locks,
            stuck=stuck,
            tables_kib=tables_kib,
            redis_clients=clients,
            redis_keys=keys,
            listeners=self._listeners(),
            wrong=len(self.wrong()),
        )
        self.samples.append(sample)
        return sample

    def wrong(self) -> list[str]:
        values = []
        for log in self.site.folder.glob("*.log"):
            lines = log.read_bytes().splitlines()
            values += [f"{log.stem}: {line[:400].decode()}" for line in lines if WRONG.search(line)]
        return values

    def _database(self) -> tuple[int, int, int, int]:
        """Stuck is a lock of a transaction that has gone on for seconds."""
        sizes = " + ".join(f"pg_total_relation_size('{table}')" for table in BEATEN)
        asked = (
            "SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()), count(*),"
            " count(*) FILTER (WHERE backend_type = 'client backend' AND"
            f" xact_start < now() - interval '{STUCK_S} s'), ({sizes}) / 1024"
            " FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE pid <> pg_backend_pid()"
        )
        with psycopg.connect(self.url, autocommit=True) as connection:
            row = connection.execute(asked).fetchone()
        assert row is not None
        return row[0], row[1], row[2], int(row[3])

    def _listeners(self) -> int:
        with urlopen(
            f"http://127.0.0.1:{self.site.ports['live']}/live/metrics", timeout=20
        ) as text:
            matched = LISTENERS.search(text.read().decode())
        return int(matched[1]) if matched else -1


def growth(times: Sequence[float], values: Sequence[float]) -> float:
    """By how much the straight line through these rises from the first to the last, in hundredths of its beginning."""
    middle, mean = fmean(times), fmean(values)
    spread = sum((item - middle) ** 2 for item in times)
    if not spread:
        return 0.0
    pairs = zip(times, values, strict=True)
    slope = sum((at - middle) * (value - mean) for at, value in pairs) / spread
    first = mean + slope * (times[0] - middle)
    return 100 * slope * (times[-1] - times[0]) / first if first else 0.0


def more(values: Sequence[float]) -> float:
    """How much more there is in the last third of these than in the first, in the middle of each: for what jumps about."""
    third = max(1, len(values) // 3)
    return median(values[-third:]) - median(values[:third])
