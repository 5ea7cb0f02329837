"""What runs in a process beside the site (side_process.py): jobs that the site asks for, a thread for each kind."""

import os
import sys
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

import structlog
from django.db import close_old_connections

from web.parent_calls import use_line
from web.side_process import DONE, FAILED

log = structlog.get_logger(__name__)
IDLE_S = 30.0
LOOK_S = 1.0
Job = Callable[[], Any]


def serve(jobs: Mapping[str, Job], descriptors: list[int]) -> None:
    """Until there was nothing to do for a while, or the site has ended. The descriptors are in the order of the jobs."""
    Thread(target=_end_with_parent, daemon=True).start()
    activity = _Activity()
    for job, descriptor in zip(jobs.values(), descriptors, strict=True):
        Thread(target=_serve_one, args=(job, Connection(descriptor), activity), daemon=True).start()
    while not activity.is_over():
        sleep(LOOK_S)
    os._exit(0)


class _Activity:
    """How many jobs run, and since when none does."""

    def __init__(self) -> None:
        self._lock = Lock()
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
            return not self._running and monotonic() - self._since > IDLE_S


def _serve_one(job: Job, line: Connection, activity: _Activity) -> None:
    use_line(line)
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
