"""How a player's first visit to a table goes in Chromium: what is fetched until the dice can be rolled, and how long that takes.

Used by first_roll.py and the browser tests. Nothing is in the browser's cache, as on a first visit.
"""

import json
from dataclasses import dataclass, field
from typing import Any

PHONE = {"latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
ROLL = '[data-act="roll"]:not([aria-disabled="true"])'
DICE = ".table-board .die:not(.die--used)"
FONT = ".woff2"
NOTE = """([offered, rolled]) => {
  const note = () => {
    if (document.querySelector(offered)) window.playableAt ??= (performance.timeOrigin + performance.now()) / 1000;
    if (document.querySelector(rolled)) window.rolledAt ??= (performance.timeOrigin + performance.now()) / 1000;
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
}"""


@dataclass(slots=True)
class Loading:
    """`fetched` are the bytes by address, heads included, of what was asked for until one could play. Times by the wall clock."""

    fetched: dict[str, int] = field(default_factory=dict)
    began: float = 0.0
    playable: float = 0.0
    rolled: float = 0.0

    @property
    def without_fonts(self) -> dict[str, int]:
        """Text is shown before its font is there: nobody waits for it."""
        return {each: size for each, size in self.fetched.items() if not each.endswith(FONT)}

    @property
    def rolled_s(self) -> float:
        return self.rolled - self.began


def first_visit(browser: Any, signed_in: Any, address: str, *, throttled: bool) -> Loading:
    """Opens the table in a browser of its own, with the login of the page `signed_in`, and rolls as soon as that is offered."""
    context = browser.new_context(
        storage_state=signed_in.context.storage_state(), viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(f"({NOTE})({json.dumps([ROLL, DICE])})")
    cdp = context.new_cdp_session(page)
    cdp.send("Network.enable")
    if throttled:
        cdp.send("Network.emulateNetworkConditions", {"offline": False, **PHONE})
    asked: dict[str, tuple[str, float]] = {}
    sizes: dict[str, int] = {}

    def begins(event: Any) -> None:
        asked[event["requestId"]] = (event["request"]["url"], event["wallTime"])

    def ends(event: Any) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    cdp.on("Network.requestWillBeSent", begins)
    cdp.on("Network.loadingFinished", ends)
    page.goto(address, wait_until="commit")
    page.locator(ROLL).click()
    page.locator(DICE).first.wait_for(state="attached")
    playable, rolled = page.evaluate("[window.playableAt, window.rolledAt]")
    context.close()
    fetched = {url: sizes.get(number, 0) for number, (url, at) in asked.items() if at <= playable}
    return Loading(fetched, min(at for _url, at in asked.values()), playable, rolled)
