"""Lines that a process of low priority writes. On a busy machine it may get no processor for minutes, and that is no fault of it."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from web.readable import is_readable

LOOK_S = 10.0
LONGEST_WAIT = 10
"""A process without a line is given up after so many times its timeout, whatever it does."""


def lines_of(
    pid: int, output: int, timeout_s: float, on_quiet: Callable[[], None]
) -> Iterator[bytes]:
    """Each line that a process writes to this descriptor, until it is closed. After LOOK_S without a line, or after the timeout if that
    is shorter, `on_quiet` is called, again and again.

    Raises TimeoutError: no line in `timeout_s` seconds of its own processor time, or in ten times as many by the clock.
    """
    rest = b""
    since, used = time.monotonic(), _processor_s(pid)
    while True:
        if not is_readable(output, min(LOOK_S, timeout_s)):
            waited = time.monotonic() - since
            if waited > LONGEST_WAIT * timeout_s or _processor_s(pid) - used > timeout_s:
                raise TimeoutError
            on_quiet()
            continue
        chunk = os.read(output, 1 << 20)
        if not chunk:
            return
        *lines, rest = (rest + chunk).split(b"\n")
        if lines:
            since, used = time.monotonic(), _processor_s(pid)
        yield from lines


def _processor_s(pid: int) -> float:
    """Seconds of processor time that a process has had so far; where the system does not say, time by the clock."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
