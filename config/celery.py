"""The Celery application; tasks live in the apps and bear their service's name."""

import os
from contextlib import suppress
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_postrun, worker_init, worker_ready
from redis.exceptions import RedisError

from config import worker_metrics  # noqa: F401  # its receivers are connected by this
from web.low_priority import take_long_slices

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("barpoint")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logs(**_options: Any) -> None:
    """A receiver is all it takes for Celery to leave the logging of settings.LOGGING alone."""


@worker_init.connect
def give_way(**_options: Any) -> None:
    """A worker that was started nicer than other processes does not keep them waiting for the end of its slice of time."""
    if os.nice(0) > 0:
        take_long_slices()


@task_postrun.connect
def note_task(task: Any = None, **_options: Any) -> None:
    """Tell the staff's dashboard that the worker works; a cache that is away is no reason to fail."""
    from django.utils import timezone

    from games.worker_heartbeat import note_task

    with suppress(OSError, RedisError):
        note_task(getattr(task, "name", ""), timezone.now())


@worker_ready.connect
def load_addresses(sender: Any, **_options: Any) -> None:
    """What a worker sends has links. It serves no pages, so the first link would load all of them: that takes a second or two,
    for which webhooks and emails would wait. Workers of the other queues make none."""
    from django.urls import reverse

    if app.conf.task_default_queue in sender.app.amqp.queues.consume_from:
        reverse("api-standings", args=["any"])
