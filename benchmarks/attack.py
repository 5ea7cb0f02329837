"""The live table under attack: malformed requests, floods, too many streams, clients who never finish asking.

Twenty matches are played by honest people meanwhile: their p99 may be at most twice what it is in peace, measured right before.
Attackers come from a process of their own, of lower priority, through addresses that the proxy in front would name.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import harness
import uvloop
from live import Stage, say, seated
from live_players import Measured, percentile, play_all, request

from tests.services import compose, servers
from tests.services.running import answers, free_port
from tests.services.servers import Postgres, Redis
from tests.services.topology import Site

MATCHES, THINK_S = 20, 0.2
RATE, LINES, FLOODING, TURNS = 1000.0, 24, 8, 10
MALFORMED_S = 30
"""Beside players; who is cut off is kept waiting, so that they never come to the end of 100,000."""
UNLIMITED = {
    f"LIVE_{what}{size}": "1e9"
    for what in ("", "PERSON_", "NONSENSE_")
    for size in ("RATE", "BURST")
}
Told = dict[str, Any]


def main() -> int:
    quick = harness.asked_to_be_quick("The live table under attack.")
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on")
    with Postgres() as postgres, Redis() as redis:
        number = 5_000 if quick else 100_000
        with live(postgres, redis, "limited") as stage:
            uvloop.run(under_attack(stage, number, quick))
        with live(postgres, redis, "unlimited", **UNLIMITED) as stage:
            uvloop.run(unlimited(stage, number))
    return 0


@contextmanager
def live(postgres: Postgres, redis: Redis, name: str, **settings: str) -> Iterator[Stage]:
    """The process `live` as docker/compose.yaml starts it, behind a proxy that is believed."""
    port = free_port()
    own = {"BIND": "127.0.0.1", "LIVE_PORT": str(port), "TRUST_PROXY": "1"} | settings
    site = Site(DATABASE_URL=postgres.create_database(name), REDIS_URL=redis.url, **own)
    try:
        site.manage("migrate", "--noinput")
        process = site.start("live", compose.command_of("live", site.env))
        process.wait_until(lambda: answers(port))
        yield Stage("PostgreSQL", site, port, process, "", 0.0)
    finally:
        site.stop()


async def sends(stage: Stage, **told: Any) -> Told:
    """The attackers' process, from its start to its report."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("attack_sender.py")),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate(json.dumps({"port": stage.port, **told}).encode())
    done: Told = json.loads(out)
    return done


async def under_attack(stage: Stage, number: int, quick: bool) -> None:
    """All with the limits of production."""
    attackers = stage.make(40)
    one = attackers[0]
    ticket = request("GET", one, "spectator0", "view").decode()
    forged = request("GET", one | {"A": "forged"}, "A", "view").decode()
    forged = forged.replace("\r\n\r\n", "\r\nx-forwarded-for: 192.0.2.7\r\n\r\n")
    stream = request("GET", one, "A", "stream").decode()
    seconds = 4 if quick else 10
    floods = {
        "one ticket floods": ticket,
        "a forger floods from one address": forged,
    }
    malformed = {
        "do": "bodies",
        "number": number,
        "seconds": 4 if quick else MALFORMED_S,
        "seed": 1,
        "made": attackers,
        "rate": RATE,
        "lines": LINES,
    }
    (done,) = await beside(stage, f"malformed requests on {LINES} lines", seconds, malformed)
    say_bodies("with the limits of production", done)
    for name, text in floods.items():
        told = {"do": "flood", "request": text, "seconds": seconds, "lines": FLOODING}
        (done,) = await beside(stage, name, seconds, told)
        say(
            f"{name}: the last answer that is no refusal after",
            done["last_good"],
            "s",
            "promise",
            1,
        )
        say(f"{name}: his first connection closed after", done["first_cut"], "s", "promise", 1)
        print(f"  {done['counts']}", file=sys.stderr)
    held = 200 if quick else 1000
    told = {"do": "hold", "request": stream, "number": held, "seconds": 1}
    (done,) = await beside(stage, f"{held} streams with one ticket", 2, told)
    say(f"{held} streams with one ticket: opened", done["counts"].get("200", 0), "", "promise", 20)
    told = {"do": "hold", "request": "POST /live/matches/", "number": held, "seconds": 14}
    (done,) = await beside(stage, f"{held} who never finish asking", seconds, told)
    say(f"{held} who never finish asking: still there after 14 s", done["still"], "", "promise", 0)


async def unlimited(stage: Stage, number: int) -> None:
    """Without any limit, so that every body is read; as fast as they come."""
    told = {"do": "bodies", "number": number, "seed": TURNS, "made": stage.make(40), "lines": LINES}
    done = await sends(stage, **told, rate=1e9, seconds=1e9)
    say_bodies(f"without any limit, {number:,}", done)
    assert answers(stage.port), "the server has ended"


async def beside(stage: Stage, name: str, seconds: float, *attacks: Told) -> list[Told]:
    """Players in peace and under attack, in turns, so that a busy machine is busy for both."""
    tables = await seated(stage, MATCHES)
    await play_all(tables, 1.0, THINK_S)
    peace, war, done = Measured(), Measured(), []
    for told in attacks:
        add(peace, await play_all(tables, seconds, THINK_S))
        attack = asyncio.create_task(sends(stage, **told))
        while not attack.done():
            add(war, await play_all(tables, 1.0, THINK_S))
        done.append(attack.result())
    for table in tables:
        table.leave()
    figure, limit = percentile(war.answers, 0.99), 2 * percentile(peace.answers, 0.99)
    say(f"{name}: others' p99 against twice that in peace", figure, "ms", "promise", limit)
    say(
        f"{name}: others' p50",
        percentile(war.answers, 0.5),
        "ms",
        "in peace",
        percentile(peace.answers, 0.5),
    )
    say(f"{name}: others' errors", sum(war.errors.values()), "", "promise", 0)
    print(
        f"  load {os.getloadavg()[0]:.1f}, {len(war.answers)} answers {war.errors}", file=sys.stderr
    )
    return done


def add(sum_of: Measured, part: Measured) -> None:
    sum_of.answers += part.answers
    for what, count in part.errors.items():
        sum_of.errors[what] = sum_of.errors.get(what, 0) + count


def say_bodies(name: str, *done: Told) -> None:
    counts: Counter[str] = Counter()
    for one in done:
        counts.update(one["counts"])
    rate = sum(counts.values()) / sum(one["seconds"] for one in done)
    say(f"malformed requests {name}", rate, "1/s", "none", None)
    failed = sum(count for status, count in counts.items() if status[0] == "5")
    say(f"malformed requests {name}: 5xx", failed, "", "promise", 0)
    shown = [text for one in done for text in one["failed"]]
    print(f"  {dict(sorted(counts.items()))}", *shown, sep="\n  ", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
