"""How a test that commits leaves the database empty: the rows are deleted, and nothing is migrated.

Django's own `flush` truncates every table and runs `post_migrate`, which writes content types and permissions again: half a
second a test. Those two tables keep their rows here, and so does the list of migrations.
"""

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

from web.append_only import registered_tables

BEGUN_WITH = {"django_migrations", "django_content_type", "auth_permission"}


def allow() -> None:
    """Let every test that commits end with `empty`."""
    TransactionTestCase._fixture_teardown = _fixture_teardown


def _fixture_teardown(case: TransactionTestCase) -> None:
    for name in case._databases_names(include_mirrors=False):
        empty(connections[name])


def empty(connection: BaseDatabaseWrapper) -> None:
    """Delete all rows, also those of append-only tables: their triggers are taken down and put up again."""
    filled = tables_with_rows(connection)
    if not filled:
        return
    append_only = [table for table in registered_tables() if table.table in filled]
    quote, vendor = connection.ops.quote_name, connection.vendor
    # Foreign keys are looked at when the transaction ends, so the order of the tables does not matter.
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for table in append_only:
            _execute(cursor, table.down(vendor))
        _execute(cursor, [f"DELETE FROM {quote(name)}" for name in filled])
    with connection.cursor() as cursor:  # PostgreSQL refuses it while deferred checks are pending
        for table in append_only:
            _execute(cursor, table.up(vendor))


def tables_with_rows(connection: BaseDatabaseWrapper) -> list[str]:
    """Which tables a test may have written; not those that a migrated database begins with."""
    names = set(connection.introspection.django_table_names(include_views=False)) - BEGUN_WITH
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(name)})"
                for name in sorted(names)
            )
        )
        return [name for (name,) in cursor.fetchall()]


def _execute(cursor, statements: list[str]) -> None:
    for statement in statements:
        cursor.execute(statement)
