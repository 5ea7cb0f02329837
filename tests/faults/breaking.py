"""Ways to break the database under a test, each undone at the end of its `with`."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection


@contextmanager
def everything_fails(error: Exception) -> Iterator[None]:
    """Every statement of this thread raises it."""

    def fail(*_args: Any) -> None:
        raise error

    with connection.execute_wrapper(fail):
        yield


class FailsAt:
    """An execute_wrapper that fails the n-th statement of a transaction, counted from 1."""

    def __init__(self, number: int, error: Exception) -> None:
        self.left, self.error, self.happened = number, error, False

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        self.left -= 1
        if self.left == 0:
            self.happened = True
            raise self.error
        return execute(sql, params, many, context)


@contextmanager
def broken(fault: str) -> Iterator[None]:
    """`full`, `read only` or `locked`, for real, as far as the database lets itself be."""
    with {
        ("sqlite", "full"): _sqlite_full,
        ("sqlite", "read only"): _sqlite_read_only,
        ("sqlite", "locked"): _sqlite_locked,
        ("postgresql", "full"): _postgres_full,
        ("postgresql", "read only"): _postgres_read_only,
        ("postgresql", "locked"): _postgres_locked,
    }[connection.vendor, fault]():
        yield


def execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@contextmanager
def _sqlite_full() -> Iterator[None]:
    """The file may not grow, and its free pages are used up."""
    execute("CREATE TABLE ballast (it TEXT)")
    execute("PRAGMA max_page_count = 1")  # SQLite makes it what the file has already
    try:
        with pytest.raises(OperationalError, match="full"):
            _fill()
        yield
    finally:
        execute("PRAGMA max_page_count = 1073741823")
        execute("DROP TABLE ballast")


def _fill() -> None:
    while True:
        execute("INSERT INTO ballast VALUES (hex(zeroblob(200)))")


@contextmanager
def _sqlite_read_only() -> Iterator[None]:
    execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        execute("PRAGMA query_only = OFF")


@contextmanager
def _sqlite_locked() -> Iterator[None]:
    """Another process writes for longer than anybody waits."""
    execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(Path(str(connection.settings_dict["NAME"])))) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()
    execute(f"PRAGMA busy_timeout = {settings.DATABASES['default']['OPTIONS']['timeout'] * 1000}")


@contextmanager
def _postgres_full() -> Iterator[None]:
    """The server's own words for a full disk, said where a row would be written."""
    execute(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; "
        "END $$"
    )
    execute(
        "CREATE TRIGGER full_disk BEFORE INSERT ON accounts_apitoken EXECUTE FUNCTION full_disk()"
    )
    try:
        yield
    finally:
        execute("DROP FUNCTION full_disk CASCADE")


@contextmanager
def _postgres_read_only() -> Iterator[None]:
    execute("SET default_transaction_read_only = on")
    try:
        yield
    finally:
        execute("SET default_transaction_read_only = off")


@contextmanager
def _postgres_locked() -> Iterator[None]:
    """Another session holds the table for longer than anybody waits."""
    execute("SET lock_timeout = 50")
    with elsewhere() as other:
        other.execute("LOCK TABLE accounts_apitoken")
        yield
        other.rollback()
    execute("RESET lock_timeout")


@contextmanager
def elsewhere() -> Iterator[psycopg.Connection[Any]]:
    """A session of somebody else on the same PostgreSQL database."""
    connection_params = connection.get_connection_params()
    chosen = {
        key: connection_params[key]
        for key in ("dbname", "user", "password", "host", "port")
        if key in connection_params
    }
    with closing(psycopg.connect(**chosen)) as other:
        yield other
