"""Writes whose statements are made before their transaction begins: on SQLite one writes at a time, and moves would wait.

A process beside the site makes the statements, and the site carries them out (parent_calls.py).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import Case, Model, QuerySet, Value, When, sql
from django.db.models.constants import OnConflict
from django.db.models.functions import Cast

from web.async_commit import commit_asynchronously
from web.parent_calls import in_parent

M = TypeVar("M", bound=Model)
Statement = tuple[str, tuple[Any, ...]]
EACH_AT_ONCE = 50


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
    with transaction.atomic(savepoint=False):
        return _carry_out(statements)


def _carry_out(statements: Sequence[Statement]) -> list[int]:
    changed: list[int] = []
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(*statement)
            changed.append(cursor.rowcount)
    return changed


def write_unlocked(
    rows: QuerySet[M],
    statements: Callable[[QuerySet[M]], list[Statement]],
    *,
    may_be_undone: bool = False,
) -> list[int]:
    """`write` for these rows, without those that another transaction writes at present, where the database locks rows. What a
    crash may undo does not wait for the disk (async_commit.py)."""
    if not connection.features.has_select_for_update:
        return write(statements(rows))
    with transaction.atomic():
        if may_be_undone:
            commit_asynchronously()
        locked = rows.select_for_update(skip_locked=True, of=("self",))
        free = list(locked.values_list("pk", flat=True))
        return write(statements(rows.model._default_manager.filter(pk__in=free))) if free else []


def write_locked(rows: QuerySet[Any], statements: Sequence[Statement]) -> list[int]:
    """`write` where the database locks rows: after it has locked these, in the order of their keys. A crash may undo it
    (async_commit.py)."""
    if not connection.features.has_select_for_update:
        return write(statements)
    with transaction.atomic():
        commit_asynchronously()
        list(rows.select_for_update(no_key=True).order_by("pk").values_list("pk"))
        return write(statements)


def update_of(rows: QuerySet[Any], **values: Any) -> list[Statement]:
    """What `rows.update(**values)` sends."""
    query: Any = rows.query.chain(sql.UpdateQuery)
    query.add_update_values(values)
    query.annotations = {}
    query.clear_ordering(force=True)
    return _compiled(query)


def update_each_of(rows: QuerySet[M], values: Mapping[int, Mapping[str, Any]]) -> list[Statement]:
    """Gives each of these rows its own values, by its `pk`: all name the same fields. EACH_AT_ONCE rows a statement."""
    pks, statements = list(values), list[Statement]()
    for start in range(0, len(pks), EACH_AT_ONCE):
        part = pks[start : start + EACH_AT_ONCE]
        chosen = {name: _case(rows, name, values, part) for name in values[part[0]]}
        statements += update_of(rows.filter(pk__in=part), **chosen)
    return statements


def _case(
    rows: QuerySet[Any], name: str, values: Mapping[int, Mapping[str, Any]], pks: Sequence[int]
) -> Any:
    field = rows.model._meta.get_field(name)
    cases = [When(pk=pk, then=Value(values[pk][name], output_field=field)) for pk in pks]
    chosen = Case(*cases, output_field=field)
    if connection.features.requires_casted_case_in_updates:
        return Cast(chosen, output_field=field)
    return chosen


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
