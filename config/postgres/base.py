"""Django's PostgreSQL backend, where a server that went away costs its clients little, twice.

Gone: whoever finds no connection in time shuts a door (door.py) for a second. Back: the first broken connection
that is handed in empties the pool, so that its other connections, broken too, fail nobody.
"""

from time import monotonic
from typing import Any

from django.db.backends.postgresql import base

from config.databases import CONNECT_S
from config.postgres.door import Door

DOOR = Door(shut_s=1.0, longest_try_s=CONNECT_S + 1.0)
DRAINED_ONCE_IN_S = 1.0


class DatabaseWrapper(base.DatabaseWrapper):
    """One per thread; the pool and the door are the process's."""

    _drained_at = 0.0

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not DOOR.may_try():
            raise self.Database.OperationalError("the database did not answer a moment ago")
        try:
            connection = super().get_new_connection(conn_params)
        except self.Database.Error:
            DOOR.shut()
            raise
        DOOR.opened()
        return connection

    def _close(self) -> None:
        pool = self.pool
        is_broken = self.connection is not None and self.connection.broken
        super()._close()  # type: ignore[misc]
        if pool is not None and is_broken and self._may_drain():
            pool.drain()

    @classmethod
    def _may_drain(cls) -> bool:
        """Sixteen broken connections that come back one by one empty the pool once."""
        now = monotonic()
        if now - cls._drained_at < DRAINED_ONCE_IN_S:
            return False
        cls._drained_at = now
        return True
