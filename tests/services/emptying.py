"""Between tests the database is emptied; SQLite does it row by row, which what is append-only refuses."""

from typing import Any

from django.db.backends.sqlite3.base import DatabaseWrapper

from accounts.append_only import kept


def allow() -> None:
    """`flush` takes the triggers down first; they are put up again by what follows it (post_migrate)."""
    operations = DatabaseWrapper.ops_class
    real = operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: Any, **how: Any) -> list[str]:
        down = [statement for one in kept() for statement in one.down("sqlite")]
        return [*down, *real(self, style, tables, **how)]

    operations.sql_flush = sql_flush  # type: ignore[method-assign]
