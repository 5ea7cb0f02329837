"""What runs in a process beside the site (side_process.py): jobs that the site asks for, a thread for each kind."""

import os
import sys
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

import django
import structlog
from django.conf import settings
from django.db import close_old_connections

from web.low_priority import give_way
from web.parent_calls import use_line
from web.side_process import DONE, FAILED, NICENESS, READY

log = structlog.get_logger(__name__)
IDLE_S = 30.0
LOOK_S = 1.0
Job = Callable[[], Any]


def set_up() -> None:
    """Begin such a process: its connection to the database reads only, and it asks the site for the cache. What is not imported before
    is imported at a low priority."""
    give_way(NICENESS)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    settings.CACHES["default"] = {"BACKEND": "web.parent_cache.ParentCache"}
    settings.DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA query_only=ON;"
    django.setup()


def serve(jobs: Mapping[str, Job], descriptors: list[int], idle_s: float = IDLE_S) -> None:
    """Until there was nothing to do for `idle_s`, or the site has ended. The descriptors are in the order of the jobs."""
    Thread(target=_end_with_parent, daemon=True).start()
    activity = _Activity(idle_s)
    for job, descriptor in zip(jobs.values(), descriptors, strict=True):
        Thread(target=_serve_one, args=(job, Connection(descriptor), activity), daemon=True).start()
    while not activity.is_over():
        sleep(LOOK_S)
    os._exit(0)


class _Activity:
    """How many jobs run, and since when none does."""

    def __init__(self, idle_s: float) -> None:
        self._lock, self._idle_s = Lock(), idle_s
        self._running, self._since = 0, monotonic()

    def __enter__(self) -> None:
        with self._lock:
            self._running += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._running -= 1
            self._since = monotonic()

    def is_over(self) -> bool:
        with self._lock:
            return not self._running and monotonic() - self._since > self._idle_s


def _serve_one(job: Job, line: Connection, activity: _Activity) -> None:
    use_line(line)
    line.send((READY, None))
    while True:
        try:
            line.recv()
        except (EOFError, OSError):  # the site has ended
            return
        with activity:
            line.send(_outcome(job))
            close_old_connections()


def _outcome(job: Job) -> tuple[str, Any]:
    try:
        return DONE, job()
    except Exception as error:
        log.exception("side_job_failed")
        return FAILED, repr(error)


def _end_with_parent() -> None:
    """What is claimed then waits until its claim lapses."""
    sys.stdin.buffer.read()
    os._exit(1)
