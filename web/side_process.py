"""A process beside the site, at a low priority: long work that reads the database takes no time from moves there.

It writes nothing itself (parent_calls.py), so moves never wait for a process that waits for the processor. It is started on
first need, and ends when it had nothing to do for a while (unless its module keeps it), or with the site.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any

from web.parent_calls import CALL, answer

NICENESS = 10
RUN, READY, DONE, FAILED = "run", "ready", "done", "failed"


class SideProcess:
    """The end of the site. Each kind of job has a line: kinds run side by side, and of each kind one job at a time."""

    def __init__(self, module: str, kinds: Sequence[str]) -> None:
        """The module calls `side_worker.serve` when it is run; its arguments are the descriptors of the lines."""
        self._module, self._kinds = module, kinds
        self._lock = Lock()
        self._busy = {kind: Lock() for kind in kinds}
        self._child: subprocess.Popen[bytes] | None = None
        self._lines: dict[str, Connection] = {}
        self._ready: set[str] = set()

    def is_ready(self, kind: str) -> bool:
        """Would a job begin there at once? Where the process does not run, it is started; that takes seconds. An OSError or an
        EOFError where it does not start, or has died."""
        if not self._busy[kind].acquire(blocking=False):
            return True
        try:
            _child, line = self._running(kind)
            if kind not in self._ready and line.poll():
                line.recv()
                self._ready.add(kind)
            return kind in self._ready
        finally:
            self._busy[kind].release()

    def end(self) -> None:
        """End the process, if it runs; jobs that run there fail with an EOFError."""
        with self._lock:
            child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()

    def run(self, kind: str) -> Any:
        """Run a job there, and answer its calls meanwhile; what it returned, None where such a job runs already. An OSError or an
        EOFError where the process does not start, or dies; a RuntimeError where the job failed."""
        if not self._busy[kind].acquire(blocking=False):
            return None
        try:
            outcome, value = self._outcome(kind)
        finally:
            self._busy[kind].release()
        if outcome == FAILED:
            raise RuntimeError(value)
        return value

    def _outcome(self, kind: str) -> tuple[str, Any]:
        child, line = self._running(kind)
        try:
            line.send(RUN)
            while True:
                what, value = line.recv()
                if what == READY:
                    self._ready.add(kind)
                elif what == CALL:
                    line.send(answer(value))
                else:
                    return what, value
        except BaseException:
            self._forget(child)
            raise

    def _running(self, kind: str) -> tuple["subprocess.Popen[bytes]", Connection]:
        with self._lock:
            if self._child is None or self._child.poll() is not None:
                self._child = self._start()
            return self._child, self._lines[kind]

    def _forget(self, child: "subprocess.Popen[bytes]") -> None:
        """Nobody knows what it has done; the next job gets another process."""
        child.kill()
        child.wait()
        with self._lock:
            if self._child is child:
                self._child = None

    def _start(self) -> "subprocess.Popen[bytes]":
        """Under the lock. Its standard input ends with the site."""
        ends = {kind: Pipe() for kind in self._kinds}
        theirs = [end.fileno() for _ours, end in ends.values()]
        child = subprocess.Popen(  # noqa: S603  # a module of ours
            [sys.executable, "-m", self._module, *map(str, theirs)],
            stdin=subprocess.PIPE,
            pass_fds=theirs,
            cwd=Path(__file__).resolve().parents[1],
            env=dict(os.environ),
            start_new_session=True,
        )
        for _ours, end in ends.values():
            end.close()
        self._lines, self._ready = {kind: ours for kind, (ours, _end) in ends.items()}, set()
        return child
