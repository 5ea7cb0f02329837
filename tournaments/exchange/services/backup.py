"""One moment of the whole database in one file, taken while people play, and put back into an empty one.

SQLite by its own online copy, PostgreSQL by pg_dump on a snapshot of ours: what the fingerprint was taken of is
what is in the file. Readers hold nobody up in either.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.cache import caches
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.exchange.selectors.fingerprint import Area, fingerprint
from tournaments.models import Tournament
from web.errors import DomainError

FAR = 1_000_000
"""Added to each tournament's version: no answer that a browser kept from the lost future counts as the present one."""


def back_up(file: Path) -> list[Area]:
    """Write the file (which must not exist) for its owner's eyes only; the fingerprint of what is in it."""
    if file.exists():
        raise DomainError("file_exists", _("%(file)s exists already.") % {"file": file})
    part = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        copied = _copy_sqlite if connection.vendor == "sqlite" else _dump_postgres
        areas = copied(part)
        part.rename(file)
    except (OSError, sqlite3.Error) as error:
        told = _("%(file)s cannot be written: %(reason)s") % {"file": file, "reason": error}
        raise DomainError("cannot_write", told) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return areas


def restore(file: Path) -> list[Area] | None:
    """Fill the empty database; the fingerprint of what is in it, None when it has to be migrated first."""
    if not file.is_file():
        raise DomainError("no_such_file", _("There is no file %(file)s.") % {"file": file})
    if connection.introspection.table_names():
        raise DomainError("not_empty", _("The database is not empty: restore into a new one."))
    (_load_sqlite if connection.vendor == "sqlite" else _load_postgres)(file)
    if is_behind():
        let_go()
        return None
    areas = list(fingerprint())
    let_go()
    return areas


def is_behind() -> bool:
    """Is the database older than this code?"""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def let_go() -> None:
    """What was kept of a time that did not happen must not be shown as the present."""
    Tournament.objects.update(version=F("version") + FAR)
    for cache in caches.all():
        cache.clear()


def _copy_sqlite(part: Path) -> list[Area]:
    with connection.cursor() as cursor, closing(sqlite3.connect(part)) as copy:
        cursor.execute(
            "BEGIN"
        )  # deferred: a reader, who sees one moment and keeps nobody from writing
        try:
            areas = list(fingerprint())
            connection.connection.backup(copy)
        finally:
            cursor.execute("ROLLBACK")
    return areas


def _load_sqlite(file: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as kept:
            ((said,),) = kept.execute("PRAGMA integrity_check(1)")
            if said != "ok":
                raise sqlite3.DatabaseError(said)
            kept.backup(connection.connection)
    except sqlite3.DatabaseError as error:
        told = _("%(file)s is no whole backup: %(reason)s") % {"file": file, "reason": error}
        raise DomainError("broken_backup", told) from None


def _dump_postgres(part: Path) -> list[Area]:
    program = _program("pg_dump")
    with _one_moment() as snapshot:
        areas = list(fingerprint())
        _run([program, "--format=custom", f"--snapshot={snapshot}", f"--file={part}"])
    return areas


def _load_postgres(file: Path) -> None:
    program = _program("pg_restore")
    name = str(connection.settings_dict["NAME"])
    once = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
    _run([program, *once, f"--dbname={name}", str(file)])


@contextmanager
def _one_moment() -> Iterator[str]:
    """A transaction that sees one moment, and the name by which others see the same."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield cursor.fetchone()[0]


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        told = _(
            "%(name)s is not installed here. Install PostgreSQL's client programs, or call it where "
            "PostgreSQL runs (docs/backup.md)."
        )
        raise DomainError("no_program", told % {"name": name})
    return found


def _run(command: list[str]) -> None:
    known: dict[str, Any] = connection.settings_dict
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    given = {name: str(known[key]) for key, name in names.items() if known.get(key)}
    env = {**os.environ, **given, "PGDATABASE": str(known["NAME"])}
    done = subprocess.run(command, check=False, env=env, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise DomainError("program_failed", done.stderr.strip() or command[0])
