"""The bundles of a site, made by the first one that a test starts and copied for the next ones.

Each site compares them with the files, and makes its own when they are not of these (web/bundles/build.py).
"""

import shutil
from pathlib import Path

from tests.services.migrated import locked

NAME = "bundles"
LIST = "manifest.json"


def lay(var: Path) -> None:
    """Put the bundles of the site before into the data folder of this one."""
    with locked() as kept:
        if (kept / NAME / LIST).is_file():
            shutil.copytree(kept / NAME, var / NAME)


def keep(var: Path) -> None:
    """Those of this site, for the next."""
    made = var / NAME / LIST
    if not made.is_file():
        return
    with locked() as kept:
        before = kept / NAME / LIST
        if not before.is_file() or before.read_bytes() != made.read_bytes():
            shutil.rmtree(kept / NAME, ignore_errors=True)
            shutil.copytree(var / NAME, kept / NAME)
