"""The adapter of the engine: nothing else in the project imports `gvanalysis` or `bgsage`.

Both libraries may be absent (there are no wheels for every platform): ask `is_available` first. The engine runs in a
process of its own (worker.py), so that no move waits for it and a fault in its native code ends nothing else.
"""

import base64
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, cast

from analysis.engine.process_lines import lines_of

PRESETS = ("very_quick", "fast", "deep", "world_class")
"""The presets of gvanalysis, the cheapest first."""

Progress = Callable[[int, int], None]
Part = Callable[[dict[str, Any]], None]


class EngineError(Exception):
    """The engine could not judge the file; the text says why, for the log of the site."""


@lru_cache(maxsize=1)
def is_available() -> bool:
    """Are both libraries installed here?"""
    return all(find_spec(name) is not None for name in ("gvanalysis", "bgsage"))


@lru_cache(maxsize=1)
def engine_version() -> str:
    """What results are stored under; empty without an engine. Another version judges again."""
    try:
        return f"bgsage {version('bgsage')}, gammonview {version('gammonview')}"
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=1)
def networks_version() -> str:
    """The library that judges bots' plays and single positions; empty without it."""
    try:
        return f"bgsage {version('bgsage')}"
    except PackageNotFoundError:
        return ""


def analyze(
    mat: str,
    preset: str,
    on_progress: Progress,
    *,
    timeout_s: float,
    on_part: Part | None = None,
) -> dict[str, Any]:
    """Judge a match given as .mat text. Blocks until the process ends; `on_progress(done, total)` counts decisions.

    `on_part` gets what is judged so far, a few times, in the same shape; its last game is not complete.
    Returns {"decisions": [[JudgedDecision, …] for each game], "totals": {"A": Totals, "B": Totals}} (compact.py), and in "file"
    the whole analysis as the bytes of a .gvab file.
    Raises EngineError: not installed, refused, crashed, or no sign of life (process_lines.py).
    """
    if not is_available():
        raise EngineError("The analysis engine is not installed.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.mat"
        path.write_text(mat, encoding="utf-8")
        command = [sys.executable, "-m", "analysis.engine.worker", str(path), preset]
        # The worker ends when its standard input does: it does not outlive whoever started it.
        process = subprocess.Popen(  # noqa: S603  # our own module, with a path and a preset of ours
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=Path(__file__).resolve().parents[2],
        )
        try:
            return _read(process, timeout_s, on_progress, on_part)
        except TimeoutError:
            raise EngineError("It gave no sign of life.") from None
        finally:
            process.kill()
            process.communicate()


def _read(
    process: "subprocess.Popen[bytes]",
    timeout_s: float,
    on_progress: Progress,
    on_part: Part | None,
) -> dict[str, Any]:
    """While the process is quiet, `on_progress` is called with what it was called with last: who else would take the match over sees
    that somebody still has it."""
    progress = (0, 0)

    def on_quiet() -> None:
        on_progress(*progress)

    output = cast(IO[bytes], process.stdout).fileno()
    for line in lines_of(process.pid, output, timeout_s, on_quiet):
        message = json.loads(line)
        if "result" in message:
            result: dict[str, Any] = message["result"]
            return result | {"file": base64.b64decode(message["file"])}
        if "part" in message:
            if on_part is not None:
                on_part(message["part"])
            continue
        progress = (message["done"], message["total"])
        on_progress(*progress)
    process.wait()
    errors = (process.stderr.read() if process.stderr else b"").decode(errors="replace").strip()
    raise EngineError(
        errors.splitlines()[-1] if errors else f"It ended with code {process.returncode}."
    )
