"""Two threads in one race, in the order we want: the second starts while the first is about to write.

Nothing is replaced: the named function is only watched. `race` holds that the second really waited for the first, or
was sent away, by asking the database; `race_unlocked` is its control, in which the second must come as far as the first.
"""

from collections.abc import Callable
from contextlib import nullcontext
from pkgutil import resolve_name
from threading import Event, Thread, current_thread
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import connection, connections

from config.sqlite.base import WRITE_LOCK
from tests.races.unlocked import unlocked

Work = Callable[..., Any]
PATIENCE_S = 30.0  # on a machine that is busy with other things
WRITING_A_MATCH = "games.services.bulk_sql.append_log"
MEETING = "tests.races.forcing.about_to_write"
WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0"
)


def about_to_write() -> None:
    """Where two meet that write by different functions (MEETING)."""


def pass_by(monkeypatch: pytest.MonkeyPatch, where: Any, *names: str) -> None:
    """Every call of these functions of a module passes `about_to_write` before."""
    for name in names:
        monkeypatch.setattr(where, name, _passing(getattr(where, name)))


def _passing(original: Work) -> Work:
    def then(*args: Any, **kwargs: Any) -> Any:
        about_to_write()
        return original(*args, **kwargs)

    return then


class Runner(Thread):
    """Runs one side and keeps what came of it: a value, or the exception it raised."""

    def __init__(self, work: Work, *, locks: bool) -> None:
        super().__init__(daemon=True)
        self._work, self._locks = work, locks
        self.outcome: Any = None

    def run(self) -> None:
        try:
            holding = nullcontext() if self._locks else unlocked()
            with connection.execute_wrapper(_patiently), holding:
                self.outcome = self._work()
        except Exception as error:
            self.outcome = error
        finally:
            connections.close_all()


def race(
    monkeypatch: pytest.MonkeyPatch,
    first: Work,
    second: Work,
    *,
    at: str = WRITING_A_MATCH,
    busy_elsewhere: bool = False,
) -> list[Any]:
    """Both outcomes. `first` stops at the function `at` until `second` is seen to wait for it, or is done;
    or is as far, when it is `busy_elsewhere` with what the first does not hold."""
    outcomes, overtook = _run(monkeypatch, first, second, at, locks=True)
    assert overtook == busy_elsewhere, "the second came as far as the first: nothing held it"
    return outcomes


def race_unlocked(
    monkeypatch: pytest.MonkeyPatch, first: Work, second: Work, *, at: str = WRITING_A_MATCH
) -> list[Any]:
    """The same without the locks: both stand at `at` before either has passed it; then the first goes on, then the second."""
    outcomes, overtook = _run(monkeypatch, first, second, at, locks=False)
    assert overtook, "the second was held by something else than the lock"
    return outcomes


def somebody_waits() -> bool:
    """Does a transaction wait for another one's lock, or a thread for its turn to write?"""
    if connection.vendor == "sqlite":
        return bool(WRITE_LOCK._waiting)
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return bool(cursor.fetchone()[0])


def until(true: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE_S
    while not true():
        assert monotonic() < end, "the second side came to nothing"
        sleep(0.01)


def _patiently(execute: Work, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """A side that waits for a match gives up after two seconds; on a busy machine the first side may need more."""
    longer = sql.replace("lock_timeout = 2000", f"lock_timeout = {PATIENCE_S * 1000:.0f}")
    return execute(longer, params, many, context)


def _run(
    monkeypatch: pytest.MonkeyPatch, first: Work, second: Work, at: str, *, locks: bool
) -> tuple[list[Any], bool]:
    original = resolve_name(at)
    item, two = Runner(first, locks=locks), Runner(second, locks=locks)
    ready, go, overtook = Event(), Event(), Event()

    def stopping(*args: Any, **kwargs: Any) -> Any:
        if current_thread() is item and not ready.is_set():
            ready.set()
            assert go.wait(PATIENCE_S)
        elif current_thread() is two and not go.is_set():
            overtook.set()
            item.join(PATIENCE_S)
        return original(*args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(at, stopping)
        item.start()
        assert ready.wait(PATIENCE_S), item.outcome
        two.start()
        until(lambda: overtook.is_set() or not two.is_alive() or somebody_waits())
        go.set()
        item.join(PATIENCE_S)
        two.join(PATIENCE_S)
    return [item.outcome, two.outcome], overtook.is_set()
