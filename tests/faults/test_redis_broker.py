"""A worker outlives its Redis: nothing is kept there for it, because what is owed is a row and is swept."""

from collections.abc import Iterator

import pytest
from kombu import Connection
from kombu.exceptions import OperationalError

from config.celery import app
from config.schedule import BROKER_OPTIONS
from tests.conftest import need
from tests.services.servers import Redis


@pytest.fixture
def redis() -> Iterator[Redis]:
    need("redis")
    with Redis() as server:
        yield server


def test_the_broker_is_asked_for_nothing_but_delivery() -> None:
    """With an account of what was taken kombu ends the worker that loses its Redis under a task (benchmarks/crash.py)."""
    assert not app.conf.task_acks_late
    assert BROKER_OPTIONS["ack_emulation"] is False


def test_a_kick_without_redis_is_given_up_at_once(redis: Redis) -> None:
    redis.process.kill()
    with (
        Connection(redis.url, transport_options=BROKER_OPTIONS) as connection,
        pytest.raises(OperationalError),
    ):
        app.send_task("games.tasks.count_rolls", connection=connection, retry=False)
