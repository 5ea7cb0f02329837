"""Two threads in one race, in the order we want: the second starts while the first is about to write.

`storing.append` is only watched, never replaced. `without_lock` takes the row lock away, so that a test
can show what the lock is for.
"""

from collections.abc import Callable, Sequence
from threading import Event, Thread, current_thread
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models.query import QuerySet

from games.services import storing
from games.services.submissions import Written

Work = Callable[[], Any]
PATIENCE_S = 10.0


class Runner(Thread):
    """Runs one side and keeps what came of it: a value, or the exception it raised."""

    def __init__(self, work: Work) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.outcome: Any = None

    def run(self) -> None:
        try:
            self.outcome = self._work()
        except Exception as error:
            self.outcome = error
        finally:
            connections.close_all()


def race(monkeypatch: pytest.MonkeyPatch, first: Work, second: Work) -> tuple[Any, Any]:
    """Both outcomes. `first` stops before it writes until `second` waits for it, is done, or is as far."""
    one, two = Runner(first), Runner(second)
    ready, go, second_ready = Event(), Event(), Event()
    original = storing.append

    def append(written: Sequence[Written]) -> None:
        if current_thread() is one:
            ready.set()
            assert go.wait(PATIENCE_S)
        elif current_thread() is two:
            second_ready.set()
            one.join(PATIENCE_S)
        original(written)

    monkeypatch.setattr(storing, "append", append)
    one.start()
    assert ready.wait(PATIENCE_S)
    two.start()
    _until(lambda: second_ready.is_set() or not two.is_alive() or _somebody_waits())
    go.set()
    one.join(PATIENCE_S)
    two.join(PATIENCE_S)
    return one.outcome, two.outcome


def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the matches as if `FOR UPDATE` had been forgotten."""

    def unlocked(self: QuerySet[Any], **_options: Any) -> QuerySet[Any]:
        return self.all()

    monkeypatch.setattr(QuerySet, "select_for_update", unlocked)


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


def _until(true: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE_S
    while not true():
        assert monotonic() < end, "the second side came to nothing"
        sleep(0.01)
