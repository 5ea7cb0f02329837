"""10,000 readers listen to the events of one tournament: how long after the commit has each been sent a change, and what does an
idle reader cost?

Readers are in the process, behind the application of the process `streams`, so that what is measured is the site and no
sockets. Changes are committed by another process.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import harness

READERS, CHANGES, APART_S = 10_000, 6, 3.0
BOUND_MS, BOUND_KIB = 500, 16
DATA = b"data: "


class Reader:
    """Notes when it was sent each event."""

    __slots__ = ("_end", "times")

    def __init__(self, end: asyncio.Future[None]) -> None:
        self._end = end
        self.times: list[float] = []

    async def receive(self) -> dict[str, Any]:
        await asyncio.shield(self._end)
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message.get("body", b"").startswith(b"id: "):
            self.times.append(time.time())


def main() -> int:
    if len(sys.argv) == 3 and sys.argv[1] == "change":
        return change(float(sys.argv[2]))
    quick = harness.asked_to_be_quick("10,000 readers of one tournament's events.")
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "VAR_DIR": folder,
            "SECRET_KEY": "a benchmark " + "k" * 50,
            "DEMO": "0",
            "LOG_LEVEL": "WARNING",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        begin()
        asyncio.run(measure(1000 if quick else READERS))
    return 0


def begin() -> None:
    """A database with one tournament that players may enter."""
    import django

    django.setup()
    from django.core.management import call_command

    from accounts.services.logins import create_login
    from tournaments.setup.services import lifecycle

    call_command("migrate", verbosity=0, interactive=False)
    boss = create_login("organizer", "organizer@example.org", "!")
    made = lifecycle.create(organizer=boss, name="Open", lengths=[3], clock=None)
    lifecycle.open_entry(made.pk, by=None)


def change(seconds: float) -> int:
    """In a process of its own: enter players, so far apart; prints when each was committed."""
    import django

    django.setup()
    from django.db import transaction
    from django.utils import timezone

    from accounts.services.players import create_walk_in
    from tournaments.entry.services import entries
    from tournaments.models import Tournament

    committed = []
    pk = Tournament.objects.get().pk
    for number in range(CHANGES):
        with transaction.atomic():
            player = create_walk_in(f"Walk-in {number}")
            entries.add_walk_in(pk, by=None, now=timezone.now(), player=player)
        committed.append(time.time())
        time.sleep(seconds)
    print(json.dumps(committed))
    return 0


async def measure(number: int) -> None:
    from config.gc_tuning import collect_less_often
    from games.live.app import StreamsApplication

    collect_less_often()
    app = StreamsApplication()
    started: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    answered: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    life = asyncio.create_task(app({"type": "lifespan"}, started.get, answered.put))
    await started.put({"type": "lifespan.startup"})
    await answered.get()
    end = asyncio.get_running_loop().create_future()
    warm = await listening(app, 200, end)
    before = memory_kib()
    readers = await listening(app, number, end)
    each = (memory_kib() - before) / number
    name = f"{number} readers of one tournament"
    harness.report(f"{name}: an idle reader", each, "KiB", peer="promise", peer_value=BOUND_KIB)
    command = [sys.executable, __file__, "change", str(APART_S)]
    changing = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await changing.communicate()
    committed = json.loads(out)
    for what, first, last in (("the first change", 0, 1), ("later changes", 1, CHANGES)):
        delays = sorted(
            (reader.times[index + 1] - committed[index]) * 1000  # the first is the position
            for reader in readers
            for index in range(first, last)
        )
        for share in (0.5, 0.99):
            value = delays[int((len(delays) - 1) * share)]
            harness.report(f"{name}: {what}, from commit to send, p{share * 100:g}", value, "ms", peer="promise", peer_value=BOUND_MS)  # fmt: skip
    end.set_result(None)
    await started.put({"type": "lifespan.shutdown"})
    await life
    assert len(warm) == 200


async def listening(app: Any, number: int, end: asyncio.Future[None]) -> list[Reader]:
    """So many more readers, each of them served."""
    readers = [Reader(end) for _ in range(number)]
    tasks = []
    for index, reader in enumerate(readers):
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/live/events/tournament/open",
            "query_string": b"",
            "headers": [],
            "client": (f"10.{index >> 16 & 255}.{index >> 8 & 255}.{index & 255}", 1),
        }
        tasks.append(asyncio.create_task(app(scope, reader.receive, reader.send)))
        if index % 200 == 199:
            await asyncio.sleep(0.01)
    while not all(reader.times for reader in readers):
        for task in tasks:
            if task.done() and task.exception() is not None:
                raise task.exception() or RuntimeError
        await asyncio.sleep(0.05)
    return readers


def memory_kib() -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


if __name__ == "__main__":
    sys.exit(main())
