"""From the click of one player to the screen of the other, in two browser contexts on this machine.

Measured in the pages themselves: the click's own time stamp, and the first frame drawn after the other
page's board has the play. Browsers, server and database share the cores.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import time
from typing import Any

import harness
from playwright.sync_api import Browser, Page, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from tests.conftest import BROWSER_FLAGS
from tests.e2e.people import make_logins, sign_in
from tests.e2e.table_page import TablePage
from tests.services import installed
from tests.services.topology import Backing, Embedded, Site

LIMIT_MS = 100

# Times are milliseconds since 1970 in both pages, so they can be compared.
WATCH = """() => {
  const seen = (window.seen = []);
  const table = document.querySelector(".table");
  const note = () => {
    const seq = Number(table.dataset.seq);
    requestAnimationFrame(() => setTimeout(() => seen.push([seq, performance.timeOrigin + performance.now()])));
  };
  new MutationObserver(note).observe(table, { attributes: true, attributeFilter: ["data-seq"] });
  window.clicked = 0;
  const press = (event) => { window.clicked = performance.timeOrigin + event.timeStamp; };
  document.addEventListener("click", press, true);
}"""


def main() -> int:
    quick = harness.asked_to_be_quick("From one player's click to the other player's screen.")
    if not installed.chromium():
        print("Chromium is not installed: nothing was measured.", file=sys.stderr)
        return 1
    plays = 20 if quick else 120
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=installed.chromium(), args=list(BROWSER_FLAGS)
        )
        site = Embedded(DEMO="0")
        try:
            measure(browser, site, "SQLite, one process", plays)
        finally:
            site.stop()
        if installed.postgres() and installed.redis():
            backing = Backing()
            try:
                measure(browser, backing.site(DEMO="0"), "PostgreSQL and Redis", plays)
            finally:
                backing.stop()
        browser.close()
    return 0


def measure(browser: Browser, site: Site, shape: str, plays: int) -> None:
    make_logins(site, ["anna", "bert"])
    anna = sign_in(browser, site, "anna", viewport={"width": 1280, "height": 800})
    bert = sign_in(browser, site, "bert", viewport={"width": 1280, "height": 800})
    times: list[float] = []
    while len(times) < plays:
        times += one_match(anna, bert, plays - len(times))
    name = f"{shape}: a click to the other player's screen"
    for text, value in (("median", statistics.median(times)), ("p95", percentile(times, 0.95))):
        limit = LIMIT_MS if text == "median" else None
        peer = "promise" if limit else "none"
        harness.report(f"{name}, {text} of {len(times)}", value, "ms", peer=peer, peer_value=limit)
    anna.context.close()
    bert.context.close()


def one_match(anna: Page, bert: Page, wanted: int) -> list[float]:
    """Times of rolls and plays of one match, until it is over or there are enough."""
    anna.goto("/matches/new/")
    anna.fill("[name=player]", "Bert")
    anna.check('[name=length][value="3"]', force=True)
    anna.get_by_role("button", name="Create match").click()
    anna.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
    match = anna.url.rstrip("/").rpartition("/")[2]
    tables = [TablePage(page, match) for page in (anna, bert)]
    for table in tables:
        table.page.evaluate(WATCH)
    times: list[float] = []
    quiet_until = time.monotonic() + 30
    while len(times) < wanted and time.monotonic() < quiet_until:
        if all(table.is_over() for table in tables):
            break
        for me, other in (tables, tables[::-1]):
            taken = act(me, other)
            if taken is not None:
                times.append(taken)
                quiet_until = time.monotonic() + 30
    return times


def act(me: TablePage, other: TablePage) -> float | None:
    """Do one thing; if it reaches the other screen, how long that took, in milliseconds."""
    before = seq(other.page)
    me.clicks = 0  # real clicks of the mouse, always
    if not me.act():
        return None
    try:
        other.page.wait_for_function(
            f"() => window.seen.some(([seq]) => seq > {before})", timeout=400
        )
    except Exception:  # a checker picked up or moved, nothing sent yet
        return None
    clicked = float(me.page.evaluate("window.clicked"))
    seen: list[Any] = other.page.evaluate("window.seen")
    first = next(at for number, at in seen if number > before)
    return float(first) - clicked


def seq(page: Page) -> int:
    return int(page.evaluate("Number(document.querySelector('.table').dataset.seq)"))


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    sys.exit(main())
