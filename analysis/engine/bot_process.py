"""The process that thinks for the bots: started on first need, used by one bot at a time, begun again after a fault.

A bot never waits longer than `timeout_s` for it. What happens in the native code of the engine ends this process alone.
"""

import json
import logging
import select
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, TextIO, cast

logger = logging.getLogger(__name__)

TIMEOUT_S = 8.0
"""The first answer includes loading the networks."""


class BotProcess:
    """A line to one engine. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def ask(self, request: dict[str, Any], timeout_s: float = TIMEOUT_S) -> dict[str, Any] | None:
        """The answer (bot_worker.py); None where the engine died or did not answer in time."""
        with self._lock:
            try:
                return self._ask(request, timeout_s)
            except (OSError, ValueError) as error:
                logger.warning("the engine of the bots failed: %s", error)
                self._end()
                return None

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            self._end()

    def _ask(self, request: dict[str, Any], timeout_s: float) -> dict[str, Any]:
        process = self._running()
        questions, answers = cast(TextIO, process.stdin), cast(TextIO, process.stdout)  # pipes
        questions.write(json.dumps(request) + "\n")
        questions.flush()
        if not select.select([answers], [], [], timeout_s)[0]:
            raise TimeoutError(f"no answer within {timeout_s} s")
        line = answers.readline()
        if not line:
            raise BrokenPipeError("the process ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _running(self) -> "subprocess.Popen[str]":
        if self._process is not None and self._process.poll() is not None:
            self._end()  # it had nothing to do for a while
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "analysis.engine.bot_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=Path(__file__).resolve().parents[2],
                text=True,
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()
