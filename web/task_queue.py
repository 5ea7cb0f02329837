"""Asks a worker for a task. Celery is read when the first is asked for: a live table is back sooner without it."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from celery import Celery


class NobodyTakesTasksError(Exception):
    """Redis does not answer; what is owed is a row, so a sweeper does it later."""


def kick(task: str, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None) -> None:
    """Send a task by its name, once. Raises NobodyTakesTasksError."""
    app = tasks_app()
    from celery.exceptions import OperationalError

    try:
        app.send_task(task, args, kwargs, retry=False)
    except OperationalError as error:
        raise NobodyTakesTasksError(str(error)) from error


@cache
def tasks_app() -> "Celery":
    """The application of settings.TASKS_APP. Whoever can wait reads it before anybody needs it."""
    app: Celery = import_string(settings.TASKS_APP)
    return app
