"""What the process of a one-process site has started beside itself."""

import subprocess
from collections.abc import Callable
from time import monotonic, sleep

from tests.services.topology import Embedded


def beside(site: Embedded, module: str) -> list[int]:
    """The process ids of those that run this module."""
    lines = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True).stdout
    rows = [line.split(maxsplit=2) for line in lines.splitlines()]
    parent = site.processes["site"].child.pid
    return [int(pid) for pid, of, args in rows if int(of) == parent and module in args]


def wait_until(ready: Callable[[], bool], within_s: float) -> None:
    end = monotonic() + within_s
    while not ready():
        assert monotonic() < end
        sleep(0.1)
