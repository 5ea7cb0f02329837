"""Celery's worker and beat on threads of the serving process (the embedded shape only).

Uses Celery's internals, hence `celery~=5.7` in pyproject.toml and the smoke test of start, work, stop.
"""

import threading
from collections.abc import Callable
from typing import Any

from celery.beat import Service
from celery.signals import task_prerun
from celery.worker import WorkController

from config.beat_scheduler import StaggeredScheduler
from config.celery import app
from config.schedule import TASK_ROUTES

# watch_flags and watch_owed sleep inside their second, so each holds a thread nearly all the time.
WORKER_THREADS = 6  # one of them waits for the process of the engine
QUEUES = "default,clocks,analysis"
PAGES_FIRST_S = 0.25
"""For so long at most a task waits while pages are rendered, before it begins."""
AT_ONCE = frozenset(
    {
        "games.tasks.sweep_bots",
        *(name for name, to in TASK_ROUTES.items() if to["queue"] == "clocks"),
    }
)
"""Tasks for which players wait."""
WaitForPages = Callable[[float], object]
"""Waits until no page is being rendered, so many seconds at most."""


class Background:
    """`start()` returns at once; `stop()` within its timeout: the threads are daemons, owed work is rows."""

    def __init__(self, wait_for_pages: WaitForPages | None = None) -> None:
        if wait_for_pages is not None:
            let_pages_go_first(wait_for_pages)
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


def let_pages_go_first(wait_for_pages: WaitForPages) -> None:
    """From now on, every task that may wait does so before it begins, in its own thread."""

    def wait(task: Any = None, **_options: Any) -> None:
        if getattr(task, "name", "") not in AT_ONCE:
            wait_for_pages(PAGES_FIRST_S)

    task_prerun.connect(wait, weak=False, dispatch_uid="pages first")


def _thread(name: str, target: Callable[[], object]) -> threading.Thread:
    return threading.Thread(target=target, name=name, daemon=True)
