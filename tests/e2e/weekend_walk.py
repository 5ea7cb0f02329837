"""Every page around a weekend, looked at by axe on a desk and on a phone, light and dark."""

import re
from typing import Any

from tests.e2e.axe import complaints
from tests.e2e.weekend import Weekend

SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
DESK = (
    "", "?tab=entries", "?tab=standings", "?tab=record", "tables/", "check-in/", "clocks/", "timing/", "people/",
    "announcements/", "part/", "clone/", "files/", "money/", "money/plan/", "money/ledger/", "money/payout/",
    "money/pools/", "money/calcutta/", "papers/", "rulings/", "settings/",
)  # fmt: skip
EVENT = (
    "manage/",
    "manage/people/",
    "manage/settings/",
    "manage/clone/",
    "manage/money/",
    "",
    "wall/",
)
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def pages(on: Weekend) -> list[str]:
    """Addresses; the slip is one that was reported."""
    event = re.sub(r"-open$", "", on.slug)
    return [
        "/events/", "/events/new/", "/events/new/weekend_open/",
        *(f"/events/{event}/{path}" for path in EVENT),
        *(f"{on.desk}{path}" for path in DESK),
        f"/tournaments/{on.slug}/", f"/tournaments/{on.slug}/standings/", f"/tournaments/{on.slug}/wall/",
        *on.notes.get("pages", ()),
    ]  # fmt: skip


def complaints_about(page: Any, paths: list[str]) -> list[str]:
    """What axe finds, and what is wider than its window."""
    values = []
    for path in paths:
        answer = page.goto(path, wait_until="load")
        if answer.status != 200:
            values.append(f"{path}: {answer.status}")
            continue
        for name, size in SIZES.items():
            page.set_viewport_size(size)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.wait_for_timeout(60)
                text = complaints(page, colours_only=scheme == "dark")
                values += [f"{path} ({name}, {scheme}): {words}" for words in text]
            if (wider := page.evaluate(WIDER)) > 0:
                values.append(f"{path} ({name}): {wider} px wider than its window")
    return values
