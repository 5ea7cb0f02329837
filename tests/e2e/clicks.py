"""A hand that counts: clicks and keys that do something, task by task. What is typed as text is not counted."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

DOC = Path(__file__).parents[2] / "docs" / "directing" / "clicks.md"
ROW = re.compile(r"^\| (?P<task>[^|]+?) \| [^|]*?\*\*(?P<clicks>\d+)\*\*", re.MULTILINE)


class Hand:
    """Uses one page as its owner would; `counted` has the clicks of each task that was done with it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.counted: dict[str, int] = {}
        self._clicks = 0

    @contextmanager
    def doing(self, task: str) -> Iterator[None]:
        """What is clicked and pressed inside belongs to this task."""
        before = self._clicks
        yield
        self.counted[task] = self._clicks - before

    def click(self, what: Any) -> None:
        self._clicks += 1
        (self.page.locator(what) if isinstance(what, str) else what).click()

    def count(self, clicks: int) -> None:
        """What this browser cannot show: a click that opens a PDF."""
        self._clicks += clicks

    def button(self, name: str, within: Any = None) -> None:
        self.click((within or self.page).get_by_role("button", name=name).first)

    def link(self, name: str, within: Any = None) -> None:
        self.click((within or self.page).get_by_role("link", name=name).first)

    def press(self, key: str) -> None:
        self._clicks += 1
        self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Into what has the focus."""
        self.page.keyboard.type(text)


def documented() -> dict[str, int]:
    """Task and clicks, as docs/directing/clicks.md promises them."""
    return {result["task"]: int(result["clicks"]) for result in ROW.finditer(DOC.read_text())}
