"""What a move costs with one, two and four processes `live`: moves for each second of processor time that these processes use together.

All of them share one core of their own, which `taskset` gives them; players, PostgreSQL and Redis have the others. So this does not show that
more processes are faster, for which this many cores would be needed. It shows that a move costs no more however many processes there are: they
share nothing that grows, and each brings what a core of its own can do. Every match stays whole at a process, as the proxy in front keeps it.
"""

from __future__ import annotations

import os
import sys

import harness
from live_players import percentile
from postgres_site import has_servers
from two_live import MATCHES, Way, play, several_lives

NUMBERS = (1, 2, 4)
LEAST = 0.9
"""Of what one process does with a second of processor time, several together do at least so much."""


def main() -> int:
    quick = harness.asked_to_be_quick("Moves a processor second with one, two and four live.")
    if not has_servers():
        return 0
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        print("One core only: nothing was measured.", file=sys.stderr)
        return 0
    os.sched_setaffinity(0, cores[:-1])  # what is started from here on inherits it
    rounds, seconds = (1, 5.0) if quick else (3, 8.0)
    with several_lives(max(NUMBERS), pinned_to=str(cores[-1])) as (stage, ports, lives):
        ways = [Way(f"{n} live", [(port, port) for port in ports[:n]]) for n in NUMBERS]
        for _ in range(rounds):
            for way in ways:
                play(stage, way, seconds, lives[: len(way.ports)])
    report(ways)
    return 0


def report(ways: list[Way]) -> None:
    alone = max(ways[0].per_processor_s)
    for way in ways:
        name = f"{way.name} on one core, {MATCHES} matches at saturation"
        best = max(way.per_processor_s)
        least = None if way is ways[0] else LEAST * alone
        peer = "none" if least is None else f"{LEAST:g} times that of one"
        figure = f"{name}: moves a processor second"
        harness.report(figure, best, "1/s", peer=peer, peer_value=least)
        for what, value in (
            ("moves", max(way.rates)),
            ("opponent sees it, p99, ms", percentile(way.seen, 0.99)),
        ):
            harness.report(f"{name}: {what}", value, "", peer="none", peer_value=None)
        for what, number in (("moves not seen", way.unseen), ("errors", way.errors)):
            harness.report(f"{name}: {what}", number, "", peer="promise", peer_value=0)


if __name__ == "__main__":
    sys.exit(main())
