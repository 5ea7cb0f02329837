"""kill -9 at random over live, web, worker, beat, Redis and PostgreSQL while 200 matches of real tournaments play.

Then a checker reads every answer that a client was given and the database: nothing lost, nothing twice, nothing stuck.
A supervisor starts what was killed again at once. One `live` process; the players share the machine's cores with it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import crash_inside as inside
import crash_notifications as notifications
import harness
import history
import receivers
from crash_players import TROUBLE, Door, Drill, Players

from tests.services import installed
from tests.services.supervised import Supervised
from web.web_push import new_private_key

TARGETS = ("live", "web", "worker", "clocks", "beat", "redis", "postgres")
LIMITS_S = {"live": 2.0, "postgres": 4.0}
TOGETHER = 0.15
"""Of all kills so many come while another is not over."""
LONGEST_WAIT_S = 20.0
SETTLE_S = float(os.environ.get("SETTLE_S", "420"))
STOPS, STAYS_AWAY = 0.06, 0.02


@dataclass(frozen=True, slots=True)
class Options:
    kills: int
    matches: int
    every_s: float
    seed: int
    minutes: float = 12.0


@dataclass(frozen=True, slots=True)
class Kill:
    target: str
    at: float


@dataclass(frozen=True, slots=True)
class Outbox:
    """Where what is sent arrives: the folder of emails, what the push service received, and its origin."""

    mail: Path
    pushes: Path
    origin: str


def main() -> int:
    options = asked()
    if not (installed.postgres() and installed.redis()):
        print("Needs PostgreSQL and Redis.", file=sys.stderr)
        return 0
    print(f"seed {options.seed}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as name, receivers.running("push") as service:
        settings = {
            "LIVE_RATE": "1000",
            "LIVE_BURST": "1000",
            "EMAIL_URL": f"filemail:///{name}",
            "VAPID_PRIVATE_KEY": new_private_key(),
            "VAPID_CONTACT": "mailto:desk@example.org",
            "PYTHONPATH": service.python_path,
        }
        site = Supervised(LOG_LEVEL="WARNING", **settings)
        try:
            inside.enter(site.env)
            outbox = Outbox(Path(name), service.arrivals, service.origin)
            return 1 if asyncio.run(Run(site, options, outbox).run()) else 0
        finally:
            site.stop()


def asked() -> Options:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="10 kills, 40 matches")
    parser.add_argument("--kills", type=int, help="how many (200)")
    parser.add_argument("--matches", type=int, help="played at the same time (200)")
    parser.add_argument("--every", type=float, default=3.4, help="seconds between kills, about")
    parser.add_argument("--minutes", type=float, default=12.0, help="kill no longer than that")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    args = parser.parse_args()
    kills = args.kills or (10 if args.quick else 200)
    return Options(
        kills, args.matches or (40 if args.quick else 200), args.every, args.seed, args.minutes
    )


class Run:
    """One drill: players, tournaments, kills, and the reckoning."""

    def __init__(self, site: Supervised, options: Options, outbox: Outbox | None = None) -> None:
        """Without an outbox nobody is notified."""
        self.site, self.options, self.outbox = site, options, outbox
        self.chance = random.Random(options.seed)
        doors = [site.ports[name] for name in site.names]
        self.drill = Drill(doors, site.ports["web"], random.Random(options.seed + 1))
        self.kills: list[Kill] = []
        self.known: set[str] = set()
        self.absent: dict[str, str] = {}
        self.begun = 0
        self.playing: set[asyncio.Task[None]] = set()
        self.database = ThreadPoolExecutor(1)
        self.on = self.running = 0
        self.killing = True
        self.ready: list[float] = []
        self.notified: set[int] = set()

    async def run(self) -> int:
        began = time.monotonic()
        seating = asyncio.create_task(self._seat())
        seating.add_done_callback(self._left)
        probing = asyncio.create_task(self._probe())
        while self.on < self.options.matches * 0.9 and time.monotonic() - began < 60:
            await asyncio.sleep(0.2)
        await asyncio.sleep(2)
        notifying = asyncio.create_task(self._notify())
        await self.trouble()
        self.killing = False
        await notifying
        await self._settle()
        seating.cancel()
        probing.cancel()
        self.drill.ended = True
        await asyncio.gather(*self.playing, return_exceptions=True)
        result = await asyncio.get_running_loop().run_in_executor(self.database, self._reckon)
        return self.report(result, time.monotonic() - began)

    async def _probe(self) -> None:
        """Note when `live` could accept something."""
        door = Door(self.drill.live_ports[0])
        while True:
            with suppress(*TROUBLE):
                status, _ = await door.ask("GET", "/live/readyz", "accept: */*")
                if status == 200:
                    self.ready.append(time.time())
            await asyncio.sleep(0.1)

    async def _notify(self) -> None:
        """Owe notifications to a few users, again and again while processes are killed."""
        loop, number = asyncio.get_running_loop(), 0
        while self.killing and self.outbox is not None:
            number += 1
            users = await loop.run_in_executor(
                self.database, inside.patiently, notifications.owe, number, self.outbox.origin
            )
            self.notified.update(users or [])
            await asyncio.sleep(0.5)

    async def _seat(self) -> None:
        """Begin tournaments while there is room, and sit down at every match they make."""
        loop = asyncio.get_running_loop()
        while True:
            if self.killing and self._room():
                index = self._next_event()
                await loop.run_in_executor(self.database, inside.patiently, inside.begin, index)
            made = await loop.run_in_executor(
                self.database, inside.patiently, inside.open_tables, self.known, self.chance
            )
            for item in made or []:
                self._sit_down(item)
            text = await loop.run_in_executor(self.database, inside.patiently, inside.counts)
            self.on, self.running = text or (self.on, self.running)
            if not self._room():
                await asyncio.sleep(0.3)

    def _next_event(self) -> int:
        """All kinds in turn; later on, and in a small drill, those that are over soon."""
        self.begun += 1
        if self.options.matches <= 60 or len(self.kills) > self.options.kills * 0.25:
            return self.chance.choice(inside.SHORT)
        return self.begun - 1

    def _room(self) -> bool:
        return self.killing and not self.late() and self.on < self.options.matches * 0.9

    def late(self) -> bool:
        """Too late to begin anything more?"""
        return len(self.kills) > self.options.kills * 0.5

    def _sit_down(self, made: inside.Made) -> None:
        self.known.add(made["match"])
        chance, stops = self.chance.random(), None
        if chance < STOPS + STAYS_AWAY:
            seat = self.chance.choice("AB")
            stops = (seat, 0 if chance < STAYS_AWAY else self.chance.randint(2, 30))
            self.absent[made["match"]] = seat
        players = Players(self.drill, made, stops=stops)
        task = asyncio.create_task(players.run())
        self.playing.add(task)
        task.add_done_callback(self._left)

    def _left(self, task: asyncio.Task[None]) -> None:
        self.playing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.drill.note(f"a client failed: {error!r}")

    def name(self) -> str:
        return f"{len(self.kills)} kills, {self.options.matches} matches"

    async def trouble(self) -> None:
        """What the players have to live with."""
        targets = [TARGETS[n % len(TARGETS)] for n in range(self.options.kills)]
        self.chance.shuffle(targets)
        until = time.monotonic() + self.options.minutes * 60
        for number, target in enumerate(targets):
            if time.monotonic() > until:
                break
            together = self.chance.random() < TOGETHER
            at = await asyncio.to_thread(self.site.crash, target)
            self.kills.append(Kill(target, at))
            if number % 20 == 19:
                text = f"{number + 1} kills, {self.on} matches on, {len(self.drill.acks)} answers"
                print(f"{text}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
            spread = (0.0, 0.5) if together else (0.6, 1.4)
            await asyncio.sleep(self.options.every_s * self.chance.uniform(*spread))
            if not together:
                await self._until_played(at)

    async def _until_played(self, since: float) -> None:
        """On a busy machine a start takes long: with nobody playing nothing is put to the test."""
        until = time.monotonic() + LONGEST_WAIT_S
        while time.monotonic() < until:
            if any(sent > since and door == "live" for sent, _, door in self.drill.acks[-50:]):
                return
            await asyncio.sleep(0.1)

    async def _settle(self) -> None:
        """Nothing is killed any more: everything has to come to its end."""
        self.drill.think_s = 0.08
        until = time.monotonic() + SETTLE_S
        self.on = self.running = -1
        left: int | None = len(self.notified)
        while (self.on, self.running, left) != (0, 0, 0) and time.monotonic() < until:
            await asyncio.sleep(5)
            left = await asyncio.get_running_loop().run_in_executor(
                self.database, inside.patiently, notifications.left
            )
            text = f"{self.on} matches, {self.running} tournaments, {left} messages"
            print(f"settling: {text}", file=sys.stderr)
        if self.playing:
            await asyncio.wait(self.playing, timeout=20)

    def _reckon(self) -> tuple[inside.DatabaseState, dict[str, list[str]]]:
        result = inside.read_all()
        down = [
            (round(kill.at * 1000), round(self._up(kill) * 1000))
            for kill in self.kills
            if kill.target in LIMITS_S
        ]
        wrong = {
            "answers and logs": history.faults(
                result.matches, self.drill.sent, self.drill.watched, result.outages, self.absent
            ),
            "outages": list(history.outage_faults(result.outages, history.merged(down))),
            "brackets": list(inside.bracket_faults()),
            "snapshots and dice": list(inside.statement_faults()),
        }
        if (outbox := self.outbox) is not None:
            kills = sum(kill.target in ("worker", "postgres", "redis") for kill in self.kills)
            wrong["notifications"] = [
                *notifications.faults(self.notified, outbox.mail, kills),
                *notifications.push_faults(self.notified, outbox.pushes, kills),
            ]
        return result, wrong

    def _back(self, kill: Kill) -> float:
        """When the first action was acknowledged that was sent after this kill."""
        doors = ("live",) if kill.target == "live" else ("live", "web")
        return min(
            (ended for sent, ended, door in self.drill.acks if sent > kill.at and door in doors),
            default=kill.at,
        )

    def _up(self, kill: Kill) -> float:
        return next((at for at in self.ready if at > kill.at), kill.at)

    def _alone(self, kill: Kill) -> bool:
        """Was nothing else dead at that time that play needs?"""
        back = self._back(kill)
        others = [item.at for item in self.kills if item is not kill and item.target in LIMITS_S]
        return not any(kill.at - 4 < at < back for at in others)

    def report(
        self, reckoned: tuple[inside.DatabaseState, dict[str, list[str]]], seconds: float
    ) -> int:
        database, wrong = reckoned
        count = sum(bool(item.acks) for item in self.drill.sent)
        name = self.name()
        for what, value in (
            ("tournaments", self.begun),
            ("matches", len(database.matches)),
            ("actions in the log", database.actions),
            ("actions acknowledged", count),
            ("lost on time", sum(m.reason == "time" for m in database.matches.values())),
            ("outages noted", len(database.outages)),
            ("users notified", len(self.notified)),
            ("emails that came again", self._emails_again()),
            ("push messages that came again, with the same topic", self._pushes_again()),
        ):
            harness.report(f"{name}: {what}", value, "", peer="none", peer_value=None)
        self.report_times(name, database)
        for what, faults in wrong.items():
            harness.report(f"{name}: faults in {what}", len(faults), "", peer="limit", peer_value=0)
            print("\n".join(faults[:20]), file=sys.stderr)
        print(f"the clients met: {self.drill.troubles}", file=sys.stderr)
        print(f"{seconds:.0f} s, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
        return sum(map(len, wrong.values()))

    def _emails_again(self) -> int:
        mail = Counter[str]() if self.outbox is None else notifications.received(self.outbox.mail)
        return mail.total() - len(mail)

    def _pushes_again(self) -> int:
        return 0 if self.outbox is None else notifications.pushes_again(self.outbox.pushes)

    def report_times(self, name: str, database: inside.DatabaseState) -> None:
        for target, limit in LIMITS_S.items():
            self._report_recovery(name, target, limit)
        self._report_flags(name, database)

    def _report_recovery(self, name: str, target: str, limit: float) -> None:
        alone = [k for k in self.kills if k.target == target and self._alone(k)]
        times = sorted(self._back(kill) - kill.at for kill in alone)
        if not times:
            return
        figure = f"{name}: play goes on after {target} was killed ({len(times)} times alone)"
        for what, value in (("median", statistics.median(times)), ("longest", times[-1])):
            harness.report(f"{figure}, {what}", value, "s", peer="limit", peer_value=limit)
        print(f"{target}: {[round(seconds, 1) for seconds in times]}", file=sys.stderr)

    def _report_flags(self, name: str, database: inside.DatabaseState) -> None:
        """How late somebody saw a flag: the worker may have been dead when it fell."""
        late = sorted(
            self.drill.seen_flags[pk] - match.log[-1].at_ms
            for pk, match in database.matches.items()
            if match.reason == "time" and pk in self.drill.seen_flags
        )
        if late:
            figure = f"{name}: a flag was seen after it fell, median"
            harness.report(figure, statistics.median(late), "ms", peer="none", peer_value=None)
            print(f"flags, the latest: {late[-5:]} ms", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
