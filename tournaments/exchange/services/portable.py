"""Backups that any database can restore: gzipped JSON lines, which move a site from SQLite to PostgreSQL or back.

The first line is the header, `{"format": "barpoint", "version": 1, "migrations": [...]}`. After it each table has a line
`{"table": name, "columns": [...], "last": number}`, followed by a line for each row, a list of values. `last` is the highest
number that the table ever gave to a row, or null. The last line is `{"rows": number}`.
"""

from __future__ import annotations

import gzip
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import (
    DataError,
    IntegrityError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)
from django.db.migrations.loader import MigrationLoader
from django.db.models import BinaryField, Field, JSONField, Model
from django.utils.duration import duration_iso_string

from accounts.session_models import LoginSession
from tournaments.exchange.services.row_numbers import last_number, set_last_number
from web.errors import DomainError

GZIP = b"\x1f\x8b"
FORMAT, VERSION = "barpoint", 1
AT_ONCE = 500
LEFT_OUT = {Session, LoginSession}
"""Everybody signs in again."""


def is_portable(file: Path) -> bool:
    """Does the file begin as a portable backup does?"""
    with file.open("rb") as opened:
        return opened.read(len(GZIP)) == GZIP


def write(file: Path) -> None:
    """Write all tables. Call it within one snapshot if the site is in use."""
    rows = 0
    with gzip.open(file, "wt", encoding="utf-8") as lines:
        header = {"format": FORMAT, "version": VERSION, "migrations": migrations()}
        lines.write(json.dumps(header) + "\n")
        for model in models():
            names = [field.attname for field in fields_of(model)]
            table = {"table": model._meta.db_table, "columns": names, "last": last_number(model)}
            lines.write(json.dumps(table) + "\n")
            stored = model._base_manager.order_by("pk").values_list(*names)
            for row in stored.iterator(chunk_size=AT_ONCE):
                lines.write(json.dumps(row, default=_spelt) + "\n")
                rows += 1
        lines.write(json.dumps({"rows": rows}) + "\n")


def read(file: Path) -> None:
    """Make the tables of an empty database, and fill them. The whole file is checked before anything is written.

    A database that was migrated and not used yet is taken as well, so that the right file can follow a refused one.
    """
    is_new = not connection.introspection.table_names()
    if not is_new:
        _refuse_used()
    check(file)
    if is_new:
        call_command("migrate", interactive=False, verbosity=0)
    tables = {model._meta.db_table: model for model in models()}
    with transaction.atomic():
        _empty(tables.values())
        for table, columns, rows in _tables(file):
            with _refused_rows(file, table):
                _insert(tables[table], columns, rows)
        with _refused_rows(file):
            connection.check_constraints()
        _reset_sequences(list(tables.values()))
        _set_last_numbers(file, tables)


def migrations() -> list[str]:
    """The last migration of each app that this version of Barpoint has."""
    leaves = MigrationLoader(None).graph.leaf_nodes()
    return sorted(f"{app}.{name}" for app, name in leaves)


def models() -> list[type[Model]]:
    """Those with a table that is kept, by its name."""
    every = apps.get_models(include_auto_created=True)
    kept = {m for m in every if m._meta.managed and not m._meta.proxy} - LEFT_OUT
    return sorted(kept, key=lambda model: model._meta.db_table)


def fields_of(model: type[Model]) -> list[Field[Any, Any]]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def check(file: Path) -> None:
    """Refuse an incomplete file, and one of another version."""
    lines = _lines(file)
    _check_header(file, next(lines, None))
    rows, width, last = 0, 0, None
    for last in lines:
        match last:
            case list():
                rows += 1
                if len(last) != width:
                    raise _broken(file, f"Row {rows} has {len(last)} values instead of {width}.")
            case {"table": str(table), "columns": list(columns)}:
                _check_columns(file, table, columns)
                width = len(columns)
            case {"rows": int()}:
                pass
            case _:
                raise _broken(file, f"After row {rows} there is no row and no table.")
    if last != {"rows": rows}:
        raise _broken(file, "Its end is missing.")


def _check_header(file: Path, header: Any) -> None:
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise _broken(file, "It does not begin as a backup of Barpoint.")
    if header.get("version") != VERSION or header.get("migrations") != migrations():
        text = (
            f"{file} was made by another version of Barpoint. Restore it with that version, then run "
            "migrate with this one."
        )
        raise DomainError("other_version", text)


def _check_columns(file: Path, table: str, columns: list[str]) -> None:
    here = {model._meta.db_table: [f.attname for f in fields_of(model)] for model in models()}
    if sorted(columns) != sorted(here.get(table, [])):
        raise _broken(file, f"Table {table} has other columns here.")


def _broken(file: Path, why: str) -> DomainError:
    return DomainError("broken_backup", f"{file} is not a complete backup: {why}")


def _lines(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    except (EOFError, OSError, ValueError, zlib.error) as error:
        raise _broken(file, str(error)) from None


def _tables(file: Path) -> Iterator[tuple[str, list[str], list[list[Any]]]]:
    """Some rows of a table at a time."""
    table, columns = "", list[str]()
    rows: list[list[Any]] = []
    for line in _lines(file):
        if isinstance(line, list):
            rows.append(line)
        if rows and (isinstance(line, dict) or len(rows) == AT_ONCE):
            yield table, columns, rows
            rows = []
        if isinstance(line, dict) and "table" in line:
            table, columns = line["table"], line["columns"]


def _refuse_used() -> None:
    """Migrations write permissions and content types; any other row is somebody's."""
    try:
        is_used = any(m._base_manager.exists() for m in set(models()) - {Permission, ContentType})
    except (OperationalError, ProgrammingError):  # its tables are not ours, or of another version
        is_used = True
    if is_used:
        raise DomainError("not_empty", "The database is not empty. Restore into a new one.")


@contextmanager
def _refused_rows(file: Path, table: str = "") -> Iterator[None]:
    try:
        yield
    except (DataError, IntegrityError) as error:
        place = f"A row of {table}" if table else "A row"
        text = f"{place} in {file} is refused by this database: {str(error).strip()}"
        raise DomainError("row_refused", text) from None


def _empty(every: Iterable[type[Model]]) -> None:
    """Migrations have made some rows, which are in the backup as well. Tables without rows may refuse to be emptied."""
    for model in every:
        if model._base_manager.exists():
            model._base_manager.all()._raw_delete(connection.alias)


def _insert(model: type[Model], columns: list[str], rows: list[list[Any]]) -> None:
    """Values are stored as they are: nothing is set to the present time, and no signal is sent."""
    by_name = {field.attname: field for field in fields_of(model)}
    fields = [by_name[name] for name in columns]
    objects = [
        model(**{f.attname: _read(f, value) for f, value in zip(fields, row, strict=True)})
        for row in rows
    ]
    most = connection.ops.bulk_batch_size(fields, objects) or len(objects)
    for start in range(0, len(objects), most):
        part = objects[start : start + most]
        model._base_manager._insert(part, fields=fields, using=connection.alias, raw=True)  # type: ignore[attr-defined]


def _reset_sequences(every: list[type[Model]]) -> None:
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), every):
            cursor.execute(statement)


def _set_last_numbers(file: Path, tables: dict[str, type[Model]]) -> None:
    for line in _lines(file):
        if isinstance(line, dict) and line.get("last"):
            set_last_number(tables[line["table"]], line["last"])


def _spelt(value: Any) -> Any:
    """What JSON has no form for; `_read` knows by the field what it was."""
    match value:
        case bytes() | memoryview():
            return b64encode(bytes(value)).decode()
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case date() | time():
            return value.isoformat()
        case timedelta():
            return duration_iso_string(value)
        case Decimal() | UUID():
            return str(value)
    raise TypeError(f"A value of type {type(value).__name__} has no portable form.")


def _read(field: Field[Any, Any], value: Any) -> Any:
    if value is None or isinstance(field, JSONField):
        return value
    if isinstance(field, BinaryField):
        return b64decode(value)
    return field.to_python(value)
