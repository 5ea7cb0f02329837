"""Half an hour at the load of 1,000 matches: does anything grow, fail or get stuck?

The production shape on PostgreSQL and Redis with its demo bots: matches thinking one second with a spectator each, new
ones for those that end, spectators who come and go, pages read meanwhile. Prints a line a minute and then the figures,
which are taken from minute ten (or a third of the time) to the end. All matches begin at once: until they are of every
age, what is at hand of them grows, and what a process needs to warm up does not count as growth.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

import harness
import uvloop
from live_players import percentile
from postgres_site import has_servers
from soak_players import Crowd, Maker
from soak_samples import STUCK_S, Sample, Watch, growth, more

from tests.services import servers
from tests.services.topology import Backing

LOOK_S = 10.0
WARM_S = 600.0
MEMORY = 5.0  # per cent
FLAT = 5.0  # per cent of what there was, or so many
LEAST = 4.0


@dataclass
class Soak:
    """What is seen of the run."""

    crowd: Crowd
    watch: Watch
    seconds: float
    answers: list[float] = field(default_factory=list)
    """p99 of each minute, in milliseconds."""
    moves: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    async def run(self, matches: int) -> None:
        playing = asyncio.create_task(self.crowd.run(matches, self.seconds))
        minutes, until = 1, time.perf_counter() + self.seconds
        while time.perf_counter() < until and not playing.done():
            await asyncio.sleep(min(LOOK_S, max(0.1, until - time.perf_counter())))
            sample = await asyncio.to_thread(self.watch.look)
            if sample.at >= 60 * minutes or time.perf_counter() >= until:
                self.minute(sample)
                minutes += 1
        await playing

    def minute(self, sample: Sample) -> None:
        """Print a line, and begin the next minute with nothing."""
        measured = self.crowd.measured
        answers, measured.answers = measured.answers, []
        seen, measured.seen = measured.seen, []
        self.moves += len(answers)
        self.answers.append(percentile(answers, 0.99))
        line = {
            "minute": round(sample.at / 60, 1),
            "moves": len(answers),
            "answer_p99_ms": round(self.answers[-1], 1),
            "seen_p99_ms": round(percentile(seen, 0.99), 1),
            "page_p95_ms": round(percentile(self.crowd.page_s, 0.95), 1),
            "ended": self.crowd.ended,
            "listeners": sample.listeners,
            "memory_mib": {name: round(kib / 1024) for name, kib in sample.memory.items()},
            "descriptors": sum(sample.descriptors.values()),
            "connections": sample.connections,
            "locks": sample.locks,
            "tables_kib": sample.tables_kib,
            "redis": [sample.redis_clients, sample.redis_keys],
            "wrong_lines": sample.wrong,
        }
        self.crowd.page_s.clear()
        print(json.dumps(line), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="2 minutes of 200 matches")
    parser.add_argument("--minutes", type=float, default=None, help="30")
    parser.add_argument("--matches", type=int, default=None, help="1000")
    asked = parser.parse_args()
    if not has_servers():
        return 0
    minutes = asked.minutes or (2 if asked.quick else 30)
    run(asked.matches or (200 if asked.quick else 1000), 60 * minutes)
    return 0


def run(matches: int, seconds: float) -> None:
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on")
    backing = Backing()
    try:
        site = backing.site(DEMO="1", LOG_FORMAT="json", WEB_WORKERS="2")
        maker = Maker(site, matches)
        try:
            soak = Soak(Crowd(site, maker), Watch(site, backing, site.env["DATABASE_URL"]), seconds)
            uvloop.run(soak.run(matches))
            tell(soak, f"{matches:,} matches for {seconds / 60:g} minutes")
        finally:
            maker.stop()
            site.stop()
    finally:
        backing.stop()


def tell(soak: Soak, name: str) -> None:
    crowd, samples = soak.crowd, soak.watch.samples
    warm = min(WARM_S, soak.seconds / 3)
    kept = [sample for sample in samples if sample.at >= warm]
    say(f"{name}: moves", soak.moves / soak.seconds, "1/s", None)
    say(f"{name}: matches played to the end", crowd.ended, "", None)
    tell_growth(name, kept)
    worst = max(soak.answers[1:] or soak.answers)
    say(f"{name}: answer, p99 of the worst minute after the first", worst, "ms", None)
    refused = crowd.measured.errors
    failed = {what: many for what, many in refused.items() if what.startswith("5")}
    for what, number in (
        ("lines of an error in the logs", len(soak.watch.wrong())),
        ("answers of 500 and above", sum(failed.values()) + _fives(crowd.pages)),
        ("other refusals", sum(refused.values()) - sum(failed.values())),
        ("troubles of clients", sum(crowd.troubles.values())),
    ):
        say(f"{name}: {what}", number, "", 0)
    print(dict(refused), dict(crowd.pages), dict(crowd.troubles), file=sys.stderr)
    print("\n".join(soak.watch.wrong()[:20]), file=sys.stderr)


def tell_growth(name: str, kept: list[Sample]) -> None:
    times = [sample.at for sample in kept]
    for descriptor in kept[0].memory:
        grown = growth(times, [sample.memory[descriptor] for sample in kept])
        say(f"{name}: memory of {descriptor}, growth", grown, "%", MEMORY)
    for descriptor in kept[0].descriptors:
        tell_flat(
            f"{name}: descriptors of {descriptor}",
            [sample.descriptors[descriptor] for sample in kept],
        )
    tell_flat(f"{name}: connections of the database", [sample.connections for sample in kept])
    tell_flat(f"{name}: locks in the database", [sample.locks for sample in kept])
    stuck = max(sample.stuck for sample in kept)
    say(f"{name}: locks of a transaction that lasts over {STUCK_S} s, at most", stuck, "", 0)
    tell_flat(f"{name}: clients of Redis", [sample.redis_clients for sample in kept])
    tell_flat(f"{name}: keys in Redis", [sample.redis_keys for sample in kept])
    tell_flat(f"{name}: KiB of the tables that are beaten", [sample.tables_kib for sample in kept])


def tell_flat(name: str, values: list[int]) -> None:
    """How many more at the end: at most a twentieth of what there was, or what it jumped about by at the beginning."""
    first = values[: max(1, len(values) // 3)]
    limit = max(LEAST, FLAT / 100 * first[0], max(first) - min(first))
    say(f"{name}, {min(values)} to {max(values)}: more at the end", more(values), "", limit)


def _fives(pages: Counter[int]) -> int:
    return sum(many for status, many in pages.items() if status >= 500)


def say(figure: str, value: float, unit: str, limit: float | None) -> None:
    peer = "none" if limit is None else "promise"
    harness.report(figure, value, unit, peer=peer, peer_value=limit)


if __name__ == "__main__":
    sys.exit(main())
