"""Celery's worker and beat on threads of the serving process (the embedded shape only).

Uses Celery's internals, hence `celery~=5.7` in pyproject.toml and the smoke test of start, work, stop.
"""

import threading
from collections.abc import Callable

from celery.beat import Service
from celery.worker import WorkController

from config.beat_scheduler import StaggeredScheduler
from config.celery import app

# watch_flags and watch_owed sleep inside their second, so each holds a thread nearly all the time.
WORKER_THREADS = 6  # one of them waits for the process of the engine
QUEUES = "default,clocks,analysis"


class Background:
    """`start()` returns at once; `stop()` within its timeout: the threads are daemons, owed work is rows."""

    def __init__(self) -> None:
        self.worker = WorkController(
            app=app,
            pool_cls="threads",
            concurrency=WORKER_THREADS,
            queues=QUEUES,
            hostname="worker@embedded",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self.beat = Service(app, max_interval=0.5, scheduler_cls=StaggeredScheduler)
        self.threads = [
            _thread("celery-worker", self.worker.start),
            _thread("celery-beat", self.beat.start),
        ]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def stop(self, timeout: float = 2.0) -> None:
        self.beat.stop()
        stopper = _thread("celery-stop", self.worker.stop)
        stopper.start()
        for thread in (stopper, *self.threads):
            thread.join(timeout / 3)


def _thread(name: str, target: Callable[[], object]) -> threading.Thread:
    return threading.Thread(target=target, name=name, daemon=True)
