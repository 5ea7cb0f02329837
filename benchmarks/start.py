"""From the command to the first page, with an empty folder and with one that is filled, and from SIGTERM to the end.

One process, SQLite, as `make run` starts it once its packages are installed.
"""

from __future__ import annotations

import sys
import time
from urllib.request import urlopen

import harness

from tests.services.topology import Embedded

FIRST_S, AGAIN_S, ENDS_S = 30.0, 5.0, 5.0


def main() -> int:
    rounds = 1 if harness.asked_to_be_quick("How long a site takes to start and to end.") else 5
    began = time.perf_counter()
    site = Embedded(begins_empty=True, DEMO="0")
    try:
        read(site)
        first = time.perf_counter() - began
        ends, starts = [], []
        for _ in range(rounds):
            ends.append(site.processes["site"].stop(within=60))
            began = time.perf_counter()
            site.restart("site")
            read(site)
            starts.append(time.perf_counter() - began)
    finally:
        site.stop()
    text = "the limit"
    harness.report("first start, empty folder", first, "s", peer=text, peer_value=FIRST_S)
    harness.report("start, filled folder", max(starts), "s", peer=text, peer_value=AGAIN_S)
    harness.report("end after SIGTERM", max(ends), "s", peer=text, peer_value=ENDS_S)
    return 0


def read(site: Embedded) -> None:
    with urlopen(f"{site.url}/accounts/login/", timeout=10) as page:
        assert b"csrfmiddlewaretoken" in page.read()


if __name__ == "__main__":
    sys.exit(main())
