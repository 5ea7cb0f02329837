"""Where the processor time of a move goes in `live`: thread by thread from the kernel, function by function from py-spy.

py-spy looks from outside which function holds Python's lock. Waiting does not count, and the process is not stopped.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from live_players import Table, play_all

RATE = 400  # samples a second

PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("view", ("Views.of (",)),
    ("view", ("LiveRoom._show (",)),
    ("fan-out", ("Listener.",)),
    ("fan-out", ("LiveRoom.", "push (")),
    ("fan-out", ("bus.py",)),
    ("engine", ("games/engine/",)),
    ("database", ("django/db/",)),
    ("database", ("psycopg",)),
    ("database", ("bulk_sql.py",)),
    ("database", ("locking.py",)),
    ("batch", ("act_many (",)),
    ("batch", ("Batcher.",)),
    ("HTTP", ("uvicorn/",)),
    ("HTTP", ("games/live/",)),
    ("HTTP", ("slow_client_guard",)),
)  # fmt: skip
"""Part, and what the names on a stack must contain; the first that fits counts."""


@dataclass(frozen=True)
class Profile:
    """Microseconds of processor time a move: the parts of the server, all of it, and the players' own."""

    parts: dict[str, float]
    total: float
    players: float


async def profiled(pid: int, tables: list[Table], seconds: float) -> Profile | None:
    """Play on while py-spy watches. None where it is not installed or may not look."""
    program = shutil.which("py-spy", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if program is None:
        print("py-spy is not installed: the parts of a move were not measured.", file=sys.stderr)
        return None
    with tempfile.TemporaryDirectory() as folder:
        stacks = Path(folder) / "stacks"
        watcher = await asyncio.create_subprocess_exec(
            program, "record", "--nonblocking", "--gil", "--format", "raw", "--rate", str(RATE),
            "--duration", str(max(1, int(seconds))), "--pid", str(pid), "--output", str(stacks),
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        server, own = _processor_s(pid), time.process_time()
        measured = await play_all(tables, seconds + 1, 0.0)
        moves = max(1, len(measured.answers)) / 1e6
        total, players = (_processor_s(pid) - server) / moves, (time.process_time() - own) / moves
        await watcher.wait()
        if not stacks.exists():
            print("py-spy may not look into other processes here.", file=sys.stderr)
            return None
        return Profile(_shares(stacks.read_text().splitlines(), total), total, players)


def _shares(stacks: Iterable[str], total: float) -> dict[str, float]:
    """The time of each part, where `total` belongs to all samples."""
    counted: Counter[str] = Counter()
    for line in stacks:
        stack, _space, number = line.rpartition(" ")
        counted[_part(stack)] += int(number)
    samples = counted.total() or 1
    return {part: total * number / samples for part, number in counted.most_common()}


def _part(stack: str) -> str:
    for part, names in PARTS:
        if all(name in stack for name in names):
            return part
    return "event loop, threads and what runs beside"


def _processor_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
