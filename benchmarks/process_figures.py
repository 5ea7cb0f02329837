"""What running processes take, read from /proc: processor time, memory, descriptors, of everything one of them started."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psycopg

TICKS = os.sysconf("SC_CLK_TCK")


def family(group: int) -> list[int]:
    """The processes of one group, which is what each of a site's is started as."""
    return [pid for pid, fields in _stats() if int(fields[2]) == group]


def descendants(parent: int) -> list[int]:
    """A process and all that it started, whatever groups they made: PostgreSQL with its backends."""
    parents = {pid: int(fields[1]) for pid, fields in _stats()}
    result = {parent}
    while more := {pid for pid, above in parents.items() if above in result} - result:
        result |= more
    return sorted(result)


def processor_s(pids: Iterable[int]) -> dict[int, float]:
    """Seconds each has used so far; a process that is gone is left out."""
    wanted = set(pids)
    return {
        pid: (int(fields[11]) + int(fields[12])) / TICKS for pid, fields in _stats(sorted(wanted))
    }


def used_s(before: dict[int, float], after: dict[int, float]) -> float:
    """Between two of these; who came between them began at nothing."""
    return sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())


def resident_kib(pids: Iterable[int]) -> int:
    """What they hold of memory; pages that they share count for each."""
    return sum(_status_kib(pid, "VmRSS") for pid in pids)


def own_kib(pids: Iterable[int]) -> int:
    """The same without what belongs to files or is shared: PostgreSQL's buffers belong to no backend."""
    return sum(_status_kib(pid, "RssAnon") for pid in pids)


def descriptors(pids: Iterable[int]) -> int:
    number = 0
    for pid in pids:
        with suppress(OSError):
            number += len(os.listdir(f"/proc/{pid}/fd"))
    return number


def backends_of(url: str) -> list[int]:
    """The processes of PostgreSQL that serve this database at this moment, without the one that is asked."""
    with psycopg.connect(url, autocommit=True) as connection:
        asked = (
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND "
            "backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return [pid for (pid,) in connection.execute(asked)]


def idle_cores(seconds: float) -> float:
    """How much of this machine nobody used during so many seconds, in cores."""

    def idle() -> float:
        return int(Path("/proc/stat").read_text().split(None, 6)[4]) / TICKS

    began, before = time.perf_counter(), idle()
    time.sleep(seconds)
    return (idle() - before) / (time.perf_counter() - began)


def _stats(pids: Iterable[int] | None = None) -> Iterable[tuple[int, list[str]]]:
    """The fields of /proc/<pid>/stat after the name: state, parent, group, …"""
    every = (int(name) for name in os.listdir("/proc") if name.isdecimal())
    for pid in every if pids is None else pids:
        with suppress(OSError):
            yield pid, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _status_kib(pid: int, name: str) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return int((status.partition(f"{name}:")[2].split() or ["0"])[0])
