"""Metrics and log context of Celery's processes: how long tasks take and which fail.

Worker and beat serve no pages, so with STATUS_PORT they answer two requests on a port of their own:
`/healthz` (has anything been done lately?) and `/metrics`.
"""

import logging
import os
import threading
import traceback
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import Any

from celery.signals import (
    after_task_publish,
    beat_init,
    task_failure,
    task_postrun,
    task_prerun,
    worker_init,
)

from games import counters
from web import log_context

logger = logging.getLogger(__name__)

QUIET_S = 30.0
"""Something is due every second; a process that did nothing for so long is stuck, or what it needs is away."""
_here = threading.local()
_last_done = monotonic()


def _done() -> None:
    global _last_done  # noqa: PLW0603  # one number a process
    _last_done = monotonic()


@task_prerun.connect
def began(task_id: str = "", task: Any = None, **_signal: Any) -> None:
    facts = {"task": getattr(task, "name", ""), "task_id": task_id}
    _here.began = monotonic(), facts["task"], log_context.enter(partial(dict, facts))


@task_postrun.connect
def ended(**_signal: Any) -> None:
    began_at, name, entered = _here.began
    log_context.leave(entered)
    counters.TASKS_S.add(name, monotonic() - began_at)
    _done()


@task_failure.connect
def failed(sender: Any = None, task_id: str = "", **signal: Any) -> None:
    name = getattr(sender, "name", "")
    counters.TASKS_FAILED.add(name, 1)
    try:
        _write_down(name, task_id, signal)
    except Exception:  # the database may be what failed: the row is for eyes, the log has it, too
        logger.warning("the failure of %s could not be written down", name)


def _write_down(name: str, task_id: str, signal: dict[str, Any]) -> None:
    """For the staff's dashboard, where it can be sent again."""
    from django.utils import timezone

    from games.services.failures import Failure, note_failure

    error = signal.get("exception")
    trace = "".join(traceback.format_exception(error)) if error else ""
    text = f"{type(error).__name__}: {error}"
    given = signal.get("args") or (), signal.get("kwargs") or {}
    note_failure(Failure(task_id, name, *given, text, trace), timezone.now())


@after_task_publish.connect
def published(**_signal: Any) -> None:
    _done()


@worker_init.connect
@beat_init.connect
def serve_status(**_signal: Any) -> None:
    port = os.environ.get("STATUS_PORT")
    if port:
        address = (os.environ.get("BIND", "127.0.0.1"), int(port))
        server = ThreadingHTTPServer(address, StatusHandler)
        threading.Thread(target=server.serve_forever, name="status-server", daemon=True).start()


class StatusHandler(BaseHTTPRequestHandler):
    """GET /healthz, GET /metrics."""

    timeout = 5

    def do_GET(self) -> None:
        from games.live.metrics import TEXT, may_read, page

        if self.path == "/healthz":
            busy = monotonic() - _last_done < QUIET_S
            self._say(200 if busy else 503, b"ok\n" if busy else b"nothing done lately\n")
        elif self.path != "/metrics":
            self._say(404, b"")
        elif may_read(
            self.headers.get("Authorization", ""),
            str(self.client_address[0]),
            forwarded="X-Forwarded-For" in self.headers,
        ):
            self._say(200, page(), TEXT)
        else:
            self._say(403, b"closed\n")

    def _say(self, status: int, body: bytes, kind: str = "text/plain") -> None:
        self.send_response_only(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
