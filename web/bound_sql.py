"""Statements that the live table sends again and again, with parameters that PostgreSQL binds.

Django's cursor writes parameters into the text of a statement, in Python.
Preparing them as well made no difference (benchmarks/live.py), and would not work behind a connection pooler.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection

Row = tuple[Any, ...]


def fetch(sql: str, params: Sequence[Any]) -> list[Row]:
    """The rows of a statement whose text is always the same. Raises Django's database errors."""
    if _is_left_to_django():
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            return cursor.fetchall()
    with _Bound(sql, params) as cursor:
        return list(cursor.fetchall())


def execute(sql: str, params: Sequence[Any]) -> None:
    """The same for a statement without rows."""
    if _is_left_to_django():
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
        return
    with _Bound(sql, params):
        return


def _is_left_to_django() -> bool:
    """Other databases, and whoever has the queries logged, counted or looked at (`SpectatorReads`)."""
    watched = connection.queries_logged or connection.execute_wrappers
    return connection.vendor != "postgresql" or bool(watched)


class _Bound:
    """A cursor of psycopg that binds on the server."""

    def __init__(self, sql: str, params: Sequence[Any]) -> None:
        self._sql, self._params = sql, params

    def __enter__(self) -> Any:
        import psycopg

        connection.ensure_connection()
        with connection.wrap_database_errors:
            self._cursor = psycopg.Cursor(connection.connection)
            self._cursor.execute(self._sql, self._params)
        return self._cursor

    def __exit__(self, *error: object) -> None:
        self._cursor.close()
