"""A worker outlives its Redis: nothing is kept there for it, because what is owed is a row and is swept."""

from collections.abc import Iterator
from typing import Any

import pytest
from celery import Celery

from config.celery import app
from config.schedule import BROKER_OPTIONS
from tests.conftest import need
from tests.services.servers import Redis
from web.task_queue import NobodyTakesTasksError, kick, tasks_app


@pytest.fixture
def redis() -> Iterator[Redis]:
    need("redis")
    with Redis() as server:
        yield server


def test_the_broker_is_asked_for_nothing_but_delivery() -> None:
    """With an account of what was taken kombu ends the worker that loses its Redis under a task (benchmarks/crash.py)."""
    assert not app.conf.task_acks_late
    assert BROKER_OPTIONS["ack_emulation"] is False


def test_a_kick_without_redis_is_given_up_at_once(redis: Redis, monkeypatch: Any) -> None:
    redis.process.kill()
    away = Celery(set_as_current=False, broker=redis.url)
    away.conf.broker_transport_options = BROKER_OPTIONS
    monkeypatch.setattr("web.task_queue.tasks_app", lambda: away)
    with pytest.raises(NobodyTakesTasksError):
        kick("games.tasks.count_rolls")


def test_who_kicks_uses_the_application_of_the_workers() -> None:
    assert tasks_app() is app
