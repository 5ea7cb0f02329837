"""10,000 notifications owed at once, an email and a push message each: when are all handed out, and does a move wait?

Matches are played without them, with them, and without them again, in the same run. Emails go to a backend that drops
them, push messages to a service on the loopback, over TLS. Only its address is let through the check of addresses.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass

import harness
import receivers
import uvloop
from live import Stage, say, seated, stages, start_worker
from live_players import Measured, Table, percentile, play_all

from web.web_push import new_private_key

BOUND_S = 60
SLICE_S = 5.0


@dataclass
class HandedOut:
    """When they were owed, when the last of each was handed out (0 if never), and how many were."""

    began: float
    emails_at: float
    pushes_at: float
    emails: int
    pushes: int


def main() -> int:
    quick = harness.asked_to_be_quick("10,000 notifications owed at once.")
    with receivers.running("push") as service:
        settings = {
            "EMAIL_URL": "dummymail://",
            "VAPID_PRIVATE_KEY": new_private_key(),
            "VAPID_CONTACT": "mailto:desk@example.org",
            "PYTHONPATH": service.python_path,
        }
        for stage in stages(quick, **settings):
            start_worker(stage)
            uvloop.run(measure(stage, quick, service.origin))
    messages, connections = service.counted
    print(f"push messages: {messages}, connections: {connections}", file=sys.stderr)
    return 0


async def measure(stage: Stage, quick: bool, origin: str) -> None:
    number, seconds = (1000, 10.0) if quick else (10_000, 30.0)
    inside(stage, f"prepare({number}, {origin!r})")
    tables = await seated(stage, 50 if quick else 200)
    await play_all(tables, 5.0, 1.0)
    before, _ = await play_and_owe(stage, tables, 0, seconds)
    during, handed = await play_and_owe(stage, tables, number, seconds)
    after, _ = await play_and_owe(stage, tables, 0, seconds)
    name = f"{stage.name}, {number} notifications owed at once"
    for what, at, sent in (
        ("email", handed.emails_at, handed.emails),
        ("push message", handed.pushes_at, handed.pushes),
    ):
        say(f"{name}: the last {what} is handed out after", max(0, at - handed.began), "s", "promise", BOUND_S)  # fmt: skip
        say(f"{name}: {what}s handed out", sent, "", "owed", number)
    without = percentile([*before.answers, *after.answers], 0.99)
    for share in (0.5, 0.99):
        without = percentile([*before.answers, *after.answers], share)
        say(f"{name}: a move meanwhile, {len(tables)} matches, p{share * 100:g}", percentile(during.answers, share), "ms", "without them", without)  # fmt: skip
    print(f"p99 before {percentile(before.answers, 0.99):.1f}, after {percentile(after.answers, 0.99):.1f} ms; {len(during.answers)} moves in {during.seconds:.0f} s", file=sys.stderr)  # fmt: skip
    for table in tables:
        table.leave()


async def play_and_owe(
    stage: Stage, tables: list[Table], number: int, seconds: float
) -> tuple[Measured, HandedOut]:
    """Moves of these matches until so many notifications are handed out; for so long where there are none."""
    owing = asyncio.create_task(asyncio.to_thread(inside, stage, f"owe({number}, {seconds})"))
    whole = Measured()
    while not owing.done():
        part = await play_all(tables, SLICE_S, 1.0)
        whole.answers += part.answers
        whole.seconds += part.seconds
    return whole, HandedOut(*json.loads((await owing).splitlines()[-1]))


def inside(stage: Stage, call: str) -> str:
    """Runs a function of notifications_inside.py in the site; what it printed."""
    return stage.site.shell(f"from benchmarks.notifications_inside import *; {call}")


if __name__ == "__main__":
    sys.exit(main())
