"""Django's SQLite backend, where a transaction first takes a fair lock (fair_write_lock.py).

Transactions begin IMMEDIATE, so each one is a writer; statements outside one keep SQLite's busy timeout.
"""

from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from config.databases import LOCK_S
from config.sqlite.fair_write_lock import FairWriteLock
from web.write_turns import goes_first

WRITE_LOCK = FairWriteLock()


class DatabaseWrapper(base.DatabaseWrapper):
    """One per thread; `_my_turn` says whether this thread's transaction holds the turn."""

    _my_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        self._my_turn = self._my_turn or WRITE_LOCK.take(LOCK_S, first=goes_first())
        if not self._my_turn:
            raise OperationalError("database is locked")
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> Any:
        """A commit that fails keeps the turn; the rollback that follows gives it back."""
        done = super()._commit()  # type: ignore[misc]
        self._end_turn()
        return done

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def close(self) -> None:
        try:
            super().close()
        finally:
            if self.connection is None or self.closed_in_transaction:
                self._end_turn()

    def _end_turn(self) -> None:
        if self._my_turn:
            self._my_turn = False
            WRITE_LOCK.give_back()
