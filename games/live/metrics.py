"""The metrics of one process in Prometheus' format, and who may read them. `/live/metrics` of the process `live` is here.

What others count (pages, queues, owed work) is added by config/metrics.py.
"""

from collections.abc import Iterable, Iterator
from hmac import compare_digest
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from django.conf import settings
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from games import counters
from games.live.http import HttpError, Scope, header

if TYPE_CHECKING:
    from games.live.public_streams import PublicStreams
    from games.live.table import LiveTable

TEXT = "text/plain; version=0.0.4; charset=utf-8"
WATCHED = ("unavailable", "busy")
"""Written from the start: a counter that begins with its first increment shows no rise."""


def may_read(authorization: str, client: str, *, forwarded: bool) -> bool:
    """Whoever sends METRICS_TOKEN; without a token only whoever asks on this machine, and not through a proxy."""
    if settings.METRICS_TOKEN:
        kind, _space, token = authorization.partition(" ")
        return kind.lower() == "bearer" and compare_digest(
            token.strip().encode(), settings.METRICS_TOKEN.encode()
        )
    return not forwarded and _is_loopback(client)


def _is_loopback(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False


class CounterFigures(Collector):
    """What games/counters.py has counted in this process."""

    def collect(self) -> Iterator[Metric]:
        answered = counters.ANSWERED_S
        yield CounterMetricFamily(
            "barpoint_moves",
            "Players' actions accepted at the live table of this process.",
            value=sum(answered.counts),
        )
        yield _histogram(
            "barpoint_action_seconds", "From the request of an action to its answer.", answered
        )
        yield _histogram(
            "barpoint_batch_actions", "Actions in one transaction.", counters.BATCH_SIZE
        )
        refused = CounterMetricFamily(
            "barpoint_refused", "Requests to the live table refused.", labels=["code"]
        )
        for code, count in {**dict.fromkeys(WATCHED, 0), **counters.REFUSED}.items():
            refused.add_metric([code], count)
        yield refused
        yield from _shared()


def _shared() -> Iterator[Metric]:
    late = counters.FLAGS_LATE_S.named.get("", counters.Buckets(*counters.FLAGS_LATE_S.bounds))
    yield _histogram(
        "barpoint_flag_late_seconds", "From the fall of a flag to the end of its match.", late
    )
    tasks = HistogramMetricFamily(
        "barpoint_task_seconds", "Background tasks by name.", labels=["task"]
    )
    for name, buckets in sorted(counters.TASKS_S.named.items()):
        tasks.add_metric([name], _cumulated(buckets), buckets.total)
    yield tasks
    failed = CounterMetricFamily(
        "barpoint_tasks_failed", "Background tasks that raised.", labels=["task"]
    )
    failures = counters.TASKS_FAILED.named
    for name in sorted({*counters.TASKS_S.named, *failures}):
        failed.add_metric([name], sum(failures[name].counts) if name in failures else 0)
    yield failed


class LiveFigures(Collector):
    """Who is connected to this process."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table

    def collect(self) -> Iterator[Metric]:
        listeners = list(self._table.feed.listeners())
        yield _gauge("barpoint_listeners", "Open event streams.", len(listeners))
        rooms = len({listener.room for listener in listeners})
        yield _gauge("barpoint_rooms", "Matches with somebody listening.", rooms)
        waiting = self._table.batcher.waiting
        yield _gauge("barpoint_actions_waiting", "Actions not yet in a transaction.", waiting)
        silent = self._table.silent_s
        yield _gauge("barpoint_heartbeat_age_seconds", "Since the last heartbeat.", silent)


class StreamFigures(Collector):
    """Who listens to public streams in this process."""

    def __init__(self, streams: "PublicStreams") -> None:
        self._streams = streams

    def collect(self) -> Iterator[Metric]:
        streams = self._streams
        number = len(streams.lobby) + len(streams.watch) + len(streams.logins) + len(streams.events)
        yield _gauge("barpoint_public_listeners", "Open streams outside of tables.", number)


def page(*collectors: Collector) -> bytes:
    """The figures of this process and of these collectors as text."""
    return written(ProcessCollector(registry=None), CounterFigures(), *collectors)


def written(*collectors: Collector) -> bytes:
    """The figures of these collectors alone as text."""
    registry = CollectorRegistry(auto_describe=False)
    for collector in collectors:
        registry.register(collector)
    return generate_latest(registry)


def live_page(scope: Scope, *collectors: Collector) -> bytes:
    """What `/live/metrics` answers; HttpError 403 to whoever may not read it."""
    client: Any = scope.get("client") or ("", 0)
    forwarded = bool(header(scope, b"x-forwarded-for"))
    if not may_read(header(scope, b"authorization"), client[0], forwarded=forwarded):
        raise HttpError(403, "metrics_closed", "Figures are shown to the operator only.")
    return page(*collectors)


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, meaning, value=value)


def _histogram(name: str, meaning: str, buckets: counters.Buckets) -> HistogramMetricFamily:
    return HistogramMetricFamily(
        name, meaning, buckets=_cumulated(buckets), sum_value=buckets.total
    )


def _cumulated(buckets: counters.Buckets) -> list[tuple[str, float]]:
    counts: Iterable[int] = list(buckets.counts)
    below, rows = 0, []
    for bound, count in zip((*buckets.bounds, float("inf")), counts, strict=True):
        below += count
        rows.append(("+Inf" if bound == float("inf") else str(float(bound)), float(below)))
    return rows
