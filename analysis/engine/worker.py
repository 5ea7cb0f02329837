"""`python -m analysis.engine.worker FILE.mat PRESET`: judges one match and writes JSON lines to standard output.

{"done": 12, "total": 150} again and again, now and then {"part": …}, at the end {"result": …, "file": …}. The result is that of
compact.py, a part is the same for the decisions judged so far, and the file is the whole document as .gvab in base64. It runs at
the lowest priority, and ends with its standard input, that is with the process that started it.
"""

import base64
import contextlib
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

EVERY = 5
"""Progress is written after so many decisions."""


def main(path: str, preset: str) -> None:
    _give_way()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    lines, sys.stdout = sys.stdout, sys.stderr  # the library prints tables

    def write(message: dict[str, Any]) -> None:
        lines.write(json.dumps(message) + "\n")
        lines.flush()

    def on_progress(done: int, total: int) -> None:
        if done > 2 * FIRST:
            throttle.rest()
        if done % EVERY == 0 or done == total:
            write({"done": done, "total": total})

    from gvanalysis import match as library
    from gvanalysis.loader import load_ogxm
    from gvformat import write_gvab

    from analysis.engine.compact import compact
    from analysis.engine.early_results import FIRST, EarlyResults
    from analysis.engine.throttle import Throttle

    throttle = Throttle()

    with contextlib.redirect_stdout(sys.stderr):
        unjudged = load_ogxm(path)
        white = _white(path, unjudged)
        library.evaluate_game = EarlyResults(
            library.evaluate_game, unjudged, white, lambda part: write({"part": part})
        )
        document = library.analyze_file(path, preset=preset, quiet=True, on_progress=on_progress)
        result = compact(document, white)
        content = write_gvab(document)
    write({"result": result, "file": base64.b64encode(content).decode()})


def _give_way() -> None:
    """Run only when no other process wants the processor. Where Linux can do that, a waking process interrupts this one at once,
    which `nice` alone does not promise."""
    os.nice(15)
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _white(path: str, document: dict[str, Any]) -> str:
    """The seat of the document's white player: A is on the left of the file."""
    from gvformat.mat_parser import parse_mat_file

    left = parse_mat_file(Path(path).read_text(encoding="utf-8"))["player1"]
    return "A" if document["player_white"] == left else "B"


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
