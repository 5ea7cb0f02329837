"""Write very many rows of ratings at once: COPY on PostgreSQL, one prepared statement on SQLite. Decides nothing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, models

from ratings.models import PeriodRating, PlayerRating, RatingChange
from ratings.services.periods import PERIOD_COLUMNS

Row = tuple[Any, ...]
COLUMNS = [field.attname for field in RatingChange._meta.concrete_fields if field.attname != "id"]
CURRENT_COLUMNS = [field.attname for field in PlayerRating._meta.concrete_fields if field.attname != "id"]  # fmt: skip
MANY = 5000
"""From so many new rows on, SQLite makes the indexes of an empty table after them: many times faster in the end."""


def insert_changes(rows: Sequence[Row]) -> None:
    """New rows of RatingChange; each a tuple in the order of COLUMNS."""
    if len(rows) < MANY or connection.vendor != "sqlite" or RatingChange.objects.exists():
        _insert(RatingChange, COLUMNS, rows)
        return
    with _indexes_made_afterwards(RatingChange):
        _insert(RatingChange, COLUMNS, rows)


def insert_current(rows: Sequence[Row]) -> None:
    """New rows of PlayerRating; each a tuple in the order of CURRENT_COLUMNS."""
    _insert(PlayerRating, CURRENT_COLUMNS, rows)


def insert_periods(rows: Sequence[Row]) -> None:
    """New rows of PeriodRating; each a tuple in the order of PERIOD_COLUMNS."""
    _insert(PeriodRating, PERIOD_COLUMNS, rows)


def _insert(model: type[models.Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    if not rows:
        return
    table, names = model._meta.db_table, ", ".join(columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(columns))
        cursor.executemany(
            f"INSERT INTO {table} ({names}) VALUES ({marks})",  # noqa: S608
            _as_sqlite_stores_them(model, columns, rows),  # type: ignore[arg-type]  # it takes any iterator
        )


def _as_sqlite_stores_them(
    model: type[models.Model], columns: Sequence[str], rows: Sequence[Row]
) -> Iterator[list[Any]]:
    """The rows with their times and UUIDs as Django stores them. Only these columns are looked at."""
    stored: dict[type[models.Field[Any, Any]], Callable[[Any], Any]] = {
        models.DateTimeField: _time,
        models.UUIDField: _uuid,
    }
    fields = {field.attname: type(field) for field in model._meta.concrete_fields}
    turned = [
        (at, stored[fields[name]]) for at, name in enumerate(columns) if fields[name] in stored
    ]
    for row in rows:
        values = list(row)
        for at, as_stored in turned:
            if values[at] is not None:
                values[at] = as_stored(values[at])
        yield values


def _time(value: datetime) -> str:
    return str(value)[:-6]  # without its offset


def _uuid(value: UUID) -> str:
    return value.hex


@contextmanager
def _indexes_made_afterwards(model: type[models.Model]) -> Iterator[None]:
    """Within it the table has no index but its key. In a transaction; others see the table with its indexes throughout."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = %s AND sql IS NOT NULL",
            [model._meta.db_table],
        )
        indexes = cursor.fetchall()
        for name, _sql in indexes:
            cursor.execute(f"DROP INDEX {connection.ops.quote_name(name)}")
        yield
        for _name, sql in indexes:
            cursor.execute(sql)
