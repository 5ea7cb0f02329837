"""Between tests the database is emptied, which what is append-only refuses."""

from typing import Any

from django.db.utils import load_backend

from web.append_only import kept


def allow() -> None:
    """`flush` takes the triggers down first; they are put up again by what follows it (post_migrate)."""
    _first_down("django.db.backends.sqlite3", "sqlite")
    _first_down("django.db.backends.postgresql", "postgresql")


def _first_down(backend: str, vendor: str) -> None:
    operations = load_backend(backend).DatabaseWrapper.ops_class
    real = operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: Any, **how: Any) -> list[str]:
        down = [statement for one in kept() for statement in one.down(vendor)]
        return [*down, *real(self, style, tables, **how)]

    operations.sql_flush = sql_flush
