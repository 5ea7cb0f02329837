"""Nobody scrolls to play: every size of screen, every state, every tab; large text, turned phones, notches."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.sitting import STATES, Sitting, sitting

pytestmark = pytest.mark.e2e
SIZES = [
    (360, 640), (390, 664), (390, 844), (430, 932), (740, 360), (844, 390),
    (768, 1024), (1024, 768), (1280, 800), (1920, 1080), (3840, 2160),
]  # fmt: skip
# The card of the result lies over the board. What must be wholly in sight: nothing of it is cut off by the edge of the screen or by what lies around it.
NEEDED = ".table-board, .strip .clock, .act .say:not(.vh), .act .ask, .act [data-act], .tabs [aria-selected=true], .end-card, .end-card .btn"
OUT_OF_SIGHT = """(needed) => {
  const root = document.documentElement, faults = [];
  if (root.scrollWidth > innerWidth) faults.push(`wider: ${root.scrollWidth}`);
  if (root.scrollHeight > innerHeight) faults.push(`higher: ${root.scrollHeight}`);
  const table = document.querySelector(".table");
  if (table.scrollHeight > table.clientHeight + 1) faults.push(`the table scrolls: ${table.scrollHeight} > ${table.clientHeight}`);
  if (table.scrollWidth > table.clientWidth + 1) faults.push(`the table scrolls sideways: ${table.scrollWidth}`);
  for (const it of document.querySelectorAll(needed)) {
    const box = it.getBoundingClientRect(), what = it.dataset?.act ?? it.dataset?.end ?? it.getAttribute("class");
    if (!box.width) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) faults.push(`${what} is outside`);
    if (it.matches(".btn") && it.scrollWidth > it.clientWidth + 1) faults.push(`${what}: its words do not fit`);
  }
  const boxes = [...document.querySelectorAll(".table > *")].filter((it) => !it.matches(".vh, .skip, .panel--open, .end-card")).map((it) => [it.className, it.getBoundingClientRect()]).filter(([, box]) => box.height);
  for (const [a, first] of boxes) for (const [b, second] of boxes)
    if (a < b && first.left < second.right - 1 && second.left < first.right - 1 && first.top < second.bottom - 1 && second.top < first.bottom - 1) faults.push(`${a} lies on ${b}`);
  return faults;
}"""


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Sitting]:
    with sitting(browser) as item:
        yield item


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Sitting]:
    with sitting(
        browser, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}
    ) as item:
        yield item


def at_every_size(page: Page, what: str) -> list[str]:
    values = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(30)
        seen = page.evaluate(OUT_OF_SIGHT, NEEDED)
        values += [f"{what}, {width} × {height}: {words}" for words in seen]
    return values


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_out_of_sight_in_any_state_at_any_size(table: Sitting, state: str) -> None:
    result = at_every_size(table.at(state), state)
    assert not result, "\n".join(result)


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_out_of_sight_under_a_finger(phone: Sitting, state: str) -> None:
    """The same with the larger buttons of a coarse pointer, and long names."""
    page = phone.at(state)
    result = at_every_size(page, f"{state}, touched")
    assert not result, "\n".join(result)


def test_nothing_is_out_of_sight_with_any_tab_open_and_when_resigning(table: Sitting) -> None:
    page = table.at("rolling")
    values = []
    for tab in page.get_by_role("tab").all():
        page.set_viewport_size({"width": 1280, "height": 800})
        tab.click()
        values += at_every_size(page, f"tab {tab.inner_text()}")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator('[data-act="resign"]').click()
    values += at_every_size(page, "resigning")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    values += at_every_size(page, "doubling")
    assert not values, "\n".join(values)


def test_three_ways_to_resign_have_room_for_their_words(browser: Browser) -> None:
    """A gammon that already ends the match leaves no backgammon to offer."""
    with sitting(browser, length=2) as short:
        page = short.at("rolling")
        page.locator('[data-act="resign"]').click()
        assert page.locator(".answers [data-act]").count() == 3
        result = at_every_size(page, "resigning")
    assert not result, "\n".join(result)
