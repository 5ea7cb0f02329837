"""The end of a match that was not played out, the last minute of a clock, and the chat that is open meanwhile."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.sitting import Sitting, sitting

pytestmark = pytest.mark.e2e
WIDE, PHONE, TURNED = (1280, 800), (390, 844), (844, 390)
LAST_MINUTE = {"kind": "simple", "reserve_ms": 55_000, "delay_ms": 2_000}
# Which of these buttons lie on top of whatever else is there.
REACHABLE = """() => ["rematch", "review"].filter((act) => {
  const button = document.querySelector(`[data-act=${act}]`);
  if (!button) return false;
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Sitting]:
    with sitting(browser, length=3) as item:
        yield item


def size(page: Page, wide_high: tuple[int, int]) -> None:
    page.set_viewport_size({"width": wide_high[0], "height": wide_high[1]})


def match_of(page: Page) -> str:
    return page.url.rstrip("/").split("/")[-1]


def test_who_won_by_resignation_is_named_and_nothing_denies_it(table: Sitting) -> None:
    page = table.at("finished")
    expect(page.locator(".games")).to_contain_text(
        "Maximiliane von Hohenlohe-Langenburg: won by resignation"
    )
    assert "+0" not in page.locator(".games").inner_text()
    expect(page.locator(".me [data-away]")).to_have_text("won by resignation")
    expect(page.locator(".opp [data-away]")).to_have_text("")


@pytest.mark.parametrize("at", [WIDE, PHONE, TURNED])
def test_the_pips_stay_when_a_minute_is_left(table: Sitting, at: tuple[int, int]) -> None:
    usual, table.clock, table.made = table.clock, LAST_MINUTE, []
    try:
        page = table.at("rolling")
    finally:
        table.clock, table.made = usual, []
    size(page, at)
    expect(page.locator(".me [data-low]")).to_have_text("< 1 min")
    assert page.locator(".me [data-low]").is_visible()
    assert page.locator(".me [data-pips]").is_visible()
    size(page, WIDE)


@pytest.mark.parametrize("at", [PHONE, TURNED])
def test_the_open_chat_leaves_the_end_of_the_match_in_sight(
    table: Sitting, at: tuple[int, int]
) -> None:
    page = table.at("rolling")
    size(page, at)
    page.get_by_role("tab", name="Chat").click()
    table.do("bert", match_of(page), "concede")
    expect(page.locator("[data-act=review]")).to_be_attached()
    assert page.evaluate(REACHABLE) == ["rematch", "review"]
    expect(page.locator(".chat-form")).to_be_visible()
    size(page, WIDE)
