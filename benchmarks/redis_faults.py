"""Redis flushed, restarted and gone for a minute, and a tenth of what the bus says unheard: play goes on.

Two `live` processes, the two players of every match at different ones. Then the checker of crash.py: every listener saw
every action once and in order, and everything owed was done.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from pathlib import Path

import crash_inside as inside
import harness
import redis
from crash import Options, Run
from live_players import percentile

from tests.services import installed
from tests.services.supervised import Supervised

UNHEARD = 0.1
LOSSY = Path(__file__).with_name("redis_lossy.py")
LIMIT_S = 1.5
"""what it was not told, and needs a moment to read it: Each process asks once a second."""


class Deaf(Supervised):
    """Its live processes do not hear everything."""

    def live_command(self, command: list[str]) -> list[str]:
        return [command[0], str(LOSSY), str(UNHEARD), *command[-2:]]


class RedisRun(Run):
    """The trouble is Redis; `phases` has (name, from, to) in ms."""

    def __init__(self, site: Supervised, options: Options, *, away_s: float) -> None:
        super().__init__(site, options)
        self.away_s = away_s
        self.phases: list[tuple[str, float, float]] = []
        self.ending = False

    def name(self) -> str:
        return f"two live, {self.options.matches} matches, {UNHEARD:.0%} of the bus unheard"

    def late(self) -> bool:
        return self.ending

    async def trouble(self) -> None:
        calm_s = self.away_s / 4
        await self._phase("Redis there", calm_s)
        redis.Redis.from_url(self.site.redis.url).flushall()
        await self._phase("Redis flushed", calm_s)
        await asyncio.to_thread(self.site.crash, "redis")
        await self._phase("Redis restarted", calm_s)
        await asyncio.to_thread(self.site.hold, "redis")
        await self._phase(f"Redis gone for {self.away_s:.0f} s", self.away_s)
        self.site.release("redis")
        self.ending = True
        await self._phase("Redis back", calm_s)

    async def _phase(self, name: str, seconds: float) -> None:
        began = time.time()
        await asyncio.sleep(seconds)
        self.phases.append((name, began * 1000, time.time() * 1000))
        print(f"{name}: {len(self.drill.acks)} answers so far", file=sys.stderr, flush=True)

    def report_times(self, name: str, database: inside.DatabaseState) -> None:
        """How long an answer took, and how long after it the other process's player saw the action."""
        values = {
            (item.match, t.seq): t.answered_ms for item in self.drill.sent for t in item.acks[:1]
        }
        for phase, began, ended in self.phases:
            answers = [b - a for a, b, _ in self.drill.acks if began < a * 1000 < ended]
            lags = [
                max(0, at - values[match, seq]) / 1000
                for match, _seat, seq, at in self.drill.heard
                if (match, seq) in values and began < values[match, seq] < ended
            ]
            figure = f"{name}, {phase}"
            seconds = (ended - began) / 1000
            harness.report(
                f"{figure}: answers", len(answers) / seconds, "1/s", peer="none", peer_value=None
            )
            for share in (0.5, 0.99, 1.0):
                value = percentile(lags, share)
                harness.report(
                    f"{figure}: seen at the other process after its answer, p{share * 100:g}",
                    value,
                    "ms",
                    peer="limit",
                    peer_value=LIMIT_S * 1000,
                )


def main() -> int:
    quick = harness.asked_to_be_quick(__doc__.partition("\n")[0])
    if not (installed.postgres() and installed.redis()):
        print("Needs PostgreSQL and Redis.", file=sys.stderr)
        return 0
    options = Options(0, 40 if quick else 100, 0.0, random.SystemRandom().randrange(10**6))
    print(f"seed {options.seed}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    site = Deaf(lives=2, LIVE_RATE="1000", LIVE_BURST="1000", LOG_LEVEL="WARNING")
    try:
        inside.enter(site.env)
        run = RedisRun(site, options, away_s=12 if quick else 60)
        return 1 if asyncio.run(run.run()) else 0
    finally:
        site.stop()


if __name__ == "__main__":
    sys.exit(main())
