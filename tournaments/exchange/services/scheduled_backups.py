"""Backups that the site makes by itself in BACKUP_DIR, and deletes again when they are old. Only files that it has named are
deleted."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.core.cache import cache

from tournaments.staff.selectors.storage import BACKUP_FAILURE
from web.rate_limit import one_at_a_time

log = structlog.get_logger(__name__)

NAME = "barpoint-%Y-%m-%dT%H%M%SZ"
NAMED = re.compile(r"barpoint-\d{4}-\d\d-\d\dT\d{6}Z", re.ASCII)
LEASE, LEASE_S = "scheduled_backup", 3600
LONGEST_S = 3000
"""A backup that takes longer is stopped, and tried again by the next sweep."""
FAILURE_S = 2 * LEASE_S
"""How long a failure is shown: longer than until the next attempt fails as well."""


def run_due(now: datetime) -> Path | None:
    """Back up if the last backup is too old; returns the new file. The copy is made by a process of the lowest priority."""
    folder = Path(settings.BACKUP_DIR) if settings.BACKUP_DIR else None
    if folder is None or not is_due(backups_in(folder).values(), now):
        return None
    with one_at_a_time(LEASE, LEASE_S) as is_first:
        return _run(folder, now) if is_first else None


def backups_in(folder: Path) -> dict[Path, datetime]:
    """The scheduled backups of a folder, and when they were begun. None if there is no such folder."""
    files = folder.iterdir() if folder.is_dir() else ()
    return {file: _begun(file) for file in files if NAMED.fullmatch(file.name)}


def is_due(made: Iterable[datetime], now: datetime) -> bool:
    latest = max(made, default=None)
    return latest is None or now - latest >= timedelta(hours=settings.BACKUP_EVERY_HOURS)


def expired(made: Iterable[datetime], now: datetime, days: int, weeks: int) -> set[datetime]:
    """Which backups go: kept are those of the last `days`, the last one of each of the last `weeks`, and the latest."""
    newest_first = sorted(made, reverse=True)
    kept = {at for at in newest_first if now - at < timedelta(days=days)} | set(newest_first[:1])
    of_week: dict[tuple[int, int], datetime] = {}
    for at in newest_first:
        if now - at < timedelta(weeks=weeks):
            of_week.setdefault(at.isocalendar()[:2], at)
    return set(newest_first) - kept - set(of_week.values())


def _run(folder: Path, now: datetime) -> Path | None:
    file = folder / now.astimezone(UTC).strftime(NAME)
    command = [sys.executable, "manage.py", "backup", str(file)]
    nice = [program, "-n", "15"] if (program := shutil.which("nice")) else []
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        done = subprocess.run(  # noqa: S603
            [*nice, *command],
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=False,
        )
        failure = done.stderr.strip() if done.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as error:
        failure = str(error)
    if failure:
        with suppress(OSError):  # of a process that was stopped
            file.with_name(f"{file.name}.part").unlink(missing_ok=True)
        log.error("backup_failed", file=file.name, error=failure[-2000:])
        cache.set(BACKUP_FAILURE, (now, failure.splitlines()[-1][:500]), FAILURE_S)
        return None
    cache.delete(BACKUP_FAILURE)
    _delete_expired(folder, now)
    return file


def _delete_expired(folder: Path, now: datetime) -> None:
    made = backups_in(folder)
    gone = expired(made.values(), now, settings.BACKUP_KEEP_DAYS, settings.BACKUP_KEEP_WEEKS)
    for file, at in made.items():
        if at in gone:
            file.unlink(missing_ok=True)
            file.with_name(f"{file.name}.fingerprint").unlink(missing_ok=True)


def _begun(file: Path) -> datetime:
    return datetime.strptime(file.name, NAME).replace(tzinfo=UTC)
