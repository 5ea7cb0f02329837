"""Django's PostgreSQL backend, where a server that went away costs its clients little, twice.

Gone: a thread that gets no connection in time opens a circuit breaker for a second. Back: a connection that the server has
closed is noticed when it is taken from the pool, before a statement fails on it. It is replaced and the pool is emptied,
so that nobody is answered 503 after a restart of PostgreSQL.
"""

import select
from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError

from config.databases import CONNECT_S
from config.postgres.circuit_breaker import CircuitBreaker

CIRCUIT = CircuitBreaker(pause_s=1.0, longest_try_s=CONNECT_S + 1.0)
DRAINED_ONCE_IN_S = 1.0
MOST_REPLACED = 64


class DatabaseWrapper(base.DatabaseWrapper):
    """One per thread; the pool and the circuit breaker belong to the process."""

    _drained_at = 0.0

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not CIRCUIT.may_try():
            raise self.Database.OperationalError("the database did not answer a moment ago")
        try:
            connection = self._live_connection(conn_params)
        except self.Database.Error:
            CIRCUIT.failed()
            raise
        CIRCUIT.succeeded()
        return connection

    def _live_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that the server has not closed while it lay in the pool."""
        connection = super().get_new_connection(conn_params)
        for _ in range(MOST_REPLACED):
            pool = self.pool
            if pool is None or not was_closed_by_server(connection):
                break
            connection.close()
            pool.putconn(connection)
            if self._may_drain():
                pool.drain()
            connection = super().get_new_connection(conn_params)
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


def was_closed_by_server(connection: Any) -> bool:
    """Has a server that went away closed this idle connection? Asks the socket, not the server: it is silent while all is
    well, and only when something has come unasked does a query find out what."""
    unasked = select.poll()
    unasked.register(connection.fileno(), select.POLLIN)
    if not unasked.poll(0):
        return False
    try:
        connection.execute("")
    except OperationalError:
        return True
    return bool(connection.closed)
