"""Back up the whole database into a file while the site is in use, and restore it into an empty one.

SQLite uses its online backup, PostgreSQL pg_dump on a snapshot that we export, so that the fingerprint is that of the
file. Neither blocks writers. A portable backup (portable.py) can be restored into another kind of database.
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

from tournaments.exchange.selectors.fingerprint import AreaDigest, fingerprint
from tournaments.exchange.services import portable
from tournaments.models import Tournament
from web.errors import DomainError

VERSION_JUMP = 1_000_000
"""Added to each tournament's version, so that no response cached by a browser before the restore matches."""
FILE_STARTS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
"""The first bytes of a backup, by the kind of database."""


def back_up(file: Path, *, is_portable: bool = False) -> list[AreaDigest]:
    """Write the file (which must not exist), readable by its owner only; returns the fingerprint of its contents."""
    if is_portable and is_behind():
        raise DomainError("is_behind", "The database is of an earlier version. Run migrate first.")
    if file.exists():
        raise DomainError("file_exists", f"{file} already exists.")
    part = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        areas = _copied(part, is_portable)
        part.rename(file)
    except (OSError, sqlite3.Error) as error:
        text = f"{file} cannot be written: {error}"
        raise DomainError("cannot_write", text) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return areas


def restore(file: Path) -> list[AreaDigest] | None:
    """Fill the empty database; returns the fingerprint of its contents, None if it has to be migrated first."""
    if not file.is_file():
        raise DomainError("no_such_file", f"File not found: {file}.")
    if portable.is_portable(file):
        portable.read(file)
    elif connection.introspection.table_names():
        raise DomainError("not_empty", "The database is not empty. Restore into a new one.")
    else:
        _refuse_other_database(file)
        (_load_sqlite if connection.vendor == "sqlite" else _load_postgres)(file)
    if is_behind():
        forget_caches()
        return None
    areas = list(fingerprint())
    forget_caches()
    return areas


def is_behind() -> bool:
    """Is the database older than this code?"""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def forget_caches() -> None:
    """Make every cached page and response of the time before the restore invalid."""
    Tournament.objects.update(version=F("version") + VERSION_JUMP)
    for cache in caches.all():
        cache.clear()


def _copied(part: Path, is_portable: bool) -> list[AreaDigest]:
    """The fingerprint and the copy are of one snapshot."""
    snapshot = _sqlite_snapshot if connection.vendor == "sqlite" else _exported_snapshot
    with snapshot() as name:
        areas = list(fingerprint())
        if is_portable:
            portable.write(part)
        elif connection.vendor == "sqlite":
            with closing(sqlite3.connect(part)) as copy:
                connection.connection.backup(copy)
        else:
            _run([_program("pg_dump"), "--format=custom", f"--snapshot={name}", f"--file={part}"])
    return areas


@contextmanager
def _sqlite_snapshot() -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")  # deferred: a reader with one snapshot does not block writers
        try:
            yield ""
        finally:
            cursor.execute("ROLLBACK")


def _refuse_other_database(file: Path) -> None:
    with file.open("rb") as opened:
        start = opened.read(16)
    for vendor, own in FILE_STARTS.items():
        if vendor != connection.vendor and start.startswith(own):
            text = (
                f"{file} was made by another kind of database. Make a backup that either "
                "restores: manage.py backup --portable FILE."
            )
            raise DomainError("other_database", text)


def _load_sqlite(file: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            ((verdict,),) = copy.execute("PRAGMA integrity_check(1)")
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            copy.backup(connection.connection)
    except sqlite3.DatabaseError as error:
        text = f"{file} is not a complete backup: {error}"
        raise DomainError("broken_backup", text) from None


def _load_postgres(file: Path) -> None:
    program = _program("pg_restore")
    name = str(connection.settings_dict["NAME"])
    once = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
    _run([program, *once, f"--dbname={name}", str(file)])


@contextmanager
def _exported_snapshot() -> Iterator[str]:
    """A transaction with one snapshot, and the name under which other connections can use it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield cursor.fetchone()[0]


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        text = (
            "%(name)s is not installed here. Install the PostgreSQL client programs, or "
            "run this where PostgreSQL runs (docs/backup.md)."
        )
        raise DomainError("no_program", text % {"name": name})
    return path


def _run(command: list[str]) -> None:
    settings_dict: dict[str, Any] = connection.settings_dict
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD",
             "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT"}  # fmt: skip
    connecting = {**settings_dict, **settings_dict.get("OPTIONS", {})}
    given = {name: str(connecting[key]) for key, name in names.items() if connecting.get(key)}
    env = {**os.environ, **given, "PGDATABASE": str(settings_dict["NAME"])}
    done = subprocess.run(command, check=False, env=env, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise DomainError("program_failed", done.stderr.strip() or command[0])
