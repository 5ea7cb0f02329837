"""This process writes four times a second that it accepts actions, so that downtime is charged to no clock.

A batch never runs on a stale heartbeat: after a silence the beat (which records the gap as an outage) comes
first, in the same thread.
"""

import os
import socket
from secrets import token_hex
from threading import Lock
from time import monotonic

from django.utils import timezone

from games.services.outages import beat

STALE_S = 2.0
BEAT_EVERY_S = 0.25
"""Less than the grace of a flag: one that fell is settled only when somebody has beaten since (services/outages.py)."""


def process_name() -> str:
    """Unique for this run of this process."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{token_hex(4)}"


class HeartbeatWriter:
    """`beat` writes; call it in a database thread only. One thread beats at a time, the others wait for it."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._lock = Lock()
        self._last = float("-inf")

    def beat(self) -> bool:
        """Whether this beat ended an outage, so that every running clock has moved."""
        with self._lock:
            return self._beat()

    def _beat(self) -> bool:
        began = monotonic()
        outage = beat(self._process, timezone.now())
        self._last = began
        return outage is not None

    @property
    def silent_s(self) -> float:
        return monotonic() - self._last

    def beat_if_stale(self) -> bool:
        if self.silent_s <= STALE_S:
            return False
        with self._lock:
            return self.silent_s > STALE_S and self._beat()
