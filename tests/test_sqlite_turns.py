"""Writers of one process are served in the order they came, and nobody keeps the turn by failing."""

import threading
import time

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from accounts.models import User
from config.sqlite import base
from config.sqlite.base import WRITE_LOCK
from config.sqlite.fair_write_lock import FairWriteLock
from games.live.threads import DatabaseThreads
from web.write_turns import goes_first


def test_who_goes_first_waits_for_the_present_writer_alone() -> None:
    turns, order = FairWriteLock(), []
    assert turns.take(1)

    def write(name: str, first: bool) -> None:
        assert turns.take(5, first=first)
        order.append(name)
        turns.give_back()

    threads = []
    for waiting, (name, first) in enumerate((("sweep", False), ("page", False), ("move", True))):
        threads.append(threading.Thread(target=write, args=(name, first)))
        threads[-1].start()
        until = time.monotonic() + 5
        while len(turns._waiting) <= waiting and time.monotonic() < until:
            time.sleep(0.001)
    turns.give_back()
    for thread in threads:
        thread.join()
    assert order == ["move", "sweep", "page"]


def test_the_thread_that_writes_moves_goes_first() -> None:
    threads = DatabaseThreads()
    assert [writer.submit(goes_first).result() for writer in threads._writers] == [
        True
    ] * threads.lanes
    assert not threads._readers.submit(goes_first).result()
    assert not goes_first()


def test_turns_are_given_in_the_order_of_asking() -> None:
    turns, order = FairWriteLock(), []
    assert turns.take(1)

    def ask(name: int) -> None:
        assert turns.take(5)
        order.append(name)
        turns.give_back()

    threads = [threading.Thread(target=ask, args=(name,)) for name in range(5)]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    turns.give_back()
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_who_waits_too_long_leaves_the_queue() -> None:
    turns = FairWriteLock()
    assert turns.take(1)
    assert not turns.take(0.01)
    turns.give_back()
    assert turns.take(0.01)


def free() -> bool:
    taken = WRITE_LOCK.take(0.5)
    if taken:
        WRITE_LOCK.give_back()
    return taken


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_commit_rollback_error_and_close_all_end_the_turn() -> None:
    with transaction.atomic():
        User.objects.create(username="one")
        assert not free()
    assert free()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username="one")
    assert free()
    transaction.set_autocommit(False)
    User.objects.create(username="two")
    connection.close()
    assert free()
    with transaction.atomic():
        User.objects.create(username="three")
        connection.close()
    assert free()
    assert User.objects.count() == 1


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_writer_whose_turn_does_not_come_waits_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused after its wait for the turn, without another wait for SQLite's own lock."""
    monkeypatch.setattr(base, "LOCK_S", 0.05)
    assert WRITE_LOCK.take(1)
    try:
        with pytest.raises(OperationalError, match="database is locked"), transaction.atomic():
            pytest.fail("there was no turn to take")
    finally:
        WRITE_LOCK.give_back()
    with transaction.atomic():
        User.objects.create(username="later")
    assert free()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_threads_that_write_at_once_all_get_through() -> None:
    def write(name: str) -> None:
        for number in range(20):
            with transaction.atomic():
                User.objects.create(username=f"{name}{number}")
        connection.close()

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert User.objects.count() == 80
