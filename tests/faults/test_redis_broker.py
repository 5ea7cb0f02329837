"""A worker outlives its Redis: what it had taken is given up, because what is owed is a row and is swept."""

from collections.abc import Iterator
from typing import Any

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


def after_its_redis_died(redis: Redis, options: dict[str, Any]) -> None:
    """What Celery's worker does: it forgets the connection while a task of it is under way."""
    connection = Connection(redis.url, transport_options=options)
    queue = connection.SimpleQueue("work")
    queue.put({"task": "one"})
    queue.get(timeout=5)
    redis.process.kill()
    connection.collect(socket_timeout=0.5)
    connection.close()


def test_a_worker_whose_redis_dies_under_a_task_goes_on(redis: Redis) -> None:
    after_its_redis_died(redis, BROKER_OPTIONS)


def test_with_messages_kept_until_they_are_acknowledged_it_would_end(redis: Redis) -> None:
    """The control: kombu asks the connection that is gone where to bring them back to."""
    with pytest.raises(AttributeError):
        after_its_redis_died(redis, {})


def test_the_broker_is_asked_for_nothing_but_delivery() -> None:
    assert not app.conf.task_acks_late
    assert BROKER_OPTIONS["ack_emulation"] is False


def test_a_kick_without_redis_is_given_up_at_once(redis: Redis) -> None:
    redis.process.kill()
    with (
        Connection(redis.url, transport_options=BROKER_OPTIONS) as connection,
        pytest.raises(OperationalError),
    ):
        app.send_task("games.tasks.count_rolls", connection=connection, retry=False)
