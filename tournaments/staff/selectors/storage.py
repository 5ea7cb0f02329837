"""What the site is stored in and runs on: database, largest tables, disk, versions, the last backup."""

import os
import platform
import shutil
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from accounts.models import AuditLine
from web import queue_lengths

BACKUP = "backup.written"
BACKUP_FAILURE = "staff.backup_failure"
"""The cache's name for the last scheduled backup that failed: (moment, error)."""
LARGEST = 8
LATE_AFTER = 1.5
"""Periods of scheduled backups."""


@dataclass(frozen=True, slots=True)
class DatabaseTable:
    """A table; `bytes` is None on SQLite, which does not report them. `admin` names its list: app_model."""

    name: str
    bytes: int | None
    rows: int
    admin: str


@dataclass(frozen=True, slots=True)
class BackupFailure:
    """Why the site could not back itself up. It tries again every ten minutes."""

    at: datetime
    error: str


@dataclass(frozen=True, slots=True)
class Storage:
    """Sizes in bytes; `backup_at` None when no backup is known here."""

    vendor: str
    database: int
    free: int
    disk: int
    tables: tuple[DatabaseTable, ...]
    versions: tuple[tuple[str, str], ...]
    backup_at: datetime | None
    is_backup_late: bool
    """Never, where the site makes no backups by itself."""
    backup_failure: BackupFailure | None
    """None where a backup was written after it."""


def storage() -> Storage:
    """Three queries on either database."""
    backup_at = last_backup_at()
    models = {model._meta.db_table: model._meta for model in apps.get_models()}
    database, sizes = _postgres() if connection.vendor == "postgresql" else _sqlite(list(models))
    tables = tuple(
        DatabaseTable(str(models[name].verbose_name_plural), size, rows, _admin(models[name]))
        for name, size, rows in sizes
        if name in models
    )
    disk = shutil.disk_usage(_var())
    return Storage(
        connection.display_name,
        database,
        disk.free,
        disk.total,
        tables[:LARGEST],
        _versions(),
        backup_at,
        _is_late(backup_at, timezone.now()),
        _backup_failure(backup_at),
    )


def _admin(meta: object) -> str:
    from django.contrib import admin

    model = getattr(meta, "model", None)
    listed = model in admin.site._registry
    return f"{meta.app_label}_{meta.model_name}" if listed else ""  # type: ignore[attr-defined]


def _postgres() -> tuple[int, list[tuple[str, int | None, int]]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size = int(cursor.fetchone()[0])
        cursor.execute(
            "SELECT relname, pg_total_relation_size(relid), n_live_tup FROM pg_stat_user_tables"
            " ORDER BY 2 DESC LIMIT 24"
        )
        return size, [(name, int(size), int(rows)) for name, size, rows in cursor.fetchall()]


def _sqlite(names: list[str]) -> tuple[int, list[tuple[str, int | None, int]]]:
    """The size from the count of pages. The highest row number of a table estimates its rows without counting them."""
    parts = [
        f"SELECT '{name}', coalesce(max(rowid), 0) FROM \"{name}\""  # noqa: S608  # our own tables
        for name in names
        if name in _tables()
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        size = int(cursor.fetchone()[0])
        cursor.execute(" UNION ALL ".join(parts) + " ORDER BY 2 DESC")
        return size, [(name, None, int(rows)) for name, rows in cursor.fetchall()]


def _tables() -> set[str]:
    if not hasattr(_tables, "names"):
        _tables.names = set(connection.introspection.table_names())  # type: ignore[attr-defined]
    return _tables.names  # type: ignore[attr-defined]


def _var() -> Path:
    name = Path(str(connection.settings_dict["NAME"]))
    return name.parent if connection.vendor == "sqlite" and name.parent.is_dir() else Path.cwd()


def _versions() -> tuple[tuple[str, str], ...]:
    broker, _, broker_version = (queue_lengths.server_version() or "Redis –").partition(" ")
    return (
        ("Barpoint", _own()),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        (connection.display_name, _server()),
        ("Celery", version("celery")),
        (broker, broker_version),
    )


def _own() -> str:
    version_set = os.environ.get("BARPOINT_VERSION", "")
    if version_set:
        return version_set
    try:
        project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    except OSError:
        return "–"
    return str(project["project"]["version"])


def _server() -> str:
    if connection.vendor == "sqlite":
        import sqlite3

        return sqlite3.sqlite_version
    number = str(connection.pg_version)  # type: ignore[attr-defined]
    return f"{number[:-4]}.{int(number[-4:])}"


def last_backup_at() -> datetime | None:
    """When the last backup was written by a command or by the site itself."""
    written = AuditLine.objects.filter(what=BACKUP).order_by("-at")
    return written.values_list("at", flat=True).first()


def _backup_failure(backup_at: datetime | None) -> BackupFailure | None:
    noted = cache.get(BACKUP_FAILURE)
    if noted is None or (backup_at is not None and backup_at > noted[0]):
        return None
    return BackupFailure(*noted)


def _is_late(backup_at: datetime | None, now: datetime) -> bool:
    if not settings.BACKUP_DIR:
        return False
    return backup_at is None or now - backup_at > LATE_AFTER * timedelta(
        hours=settings.BACKUP_EVERY_HOURS
    )
