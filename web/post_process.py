"""Posting in a process of its own, beside one that serves moves: encryption, TLS and connections take none of its time.

The process is started on first need and ends when it had nothing to do for a while, or when whoever started it has ended.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path
from threading import Lock, Thread
from time import sleep
from typing import IO, Any, cast

import orjson

from web.post_pool import Attempt, PostRequest, Report
from web.public_post import PostAnswer
from web.readable import is_readable

IDLE_S = 30.0
PASSED_ON = ("PATH", "PYTHONPATH", "LANG", "SSL_CERT_FILE", "SSL_CERT_DIR")
"""Of the environment, which has the secrets of the site."""
READ_AT_ONCE = 65_536
TOGETHER_S = 0.02
"""What is reported within it is read at once: for each single report a thread would wake up, and moves would wait for it."""


class PostProcess:
    """A line to one process. For several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._owed: dict[int, Report] = {}
        self._numbers = count(1)
        self._is_kept = False

    def warm_up(self) -> None:
        """Start it, unless it runs."""
        with self._lock:
            self._running()

    def keep(self) -> None:
        """Start it, unless it runs. It does not end for want of something to do."""
        self._is_kept = True
        self.warm_up()

    def post_all(
        self, requests: Sequence[tuple[PostRequest, Report]], threads: int, deadline_s: float
    ) -> None:
        """Each report is called by another thread: with an attempt that failed, where the process has died."""
        terms = {"threads": threads, "deadline_s": deadline_s}
        with self._lock:
            lines = []
            for request, report in requests:
                number = next(self._numbers)
                self._owed[number] = report
                lines.append(orjson.dumps({"number": number} | terms | _as_json(request)))
            pipe = self._running()
            try:
                pipe.write(b"\n".join([*lines, b""]))
                pipe.flush()
            except OSError:  # its reader reports what is owed
                return

    def _running(self) -> IO[bytes]:
        """Under the lock."""
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "web.post_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=Path(__file__).resolve().parents[1],
                env={name: os.environ[name] for name in PASSED_ON if name in os.environ},
                start_new_session=True,
            )
            reader = Thread(target=self._read, args=(self._child,), name="post-reader", daemon=True)
            reader.start()
        return cast(IO[bytes], self._child.stdin)

    def _read(self, child: "subprocess.Popen[bytes]") -> None:
        """Until the process ends, or has had nothing to do for a while."""
        answers, data = cast(IO[bytes], child.stdout).fileno(), b""
        while True:
            if not is_readable(answers, IDLE_S):
                if self._is_ended_for_now():
                    break
                continue
            part = os.read(answers, READ_AT_ONCE)
            if not part:
                break
            *lines, data = (data + part).split(b"\n")
            self._report([orjson.loads(line) for line in lines])
            sleep(TOGETHER_S)
        child.kill()
        child.communicate()
        self._report_lost(child)

    def _is_ended_for_now(self) -> bool:
        with self._lock:
            is_ended = not self._owed and not self._is_kept
            if is_ended:
                self._child = None
            return is_ended

    def _report(self, outcomes: Sequence[dict[str, Any]]) -> None:
        with self._lock:
            reports = [self._owed.pop(outcome["number"]) for outcome in outcomes]
        for report, outcome in zip(reports, outcomes, strict=True):
            status, wait = outcome["status"], outcome["retry_after"]
            answer = PostAnswer(status, wait) if status is not None else None
            report(Attempt(answer, outcome["error"], outcome["duration_ms"]))

    def _report_lost(self, child: "subprocess.Popen[bytes]") -> None:
        """The process has died: nobody knows what has arrived."""
        with self._lock:
            if self._child is not child:  # it ended because it was idle
                return
            self._child = None
            lost, self._owed = list(self._owed.values()), {}
        for report in lost:
            report(Attempt(None, "not_sent", 0))


def _as_json(request: PostRequest) -> dict[str, Any]:
    browser = request.browser
    return {
        "url": request.url,
        "body": request.body.decode(),
        "headers": request.headers,
        "method": request.method,
        "browser": asdict(browser) if browser is not None else None,
    }
