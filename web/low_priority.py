"""Processes beside the site that give way to it."""

import os
from contextlib import suppress
from pathlib import Path


def give_way(niceness: int) -> None:
    """This process, and all that it starts, is so nice from now on, if it was not nicer before. Where Linux groups tasks by
    session, `nice` counts within a session alone: then that of a process with a session of its own is nice as well."""
    os.nice(max(0, niceness - os.nice(0)))
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(niceness))
