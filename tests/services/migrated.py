"""Databases with every migration done, made once and copied: for each worker of a test run, and for each site that a test
starts. Migrating an empty one costs more than most of the tests. A site migrates all the same, and finds nothing to do.

The SQLite file is known by what migrations there are, so it outlives a run; each user of the machine has files of their own.
On PostgreSQL the template lives as long as its server, which is private to a run.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
NAME = "barpoint.sqlite3"
MOST_FILES = 16  # worktrees with other migrations do not take each other’s away


def lay(folder: Path) -> None:
    """Put a migrated database into the empty data folder of a site."""
    folder.mkdir(parents=True, exist_ok=True)
    copy_to(folder / NAME)


def copy_to(path: Path) -> None:
    """Put a migrated SQLite database there."""
    with locked() as templates:
        template = templates / f"{fingerprint()}.sqlite3"
        if not template.exists():
            with tempfile.TemporaryDirectory(dir=templates) as folder:
                _migrate(VAR_DIR=folder)
                (Path(folder) / NAME).rename(template)
        template.touch()  # the oldest are removed
        for old in sorted(templates.glob("*.sqlite3"), key=_age, reverse=True)[MOST_FILES:]:
            old.unlink()
        shutil.copyfile(template, path)


def create_database(server_url: str, name: str) -> None:
    """Make a migrated database on that PostgreSQL; an existing one of that name is replaced."""
    import psycopg

    template = f"barpoint_{fingerprint()}"
    with locked(), closing(psycopg.connect(server_url, autocommit=True)) as connection:
        query = "SELECT 1 FROM pg_database WHERE datname = %s"
        if connection.execute(query, [template]).fetchone() is None:
            draft = f"{template}_draft"
            connection.execute(f'DROP DATABASE IF EXISTS "{draft}"')
            connection.execute(f'CREATE DATABASE "{draft}"')
            _migrate(DATABASE_URL=urlsplit(server_url)._replace(path=f"/{draft}").geturl())
            connection.execute(f'ALTER DATABASE "{draft}" RENAME TO "{template}"')
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def drop_database(server_url: str, name: str) -> None:
    import psycopg

    with closing(psycopg.connect(server_url, autocommit=True)) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def fingerprint() -> str:
    """Of every migration of ours, and of the libraries that bring theirs."""
    digest = hashlib.sha256((ROOT / "uv.lock").read_bytes())
    for path in sorted(ROOT.glob("*/migrations/*.py")):
        digest.update(f"{path.parent.parent.name}/{path.name}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def locked() -> Iterator[Path]:
    """The folder of the templates; one process at a time makes, copies or removes any."""
    templates = Path(tempfile.gettempdir()) / f"barpoint-migrated-{os.getuid()}"
    templates.mkdir(mode=0o700, exist_ok=True)
    if templates.stat().st_uid != os.getuid():
        raise RuntimeError(f"{templates} belongs to somebody else")
    with (templates / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield templates


def _age(path: Path) -> float:
    return path.stat().st_mtime


def _migrate(**where: str) -> None:
    """In a process of its own, which has closed its connections when the database is copied."""
    environment = {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "SECRET_KEY": "a database under test " + "k" * 50,
        **where,
    }
    command = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
