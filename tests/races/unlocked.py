"""The same statements without their locks: for controls that show what a lock is for. Nobody else may use it.

PostgreSQL: `FOR UPDATE` and advisory locks are cut out of what is sent. SQLite, where the immediate transaction is
the lock: no transaction is begun, each statement stands alone.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

ROW_LOCK = re.compile(r"\bFOR (NO KEY )?UPDATE\b( OF (\"\w+\"|\w+))?( SKIP LOCKED| NOWAIT)?", re.I)
ADVISORY = re.compile(r"\bpg_advisory_xact_lock\(", re.I)


@contextmanager
def unlocked() -> Iterator[None]:
    """What this thread does inside runs without locks."""
    begin = "_start_transaction_under_autocommit"
    with connection.execute_wrapper(_without_lock):
        if connection.vendor == "sqlite":
            setattr(connection, begin, lambda: None)
        try:
            yield
        finally:
            if connection.vendor == "sqlite":
                delattr(connection, begin)


def _without_lock(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    free = ADVISORY.sub("length(''||", ROW_LOCK.sub("", sql))
    return execute(free, params, many, context)
