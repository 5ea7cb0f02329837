"""Processes beside the site that give way to it."""

import ctypes
import os
import platform
from contextlib import suppress
from pathlib import Path

LONG_SLICE_NS = 100_000_000
"""The longest that Linux allows."""
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
"""The number of the system call, for which neither Python nor most C libraries have a function."""


class _SchedAttr(ctypes.Structure):
    """`struct sched_attr` of Linux, as sched_setattr(2) has it; `size` says how much of it there is."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("policy", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("nice", ctypes.c_int32),
        ("priority", ctypes.c_uint32),
        ("runtime", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
    )


def give_way(niceness: int) -> None:
    """This process, and all that it starts, is so nice from now on, if it was not nicer before. Where Linux groups tasks by
    session, `nice` counts within a session alone: then that of a process with a session of its own is nice as well."""
    os.nice(max(0, niceness - os.nice(0)))
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(niceness))
    take_long_slices()


def take_long_slices() -> None:
    """Whoever wakes up interrupts this thread, and those that it starts from now on, rather than wait for the end of its slice of time;
    so they also switch less often among themselves. From Linux 6.12 on (`sched_runtime` of sched_setattr(2)); before, and where the
    system refuses, nothing changes."""
    number = _SCHED_SETATTR.get(platform.machine())
    if number is None or platform.system() != "Linux":
        return
    wanted = _SchedAttr(policy=os.SCHED_OTHER, nice=os.nice(0), runtime=LONG_SLICE_NS)
    wanted.size = ctypes.sizeof(wanted)
    ctypes.CDLL(None).syscall(number, 0, ctypes.byref(wanted), 0)
