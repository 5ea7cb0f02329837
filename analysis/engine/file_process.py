"""Reading .xg and .bgf files in a process that limits its own memory and time (file_worker.py)."""

import json
import logging
import subprocess
import sys
import threading
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

logger = logging.getLogger(__name__)

TIMEOUT_S = 45.0
"""The processor time is limited to less; this is for a machine that is busy."""
AT_ONCE = threading.BoundedSemaphore(1)
"""One file at a time for each process of the site."""
WAIT_S = 1.0
"""For another file to be done. A request that waits keeps one of the few threads that show pages."""


class ReaderBusy(Exception):  # noqa: N818  # reads as what it is
    """Another file is being read, and a request may not wait for it."""


@lru_cache(maxsize=1)
def can_read() -> bool:
    """Is the library here that reads these files? It needs no engine."""
    return find_spec("gvformat") is not None


def read_match_file(data: bytes) -> dict[str, Any]:
    """What file_worker.py answers: {"match": …} or {"refused": code, …}. Raises ReaderBusy."""
    if not AT_ONCE.acquire(timeout=WAIT_S):
        raise ReaderBusy
    try:
        return _asked(data)
    finally:
        AT_ONCE.release()


def _asked(data: bytes) -> dict[str, Any]:
    try:
        process = subprocess.run(
            [sys.executable, "-m", "analysis.engine.file_worker"],
            input=data,
            capture_output=True,
            cwd=Path(__file__).resolve().parents[2],
            timeout=TIMEOUT_S,
            check=False,
        )
        answer: dict[str, Any] = json.loads(process.stdout)
    except subprocess.TimeoutExpired:
        return {"refused": "file_too_complex"}
    except ValueError:
        logger.warning(
            "reading a match file ended with %s: %s", process.returncode, process.stderr[-300:]
        )
        return {"refused": "file_too_complex"}
    return answer
