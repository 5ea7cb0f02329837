"""Figures are right, in a format that Prometheus reads, and shown to the operator alone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client, override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from accounts.services.audit import Actor, record
from config import metrics, worker_metrics
from config.metrics import BackupCollector, OwedCollector, QueueCollector, WorkerCollector
from games import counters
from games.engine.clock import ClockSettings
from games.live.metrics import may_read, page, written
from tests.games.services.sweeps import settle_due
from tests.games.services.tables import playing
from tournaments.staff.selectors.backlog import work_counts
from tournaments.staff.selectors.storage import BACKUP
from web import queue_lengths

TOKEN = "shown-to-the-operator"
Samples = dict[str, float]


def read(text: bytes) -> Samples:
    """Sample with its labels, as in the text → value."""
    return {
        sample.name + str(sorted(sample.labels.items()) or ""): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


@pytest.mark.parametrize(
    ("token", "authorization", "client", "forwarded", "may"),
    [
        ("", "", "127.0.0.1", False, True),
        ("", "", "::1", False, True),
        ("", "", "127.0.0.1", True, False),
        ("", "", "10.0.0.7", False, False),
        ("", "", "", False, False),
        ("", f"Bearer {TOKEN}", "10.0.0.7", False, False),
        (TOKEN, f"Bearer {TOKEN}", "10.0.0.7", True, True),
        (TOKEN, "", "127.0.0.1", False, False),
        (TOKEN, "Bearer ", "127.0.0.1", False, False),
        (TOKEN, f"Bearer {TOKEN}x", "127.0.0.1", False, False),
        (TOKEN, "Bearer \xe9", "127.0.0.1", False, False),
    ],
)
def test_who_may_read(
    token: str, authorization: str, client: str, forwarded: bool, may: bool
) -> None:
    with override_settings(METRICS_TOKEN=token):
        assert may_read(authorization, client, forwarded=forwarded) is may


@pytest.mark.django_db
def test_django_shows_its_figures_here_and_to_nobody_behind_a_proxy() -> None:
    Client().get("/healthz")
    text = read(Client().get("/metrics").content)
    counted = [("status", "200"), ("view", "healthz")]
    assert text[f"barpoint_request_seconds_count{counted}"] >= 1
    assert text["barpoint_database_up"] == 1
    assert text["process_open_fds"] > 0
    refused = Client().get("/metrics", headers={"X-Forwarded-For": "6.6.6.6"})
    assert (refused.status_code, refused.json()["code"]) == (403, "metrics_closed")


@override_settings(ALLOWED_HOSTS=["play.example.org"], SECURE_SSL_REDIRECT=True)
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_who_asks_inside_needs_no_name_and_no_https(path: str) -> None:
    answer = Client().get(path, headers={"Host": "10.0.0.7:8000"})
    assert answer.status_code == 200
    assert answer["X-Request-ID"]
    assert Client().get("/", headers={"Host": "10.0.0.7:8000"}).status_code == 400


def test_buckets_add_up() -> None:
    kept = counters.ANSWERED_S
    before = list(kept.counts), kept.total
    kept.counts = [0] * len(kept.counts)  # whatever tests before this one counted
    try:
        for value in (0.0005, 0.001, 0.02, 99.0):
            kept.add(value)
        text = read(page())
    finally:
        kept.counts, kept.total = before
    name = "barpoint_action_seconds_bucket[('le', '{}')]"
    assert text[name.format("0.001")] >= 2
    assert text[name.format("0.025")] == text[name.format("0.01")] + 1
    assert (
        text[name.format("+Inf")]
        == text["barpoint_action_seconds_count"]
        == text["barpoint_moves_total"]
    )


def test_a_task_is_timed_and_one_that_fails_is_counted() -> None:
    class Task:
        name = "tests.a_task"

    worker_metrics.began(task_id="1", task=Task())
    worker_metrics.failed(sender=Task())
    worker_metrics.ended()
    text = read(page())
    assert text["barpoint_task_seconds_count[('task', 'tests.a_task')]"] == 1
    assert text["barpoint_tasks_failed_total[('task', 'tests.a_task')]"] == 1


def test_every_worker_of_a_server_is_shown_by_each() -> None:
    text = read(written(WorkerCollector()))
    assert all("worker" in name for name in text)
    assert any(value > 1_000_000 for value in text.values())


def test_what_never_happened_is_counted_as_none_so_that_the_first_time_is_a_rise() -> None:
    class Task:
        name = "tests.a_good_task"

    worker_metrics.began(task_id="2", task=Task())
    worker_metrics.ended()
    text = read(page())
    assert text["barpoint_tasks_failed_total[('task', 'tests.a_good_task')]"] == 0
    for code in ("unavailable", "busy"):
        assert text[f"barpoint_refused_total[('code', '{code}')]"] == counters.REFUSED.get(code, 0)


@pytest.mark.django_db
def test_what_is_owed_is_counted_and_aged_in_six_queries(
    django_assert_num_queries: Callable[..., Any],
) -> None:
    match = playing(clock=ClockSettings("simple", 60_000, 12_000), length=5).fresh()
    assert match.flag_at is not None
    with django_assert_num_queries(7):
        late = {row.kind: row for row in work_counts(match.flag_at + timedelta(seconds=7))}
    assert (late["flags"].count, late["flags"].age_s) == (1, 7.0)
    assert {what for what, row in late.items() if row.count == 0} == {
        "waits", "bots", "results", "letters", "entry_emails", "pushes",
    }  # fmt: skip


@pytest.mark.django_db
def test_a_flag_that_was_settled_is_counted_with_its_lateness(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    match = playing(clock=ClockSettings("simple", 60_000, 12_000), length=5).fresh()
    assert match.flag_at is not None
    before = read(page())["barpoint_flag_late_seconds_count"]
    with django_capture_on_commit_callbacks(execute=True):
        assert settle_due(match.flag_at + timedelta(seconds=1)) == 1
    assert read(page())["barpoint_flag_late_seconds_count"] == before + 1


@pytest.mark.django_db
def test_the_age_of_the_last_backup_is_a_figure_once_there_is_a_backup() -> None:
    assert read(written(BackupCollector())) == {}
    for hours in (50, 3):
        record(Actor(None, timezone.now() - timedelta(hours=hours)), BACKUP)
    age = read(written(BackupCollector()))["barpoint_backup_age_seconds"]
    assert timedelta(hours=3).total_seconds() <= age < timedelta(hours=50).total_seconds()


def test_without_database_and_redis_the_figures_say_just_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*_given: object) -> None:
        raise DatabaseError("away")

    monkeypatch.setattr(metrics, "work_counts", away)
    monkeypatch.setattr(metrics, "last_backup_at", away)
    queue_lengths._redis.cache_clear()
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        text = read(written(OwedCollector(), BackupCollector(), QueueCollector()))
    queue_lengths._redis.cache_clear()
    assert text == {"barpoint_database_up": 0, "barpoint_redis_up": 0}
