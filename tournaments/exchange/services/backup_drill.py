"""Tries a backup: restored into a scratch database by a process of its own, checked, and deleted again."""

import gzip
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

from tournaments.exchange.services import portable, scheduled_backups
from web.errors import DomainError

POSTGRES_DUMP = b"PGDMP"
MEGABYTE = 1_000_000
READ_AT_ONCE = MEGABYTE
COMMANDS = (("restore",), ("migrate", "--noinput", "--verbosity=0"), ("verify_matches",), ("dice_audit",))  # fmt: skip


@dataclass(frozen=True, slots=True)
class DrillStep:
    """A command, the last line it printed, and how long it took."""

    command: str
    outcome: str
    seconds: float


def latest() -> Path:
    """The newest scheduled backup."""
    folder = Path(settings.BACKUP_DIR) if settings.BACKUP_DIR else None
    made = scheduled_backups.backups_in(folder) if folder else {}
    if not made:
        raise DomainError("no_backup", "There is no backup in BACKUP_DIR. Name a file.")
    return max(made, key=made.__getitem__)


def drill(file: Path, folder: Path | None = None) -> Iterator[DrillStep]:
    """Each step as it ends. Raises `DomainError` (`drill_failed`) at the first that fails.

    A scratch database of SQLite is made in `folder`, else in the system's folder for temporary files.
    """
    if not file.is_file():
        raise DomainError("no_such_file", f"File not found: {file}.")
    folder = folder or Path(tempfile.gettempdir())
    if not folder.is_dir():
        raise DomainError("no_such_folder", f"Folder not found: {folder}.")
    _refuse_small_folder(folder, _needed(file))
    with (
        tempfile.TemporaryDirectory(dir=folder) as scratch,
        _database(file, Path(scratch)) as place,
    ):
        for command in COMMANDS:
            yield _step(file, command, place)


def _needed(file: Path) -> int:
    """Bytes on this machine: the database, and as much again for its write-ahead log. A dump is restored by the server."""
    if _is_dump(file):
        return 0
    if not portable.is_portable(file):
        return 2 * file.stat().st_size
    size = 0
    with suppress(OSError, EOFError, zlib.error), gzip.open(file) as opened:  # `restore` names it
        while chunk := opened.read(READ_AT_ONCE):
            size += len(chunk)
    return 2 * size


def _refuse_small_folder(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        text = (
            f"{folder} has {free // MEGABYTE:,} MB of free space, and this drill needs "
            f"about {needed // MEGABYTE:,} MB. Name another folder with --scratch."
        )
        raise DomainError("no_room", text)


def _is_dump(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(POSTGRES_DUMP)) == POSTGRES_DUMP


def _step(file: Path, command: tuple[str, ...], place: Mapping[str, str]) -> DrillStep:
    arguments = [*command, str(file)] if command == ("restore",) else command
    env = {**os.environ, "SECRET_KEY": settings.SECRET_KEY, "REDIS_URL": "", **place}
    began = time.monotonic()
    done = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise DomainError("drill_failed", f"{command[0]} failed: {_last_line(done.stderr)}")
    return DrillStep(command[0], _last_line(done.stdout), time.monotonic() - began)


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "done")


@contextmanager
def _database(file: Path, scratch: Path) -> Iterator[dict[str, str]]:
    """The environment of an empty database that can restore this file."""
    if not _is_dump(file):
        yield {"VAR_DIR": str(scratch), "DATABASE_URL": f"sqlite:///{scratch / 'drill.sqlite3'}"}
        return
    if connection.vendor != "postgresql":
        text = (
            "This is a backup of PostgreSQL: try it where DATABASE_URL names a PostgreSQL server."
        )
        raise DomainError("other_database", text)
    with _scratch_on_postgresql() as url:
        yield {"VAR_DIR": str(scratch), "DATABASE_URL": url}


@contextmanager
def _scratch_on_postgresql() -> Iterator[str]:
    name = f"barpoint_drill_{secrets.token_hex(4)}"
    server = os.environ["DATABASE_URL"].partition("?")[0].rpartition("/")[0]
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as owner:
        try:
            owner.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        except psycopg.errors.InsufficientPrivilege:
            text = "This user of PostgreSQL may not create databases (docs/backup.md)."
            raise DomainError("no_right", text) from None
        try:
            yield f"{server}/{name}"
        finally:
            owner.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
            )
