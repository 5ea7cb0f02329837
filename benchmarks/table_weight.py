"""What the table weighs as a spectator loads it, against the promised 100 KiB; fails when it is more.

Nothing may come from another host: `weigh` refuses it. Sounds are made in the browser and not among it.
"""

from __future__ import annotations

import sys
from urllib.parse import urlsplit

import harness

from benchmarks.weighing import LIMIT_KIB, weigh
from tests.services.topology import Embedded

MATCH = """
from datetime import timedelta
from django.utils import timezone
from games.engine.rules import Rules
from games.services.friendly import site_bot
from games.services.setup import create_match
bots = [site_bot(kind) for kind in ("random", "steady")]
waits = timedelta(hours=1)
made = create_match(
    seat_a=bots[0], seat_b=bots[1], rules=Rules(length=7), clock=None, context={}, join_within=waits,
    now=timezone.now(),
)
print(made.pk)
"""


def main() -> int:
    harness.asked_to_be_quick("What the table page and all it loads weigh.")
    site = Embedded(DEMO="0")
    try:
        sizes = weigh(f"{site.url}/matches/{site.shell(MATCH).split()[-1]}/")
    finally:
        site.stop()
    for address, size in sorted(sizes.items(), key=lambda item: -item[1]):
        print(f"{size / 1024:8.1f} KiB  {urlsplit(address).path}", file=sys.stderr)
    total = sum(sizes.values()) / 1024
    figure = f"the table page with all it loads, gzipped, {len(sizes)} files"
    harness.report(figure, total, "KiB", peer="promise", peer_value=LIMIT_KIB)
    return int(total > LIMIT_KIB)


if __name__ == "__main__":
    sys.exit(main())
