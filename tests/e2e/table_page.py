"""A person at the table page: looks what the page offers and does it."""

from typing import Any

from playwright.sync_api import Error, Page

OFFERED = ("ready", "take", "accept_resign", "confirm", "roll")
REAL_CLICKS = 20

# The same presses as pointer events made in the page: a real click waits for two frames each. Returns what was pressed.
PRESS = """(offered) => {
  for (const act of offered) {
    const button = document.querySelector(`[data-act="${act}"]:not([aria-disabled="true"])`);
    if (button) { button.click(); return act; }
  }
  const strip = document.querySelector(".b-hit--live");
  if (!strip) return "";
  const box = strip.getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  const how = { ...at, bubbles: true, cancelable: true, button: 0, pointerId: 1, isPrimary: true };
  strip.dispatchEvent(new PointerEvent("pointerdown", how));
  document.querySelector(".table-board").dispatchEvent(new PointerEvent("pointerup", how));
  return "move";
}"""


def double(page: Page) -> None:
    """The button asks, and a press that comes too soon still belongs to the one that opened the question."""
    page.locator('[data-act="double"]:not([aria-disabled="true"])').click()
    page.wait_for_timeout(450)
    page.locator('[data-act="double_now"]').click()


class TablePage:
    """`act` does one thing if anything is to be done; `is_over` when the page shows the end.

    The first presses are real clicks with the mouse, the many that follow are events made in the page.
    """

    def __init__(self, page: Page, match: str) -> None:
        self.page, self.match, self.clicks = page, match, 0
        page.goto(f"/matches/{match}/")
        self.wait()

    def wait(self) -> None:
        self.page.locator("[data-act-bar] .say").wait_for(state="attached")

    def is_over(self) -> bool:
        return self.page.locator('[data-act="leave"]').count() > 0

    def act(self) -> bool:
        """Press what is offered; a button that was redrawn meanwhile counts as not offered."""
        if self.clicks >= REAL_CLICKS:
            return bool(self.page.evaluate(PRESS, list(OFFERED)))
        for name in OFFERED:
            button = self.page.locator(f'[data-act="{name}"]:not([aria-disabled="true"])')
            if button.count():
                return self._click(button.first)
        live = self.page.locator(".b-hit--live")
        return bool(live.count()) and self._click(live.first)

    def _click(self, what: Any) -> bool:
        self.clicks += 1
        try:
            what.click(timeout=1500)
        except Error:
            return False
        return True
