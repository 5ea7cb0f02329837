"""From a player's first visit to the table to the first roll on a phone line (1.6 Mbit/s, 150 ms), bundled and file by file.

Both sites run on this machine and take turns, so a busy machine is busy for both. Fails when a roll takes three seconds or more.
"""

from __future__ import annotations

import os
import statistics
import sys

import harness
from playwright.sync_api import sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from benchmarks.page_loading import Loading, first_visit
from tests.conftest import BROWSER_FLAGS
from tests.e2e.laid import START, Laid, lay
from tests.e2e.people import make_logins, sign_in
from tests.services import installed
from tests.services.topology import Embedded

LIMIT_S = 3.0


def main() -> int:
    quick = harness.asked_to_be_quick(
        "A first visit to the table, until the dice have been rolled."
    )
    if not installed.chromium():
        print("Chromium is not installed: nothing was measured.", file=sys.stderr)
        return 1
    rounds = 2 if quick else 9
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=installed.chromium(), args=list(BROWSER_FLAGS)
        )
        sites = {"bundled": Embedded(), "file by file": Embedded(BUNDLES="0")}
        try:
            visits = measure(browser, sites, rounds)
        finally:
            for site in sites.values():
                site.stop()
    rolled = {name: statistics.median(v.rolled_s for v in each) for name, each in visits.items()}
    for name, each in visits.items():
        waited_for = each[0].without_fonts
        size = sum(waited_for.values()) / 1024
        print(f"{name}: {len(waited_for)} requests, {size:.0f} KiB", file=sys.stderr)
    own = rolled["bundled"]
    figure = "first visit to first roll, 1.6 Mbit/s, 150 ms"
    harness.report(figure, own, "s", peer="file by file", peer_value=rolled["file by file"])
    return int(own >= LIMIT_S)


def measure(browser: object, sites: dict[str, Embedded], rounds: int) -> dict[str, list[Loading]]:
    pages, matches = {}, {}
    for name, site in sites.items():
        make_logins(site, ["anna", "bert"])
        pages[name] = sign_in(browser, site, "anna")
        matches[name] = lay(site, *[Laid(START)] * rounds)
    visits: dict[str, list[Loading]] = {name: [] for name in sites}
    for number in range(rounds):
        for name, site in sites.items():
            address = f"{site.url}/matches/{matches[name][number]}/"
            visits[name].append(first_visit(browser, pages[name], address, throttled=True))
    return visits


if __name__ == "__main__":
    sys.exit(main())
