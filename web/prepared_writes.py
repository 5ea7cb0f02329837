"""Writes whose statements are made before their transaction begins: on SQLite one writes at a time, and moves would wait.

A process beside the site makes the statements, and the site carries them out (parent_calls.py).
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import Model, QuerySet, sql
from django.db.models.constants import OnConflict

from web.parent_calls import in_parent

M = TypeVar("M", bound=Model)
Statement = tuple[str, tuple[Any, ...]]


@in_parent
def write(statements: Sequence[Statement]) -> list[int]:
    """How many rows each of them has changed, all in one transaction. One alone is a transaction by itself, in which a thread
    never waits for the interpreter while SQLite is locked."""
    if not statements:
        return []
    if len(statements) == 1:
        with connection.cursor() as cursor:
            cursor.execute(*statements[0])
            return [cursor.rowcount]
    with transaction.atomic():
        return _carry_out(statements)


def _carry_out(statements: Sequence[Statement]) -> list[int]:
    changed: list[int] = []
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(*statement)
            changed.append(cursor.rowcount)
    return changed


def write_unlocked(
    rows: QuerySet[M], statements: Callable[[QuerySet[M]], list[Statement]]
) -> list[int]:
    """`write` for these rows, without those that another transaction writes at present, where the database locks rows."""
    if not connection.features.has_select_for_update:
        return write(statements(rows))
    with transaction.atomic():
        free = list(rows.select_for_update(skip_locked=True).values_list("pk", flat=True))
        return write(statements(rows.model._default_manager.filter(pk__in=free))) if free else []


def update_of(rows: QuerySet[Any], **values: Any) -> list[Statement]:
    """What `rows.update(**values)` sends."""
    query: Any = rows.query.chain(sql.UpdateQuery)
    query.add_update_values(values)
    query.annotations = {}
    query.clear_ordering(force=True)
    return _compiled(query)


def delete_of(rows: QuerySet[Any]) -> list[Statement]:
    """Deletes these rows; those of other tables that belong to them stay, so there must be none."""
    query = rows.query.chain(sql.DeleteQuery)
    query.clear_ordering(force=True)
    return _compiled(query)


def insert_of(rows: Sequence[Model]) -> list[Statement]:
    """Inserts these rows of one table, without those that are there already."""
    if not rows:
        return []
    model = type(rows[0])
    fields = [field for field in model._meta.concrete_fields if field is not model._meta.pk]
    most = connection.ops.bulk_batch_size(fields, list(rows))
    statements: list[Statement] = []
    for start in range(0, len(rows), most):
        query = sql.InsertQuery(model, on_conflict=OnConflict.IGNORE)
        query.insert_values(fields, list(rows[start : start + most]))
        compiled = query.get_compiler(connection=connection).as_sql()
        statements += [(text, tuple(params)) for text, params in compiled]
    return statements


def _compiled(query: Any) -> list[Statement]:
    try:
        text, params = query.get_compiler(connection=connection).as_sql()
    except EmptyResultSet:
        return []
    return [(text, tuple(params))]
