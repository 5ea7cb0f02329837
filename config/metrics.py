"""`/metrics` of Django's processes: what pages take, and what is true of the whole site whoever is asked.

Several workers answer under one address. What each counts for itself lies in PROMETHEUS_MULTIPROC_DIR where that is set
and is added up; what is owed and queued is read from the database and Redis, the same from any worker.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from prometheus_client import CollectorRegistry, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games.live.metrics import TEXT, may_read, page, written
from tournaments.staff.selectors.backlog import work_counts
from tournaments.staff.selectors.storage import last_backup_at
from web import queue_lengths
from web.security_log import EVENTS

REQUESTS = Histogram(
    "barpoint_request_seconds",
    "Requests to Django, by view and status.",
    ["view", "status"],
    registry=None,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)


def count_request(view: str, status: int, took: float) -> None:
    _requests(view, status).observe(took)


@cache
def _requests(view: str, status: int) -> Histogram:
    """Names of views and statuses are few: each is looked up once."""
    return REQUESTS.labels(view, str(status))


def metrics(request: HttpRequest) -> HttpResponse:
    """Everything as text; 403 to whoever is not the operator."""
    if not may_read(
        request.headers.get("Authorization", ""),
        request.META.get("REMOTE_ADDR", ""),
        forwarded="X-Forwarded-For" in request.headers,
    ):
        detail = "Metrics are open to the operator only."
        return JsonResponse({"code": "metrics_closed", "detail": detail}, status=403)
    return HttpResponse(site_page(), content_type=TEXT)


def site_page() -> bytes:
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        summed = MultiProcessCollector(CollectorRegistry())
        return written(
            summed,
            WorkerCollector(),
            OwedCollector(),
            BackupCollector(),
            QueueCollector(),
            PoolCollector(),
        )
    return page(
        REQUESTS, EVENTS, OwedCollector(), BackupCollector(), QueueCollector(), PoolCollector()
    )


class WorkerCollector(Collector):
    """Memory and descriptors of all workers, whichever of them is asked (Linux)."""

    def collect(self) -> Iterator[Metric]:
        memory = GaugeMetricFamily(
            "process_resident_memory_bytes", "Memory in use.", labels=["worker"]
        )
        files = GaugeMetricFamily("process_open_fds", "Descriptors open.", labels=["worker"])
        for pid in _workers():
            with suppress(OSError):
                pages = (Path("/proc") / pid / "statm").read_text().split()[1]
                memory.add_metric([pid], float(pages) * os.sysconf("SC_PAGE_SIZE"))
                files.add_metric([pid], float(len(os.listdir(f"/proc/{pid}/fd"))))
        yield from (memory, files)


def _workers() -> list[str]:
    """The processes that the server has started, this one among them."""
    parent = os.getppid()
    try:
        return Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        return [str(os.getpid())]


class OwedCollector(Collector):
    """How much is owed and since when. Says nothing while the database does not answer, but that."""

    def collect(self) -> Iterator[Metric]:
        try:
            rows = work_counts(timezone.now())
        except DatabaseError:
            rows = None
        yield _gauge("barpoint_database_up", "Whether the database answers.", rows is not None)
        count = GaugeMetricFamily("barpoint_owed", "Rows that are due.", labels=["what"])
        age = GaugeMetricFamily(
            "barpoint_owed_seconds", "How long the oldest is due.", labels=["what"]
        )
        for row in rows or ():
            count.add_metric([row.kind], row.count)
            age.add_metric([row.kind], row.age_s)
        yield from (count, age)


class BackupCollector(Collector):
    """The age of the last backup; nothing where there is none, or while the database does not answer."""

    def collect(self) -> Iterator[Metric]:
        with suppress(DatabaseError):
            if written_at := last_backup_at():
                age = (timezone.now() - written_at).total_seconds()
                yield _gauge("barpoint_backup_age_seconds", "Since the last backup.", age)


class QueueCollector(Collector):
    """Tasks that wait in Redis, by queue."""

    def collect(self) -> Iterator[Metric]:
        waiting = GaugeMetricFamily("barpoint_queue", "Tasks that wait.", labels=["queue"])
        lengths = queue_lengths.waiting()
        if lengths is None:
            yield waiting
            return
        yield _gauge("barpoint_redis_up", "Whether Redis answers.", bool(lengths))
        for queue, length in lengths.items():
            waiting.add_metric([queue], float(length))
        yield waiting


class PoolCollector(Collector):
    """The database connections of this worker, where they are pooled."""

    def collect(self) -> Iterator[Metric]:
        pool: Any = getattr(connection, "pool", None)
        if pool is None:
            return
        stats = pool.get_stats()
        for name, meaning in (
            ("pool_size", "Connections open."),
            ("pool_available", "Connections that nobody uses."),
            ("requests_waiting", "Threads that wait for one."),
        ):
            yield _gauge(f"barpoint_database_{name}", meaning, stats.get(name, 0))


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, meaning, value=float(value))
