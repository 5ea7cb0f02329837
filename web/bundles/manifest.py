"""Which bundle holds what a template names. Read once by each process."""

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

FILE = "manifest.json"
PREFIX = "b/"
"""Where bundles are among the static files: /static/b/."""


class Manifest(NamedTuple):
    """`names` are the files by what they hold: the names of a tag, or one picture or font."""

    version: str
    names: dict[str, str]


def key(names: tuple[str, ...]) -> str:
    return " ".join(names)


def read(folder: Path) -> Manifest | None:
    try:
        return Manifest(**json.loads((folder / FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


@lru_cache(maxsize=1)
def current() -> Manifest:
    """Of the running site; empty where every file is loaded by itself."""
    folder = settings.BUNDLES_DIR
    return (read(Path(folder)) if folder else None) or Manifest("", {})


def forget() -> None:
    current.cache_clear()


def bundle_of(*names: str) -> str | None:
    """The name of the static file that holds these files."""
    file = current().names.get(key(names))
    return PREFIX + file if file else None
