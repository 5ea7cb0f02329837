"""A thousand rounds of each race on PostgreSQL, both sides starting at the same instant: exactly one may win.

Over HTTP at two `live` processes where players act, by the services in two processes everywhere. The control rounds
run the services without their locks and show how often that goes wrong: they say that the rounds are real races.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import harness
from live_players import Connection

from tests.services import compose, installed
from tests.services.running import Running, answers, free_port
from tests.services.servers import Postgres, Redis
from tests.services.topology import ROOT, Site

TOLD_AHEAD_S = 0.003
UNEVEN_S = 0.0003  # one of the two starts up to so much later, so that it is not always the same one who is first
AT_THE_TABLE = ["double_submit", "roll_twice", "take_and_drop", "resign_and_move"]
IN_THE_SERVICES = ["flag_and_move", "two_advances", "two_directors", "last_place"]
RACES = [*AT_THE_TABLE, *IN_THE_SERVICES, "last_seat_of_a_challenge"]


@dataclass
class Tally:
    """What came of the rounds of one race."""

    rounds: int = 0
    won: list[int] = field(default_factory=lambda: [0, 0])
    wrong: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    def count(self, outcomes: list[str], written: int, *, whole: bool) -> None:
        """`outcomes` by side. One side may have won, and the database must say the same."""
        self.rounds += 1
        winners = [side for side, answer in enumerate(outcomes) if answer == "won"]
        for side in winners:
            self.won[side] += 1
        broken = any(answer.startswith("error") or answer == "failed" for answer in outcomes)
        self.wrong += len(winners) != 1 or written != 1 or broken or not whole
        self.outcomes.update(answer for answer in outcomes if answer != "won")

    def say(self, name: str, limit: int | None, *, by_side: bool = True) -> None:
        title = f"race: {name}, {self.rounds} rounds"
        for side, wins in zip(("first", "second"), self.won, strict=True) if by_side else ():
            harness.report(f"{title}: the {side} won", wins, "", peer="none", peer_value=None)
        peer = "limit" if limit is not None else "none: what the locks prevent"
        harness.report(
            f"{title}: winners other than one", self.wrong, "", peer=peer, peer_value=limit
        )
        print(f"{name}: the others were told {dict(self.outcomes)}", file=sys.stderr)


class Side:
    """A process of benchmarks/races_sides.py."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "benchmarks/races_sides.py", *options]
        pipe = subprocess.PIPE
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._child = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.outcome()

    def order(self, what: dict[str, Any]) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps(what) + "\n")
        self._child.stdin.flush()

    def outcome(self) -> str:
        assert self._child.stdout is not None
        data: str = json.loads(self._child.stdout.readline())
        return data

    def close(self) -> None:
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait(10)


def main() -> int:
    quick = harness.asked_to_be_quick("Races: a thousand rounds of each, exactly one winner.")
    if not (installed.postgres() and installed.redis()):
        print("PostgreSQL and Redis are not installed: nothing was raced.", file=sys.stderr)
        return 0
    rounds, controls = (50, 20) if quick else (1000, 100)
    with Postgres() as postgres, Redis() as redis, ExitStack() as ending:
        os.environ["DATABASE_URL"] = postgres.create_database("races")
        ports = [free_port(), free_port()]
        site = Site(DATABASE_URL=os.environ["DATABASE_URL"], REDIS_URL=redis.url, BIND="127.0.0.1")
        ending.callback(site.stop)
        site.manage("migrate", "--noinput")
        _set_up_here(site)
        with closing(Side()) as first, closing(Side()) as two:
            wrong = sum(_race(name, rounds, (first, two), locks=True) for name in RACES)
        with closing(Side("--unlocked")) as first, closing(Side("--unlocked")) as two:
            for name in RACES:
                _race(name, controls, (first, two), locks=False)
        for number, port in enumerate(ports):
            _serve(site, f"live{number}", port)
        wrong += asyncio.run(_race_over_http(ports, rounds))
    return int(wrong > 0)


def _set_up_here(site: Site) -> None:
    """Make the rounds in this process, on the site's database."""
    os.environ.update(site.env, DJANGO_SETTINGS_MODULE="config.settings")
    import django

    django.setup()


def _rounds(name: str, number: int) -> Iterator[Any]:
    import races_rounds

    race: Callable[[int], Iterator[Any]] = getattr(races_rounds, name)
    return race(number)


def _race(name: str, rounds: int, sides: tuple[Side, Side], *, locks: bool) -> int:
    """By the services, in two processes."""
    tally, chance = Tally(), random.Random(1)
    for this in _rounds(name, rounds):
        starts = [time.monotonic() + TOLD_AHEAD_S + chance.uniform(0, UNEVEN_S) for _ in sides]
        for side, (verb, wants), start in zip(sides, this.sides, starts, strict=True):
            side.order({"do": verb, "with": wants, "now": this.now.isoformat(), "at": start})
        outcomes = [side.outcome() for side in sides]
        tally.count(outcomes, this.written(), whole=this.is_whole())
    tally.say(f"{name}, two processes{'' if locks else ', without locks'}", 0 if locks else None)
    return tally.wrong


def _serve(site: Site, name: str, port: int) -> Running:
    env = {**site.env, "LIVE_PORT": str(port)}
    process = site.start(name, compose.command_of("live", env))
    process.wait_until(lambda: answers(port))
    return process


async def _race_over_http(ports: list[int], rounds: int) -> int:
    """What players do, each side at a `live` process of its own."""
    from asgiref.sync import sync_to_async

    wrong, loop, chance = 0, asyncio.get_running_loop(), random.Random(2)
    for name in AT_THE_TABLE:
        made = await sync_to_async(lambda name=name: list(_rounds(name, rounds)))()
        connections = [(await loop.create_connection(Connection, "127.0.0.1", p))[1] for p in ports]
        tally = Tally()
        for this in made:
            requests = await sync_to_async(_requests)(this)
            order = chance.sample([0, 1], 2)
            asked = {}
            for side in order:
                asked[side] = asyncio.ensure_future(connections[side].ask(requests[side]))
            outcomes = [_outcome_of(await asked[side]) for side in (0, 1)]
            _know_the_repeated(outcomes)
            written, whole = await sync_to_async(lambda r=this: (r.written(), r.is_whole()))()
            tally.count(outcomes, written, whole=whole)
        # Two answers alike do not tell which of the two was the repeated one.
        by_side = name != "double_submit"
        tally.say(f"{name}, HTTP at two live processes", 0, by_side=by_side)
        wrong += tally.wrong
        for connection in connections:
            connection.transport.close()
    return wrong


def _requests(this: Any) -> list[bytes]:
    """Both sides as POSTs of the players whose seats they are."""
    from django.utils import timezone

    from games.tickets import Ticket, issue
    from games.timestamps import to_ms

    made = []
    end = to_ms(timezone.now() + timedelta(hours=1))
    for _verb, wants in this.sides:
        ticket = issue(Ticket(this.match.pk, wants["user_id"], wants["seat"], 0, end))
        names = ("kind", "payload", "expected_seq", "key")
        body = json.dumps({name: wants[name] for name in names}).encode()
        head = (
            f"POST /live/matches/{this.match.pk}/actions HTTP/1.1\r\nhost: races\r\n"
            f"authorization: Ticket {ticket}\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        made.append(head.encode() + body)
    return made


def _outcome_of(answer: tuple[int, bytes]) -> str:
    status, body = answer
    data = json.loads(body)
    if status == 200:
        return f"200 {json.dumps(data['actions'][0], sort_keys=True)}"
    return f"error: {status}" if status >= 500 else str(data["code"])


def _know_the_repeated(outcomes: list[str]) -> None:
    """Two answers with the very same row are one that was done and one that was found."""
    if outcomes[0] == outcomes[1] and outcomes[0].startswith("200"):
        outcomes[1] = "repeated"
    for side, answer in enumerate(outcomes):
        if answer.startswith("200"):
            outcomes[side] = "won"


if __name__ == "__main__":
    sys.exit(main())
