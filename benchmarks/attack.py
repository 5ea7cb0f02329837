"""The live table under attack: malformed requests, floods, too many streams, clients who never finish asking.

Twenty matches are played by honest people meanwhile: their p99 may be at most twice what it is in peace, measured right before.
Attackers come from a process of their own, of lower priority, through addresses that the proxy in front would name. Who is cut off is kept
waiting, so that 100,000 malformed bodies are read in the second part only, without any limit.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
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
RATE, LINES, FLOODING, SEED = 1000.0, 24, 8, 10
TURNS, PEACE_S = 5, 6.0
UNLIMITED = {
    f"LIVE_{what}{size}": "1e9"
    for what in ("", "PERSON_", "NONSENSE_")
    for size in ("RATE", "BURST")
}
Fields = dict[str, Any]
Process = asyncio.subprocess.Process


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


async def attackers() -> Process:
    """Their process, ready to be told what to do."""
    ready = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("attack_sender.py")),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    await asyncio.sleep(1)
    return ready


async def sends(ready: Process, stage: Stage, **orders: Any) -> Fields:
    """What the attackers report at their end."""
    out, _ = await ready.communicate(json.dumps({"port": stage.port, **orders}).encode())
    done: Fields = json.loads(out)
    return done


async def under_attack(stage: Stage, number: int, quick: bool) -> None:
    """All with the limits of production."""
    made = stage.make(40)
    item = made[0]
    ticket = request("GET", item, "spectator0", "view").decode()
    forged = request("GET", item | {"A": "forged"}, "A", "view").decode()
    forged = forged.replace("\r\n\r\n", "\r\nx-forwarded-for: 192.0.2.7\r\n\r\n")
    stream = request("GET", item, "A", "stream").decode()
    seconds = 2 if quick else 6
    bodies = {"do": "bodies", "number": number, "made": made, "rate": RATE, "lines": LINES}
    name = f"malformed requests on {LINES} lines"
    say_bodies(name, *await beside(stage, name, bodies | {"seconds": seconds}))
    flood = {"do": "flood", "seconds": seconds, "lines": FLOODING}
    for name, text in (
        ("one ticket floods", ticket),
        ("a forger floods from one address", forged),
    ):
        done = await beside(stage, name, flood | {"request": text})
        say_cut_off(name, done)
    stored = 200 if quick else 1000
    name = f"{stored} streams with one ticket"
    holding = {"do": "hold", "number": stored}
    done = await beside(stage, name, holding | {"request": stream, "seconds": 1})
    most = max(turn["counts"].get("200", 0) for turn in done)
    say(f"{name}: opened", most, "", "promise", 20)
    name = f"{stored} who never finish asking"
    done = await beside(stage, name, holding | {"request": "POST /live/matches/", "seconds": 14})
    still = max(turn["still"] for turn in done)
    say(f"{name}: still there after 14 s", still, "", "promise", 0)


async def unlimited(stage: Stage, number: int) -> None:
    """Without any limit, so that every body is read; as fast as they come."""
    fields = {
        "do": "bodies",
        "number": number,
        "seed": SEED,
        "made": stage.make(40),
        "lines": LINES,
    }
    done = await sends(await attackers(), stage, **fields, rate=1e9, seconds=1e9)
    say_bodies(f"{number:,} malformed requests without any limit", done)
    assert answers(stage.port), "the server has ended"


async def beside(stage: Stage, name: str, orders: Fields) -> list[Fields]:
    """Players in peace and under attack, in turns; of each the middle turn, so that one hiccup of the machine counts for neither."""
    tables = await seated(stage, MATCHES)
    await play_all(tables, 2.0, THINK_S)
    peace, wars, done = [], [], []
    for turn in range(TURNS):
        ready = await attackers()
        peace.append(await play_all(tables, PEACE_S, THINK_S))
        war = Measured()
        attack = asyncio.create_task(sends(ready, stage, **orders, seed=turn))
        while not attack.done():
            add(war, await play_all(tables, 1.0, THINK_S))
        wars.append(war)
        done.append(attack.result())
    for table in tables:
        table.leave()
    for share, peer in ((0.99, "promise"), (0.5, "in peace")):
        calm, figure = middle(peace, share), middle(wars, share)
        times = 2 if peer == "promise" else 1
        told_as = "p99 against twice that in peace" if times == 2 else "p50"
        say(f"{name}: others' {told_as}", figure, "ms", peer, times * calm)
    errors = sum(sum(war.errors.values()) for war in wars)
    say(f"{name}: others' errors", errors, "", "promise", 0)
    each = [round(percentile(item.answers, 0.99)) for item in (*peace, *wars)]
    print(f"  {name}: p99 of each turn in peace, then at war: {each}", file=sys.stderr)
    return done


def middle(turns: list[Measured], share: float) -> float:
    return median(percentile(turn.answers, share) for turn in turns)


def say_cut_off(name: str, turns: list[Fields]) -> None:
    """The slowest of all turns."""
    for figure, what in (
        ("last answer other than a refusal after", "last_good"),
        ("first connection of the attacker closed after", "first_cut"),
    ):
        say(f"{name}: {figure}", max(turn[what] for turn in turns), "s", "promise", 1)
    for turn in turns:
        print(f"  {turn['counts']}", file=sys.stderr)


def add(sum_of: Measured, part: Measured) -> None:
    sum_of.answers += part.answers
    for what, count in part.errors.items():
        sum_of.errors[what] = sum_of.errors.get(what, 0) + count


def say_bodies(name: str, *done: Fields) -> None:
    counts: Counter[str] = Counter()
    for item in done:
        counts.update(item["counts"])
    rate = sum(counts.values()) / sum(row["seconds"] for row in done)
    say(f"{name}: answered", rate, "1/s", "none", None)
    failed = sum(count for status, count in counts.items() if status[0] == "5")
    say(f"{name}: 5xx", failed, "", "promise", 0)
    shown = [text for row in done for text in row["failed"]]
    print(f"  {dict(sorted(counts.items()))}", *shown, sep="\n  ", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
