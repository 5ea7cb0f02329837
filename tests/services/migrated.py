"""A database with every migration done, made once and copied for each site that a test starts: migrating an empty one costs
more than most of the tests. A site migrates all the same, and finds nothing to do.

The file is known by what migrations there are, so it outlives a run; each user of the machine has one of his own.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAME = "barpoint.sqlite3"


def lay(folder: Path, migrate: Callable[[Path], object]) -> None:
    """Put a migrated database into an empty data folder; `migrate` makes one in the folder that it is given."""
    kept = Path(tempfile.gettempdir()) / f"barpoint-migrated-{os.getuid()}"
    kept.mkdir(mode=0o700, exist_ok=True)
    if kept.stat().st_uid != os.getuid():
        raise RuntimeError(f"{kept} belongs to somebody else")
    wanted = kept / f"{fingerprint()}.sqlite3"
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not wanted.exists():
            _make(wanted, migrate)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(wanted, folder / NAME)


def fingerprint() -> str:
    """Of every migration of ours, and of the libraries that bring theirs."""
    found = hashlib.sha256((ROOT / "uv.lock").read_bytes())
    for one in sorted(ROOT.glob("*/migrations/*.py")):
        found.update(f"{one.parent.parent.name}/{one.name}".encode())
        found.update(one.read_bytes())
    return found.hexdigest()[:16]


def _make(wanted: Path, migrate: Callable[[Path], object]) -> None:
    for old in wanted.parent.glob("*.sqlite3"):
        old.unlink()
    with tempfile.TemporaryDirectory(dir=wanted.parent) as folder:
        migrate(Path(folder))
        (Path(folder) / NAME).rename(wanted)
