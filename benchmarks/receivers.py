"""Receivers of webhooks, channels and push messages, for benchmarks: a process of their own that takes every message over TLS.

`running` starts it and lets a site send there; each message becomes a line of the file `arrivals`, by the kind of the receiver
(receivers_service.py). Others run them, on machines of their own: they give way to whatever serves and plays.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from harness import ROOT  # makes the project importable, too

from tests.notifications.push_service import LOOPBACK
from tests.services.running import set_cpu_shares

ARRIVALS = "arrivals"
CPU_SHARES = 256


@dataclass
class Receivers:
    """`folder` has their certificate and what arrived. `counted`, once they have ended: messages and connections."""

    folder: Path
    port: int
    pid: int
    counted: tuple[int, int] = (0, 0)

    @property
    def origin(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def arrivals(self) -> Path:
        return self.folder / ARRIVALS

    @property
    def python_path(self) -> str:
        """PYTHONPATH of a site that may send to them: only their address is let through its check of addresses."""
        return f"{self.folder}:{ROOT}"


@contextmanager
def running(kind: str) -> Iterator[Receivers]:
    """Those of a kind: drill, push or webhooks."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script = str(Path(__file__).with_name("receivers_service.py"))
        command = [sys.executable, script, name, kind]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as service:
            set_cpu_shares(service.pid, CPU_SHARES)
            assert service.stdout is not None
            receivers = Receivers(folder, int(service.stdout.readline()), service.pid)
            text = LOOPBACK.format(port=receivers.port, pem=str(folder / "localhost.pem"))
            (folder / "sitecustomize.py").write_text(text)
            try:
                yield receivers
            finally:
                service.terminate()
                messages, connections = service.stdout.readline().split()
                receivers.counted = int(messages), int(connections)
