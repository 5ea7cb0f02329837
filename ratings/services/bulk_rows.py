"""Write very many rated matches at once: COPY on PostgreSQL, one prepared statement on SQLite. Decides nothing."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from ratings.models import RatingChange

TABLE = RatingChange._meta.db_table
COLUMNS = [field.attname for field in RatingChange._meta.concrete_fields if field.attname != "id"]


def insert_changes(rows: Sequence[tuple[Any, ...]]) -> None:
    """New rows of RatingChange; each a tuple in the order of COLUMNS."""
    if not rows:
        return
    names = ", ".join(COLUMNS)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {TABLE} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(COLUMNS))
        cursor.executemany(
            f"INSERT INTO {TABLE} ({names}) VALUES ({marks})",  # noqa: S608
            [tuple(map(_sqlite_value, row)) for row in rows],
        )


def _sqlite_value(value: Any) -> Any:
    """As Django stores it."""
    if isinstance(value, datetime):
        return str(value.replace(tzinfo=None))
    return value.hex if isinstance(value, UUID) else value
