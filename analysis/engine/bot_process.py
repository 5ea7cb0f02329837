"""The process that thinks for bots, and for readers of single positions: started on first need, asked one question at a time,
begun again after a fault.

A bot never waits longer than `timeout_s` for it. What happens in the native code of the engine ends this process alone.
"""

import json
import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, TextIO, cast

from web.readable import is_readable

logger = logging.getLogger(__name__)

TIMEOUT_S = 8.0
"""The first answer includes loading the networks."""


class EngineBusy(Exception):  # noqa: N818  # reads as what it is
    """Others were asking for as long as the caller would wait."""


class BotProcess:
    """A line to one engine. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def ask(
        self, request: dict[str, Any], timeout_s: float = TIMEOUT_S, wait_s: float | None = None
    ) -> dict[str, Any] | None:
        """The answer (bot_worker.py); None where the engine died or did not answer in time.

        Raises EngineBusy when another question is being answered for longer than `wait_s`; None waits as long as it takes.
        """
        if not self._lock.acquire(timeout=-1 if wait_s is None else wait_s):
            raise EngineBusy
        try:
            return self._ask(request, timeout_s)
        except (OSError, ValueError) as error:
            logger.warning("the engine process failed: %s", error)
            self._end()
            return None
        finally:
            self._lock.release()

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            self._end()

    def _ask(self, request: dict[str, Any], timeout_s: float) -> dict[str, Any]:
        process = self._running()
        questions, answers = cast(TextIO, process.stdin), cast(TextIO, process.stdout)  # pipes
        questions.write(json.dumps(request) + "\n")
        questions.flush()
        if not is_readable(answers.fileno(), timeout_s):
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
