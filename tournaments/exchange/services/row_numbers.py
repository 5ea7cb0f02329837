"""The highest number that a table has given to a row, also to one that was deleted since: no number is given twice."""

from django.db import connection
from django.db.models import Model


def last_number(model: type[Model]) -> int | None:
    """None where the table gives no numbers, or has given none yet."""
    if model._meta.auto_field is None:
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            table = model._meta.db_table
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s AND seq > 0", [table])
            row = cursor.fetchone()
            return row and int(row[0])
        cursor.execute(f"SELECT last_value, is_called FROM {_sequence(model)}")  # noqa: S608  # our own tables
        value, is_called = cursor.fetchone()
        return int(value) if is_called else None


def set_last_number(model: type[Model], number: int) -> None:
    """The next row gets the number after this one."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            table = model._meta.db_table
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number]
            )
        else:
            cursor.execute("SELECT setval(%s, %s)", [_sequence(model), number])


def _sequence(model: type[Model]) -> str:
    """Its name in PostgreSQL, with quotes where it needs them."""
    table = connection.ops.quote_name(model._meta.db_table)
    column = getattr(model._meta.auto_field, "column", "")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, column])
        return str(cursor.fetchone()[0])
