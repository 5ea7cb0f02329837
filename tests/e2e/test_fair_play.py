"""What a browser reports of its player: only that they left the page of their own match while it was played, and how often."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.sitting import Sitting, sitting

pytestmark = pytest.mark.e2e
HIDE = """(times) => {
  for (const hidden of Array(times).fill([true, false]).flat()) {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }
}"""


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Sitting]:
    with sitting(browser) as item:
        yield item


def leave(page: Page) -> None:
    """Go to another page: what was counted is reported on the way, without a wait for it."""
    page.goto("/rules/")
    page.wait_for_timeout(1000)


def recorded(table: Sitting) -> list[list[object]]:
    code = "import json; from fairplay.models import TabSwitches; print(json.dumps(list(TabSwitches.objects.order_by('pk').values_list('seat', 'game', 'count'))))"
    rows: list[list[object]] = json.loads(table.site.shell(code).strip().splitlines()[-1])
    return rows


def test_switches_are_recorded_only_where_a_players_page_reports_them(
    table: Sitting, browser: Browser
) -> None:
    leave(table.at("playing"))  # never hidden
    over = table.at("finished")
    over.evaluate(HIDE, 3)
    leave(over)  # not played any more
    page = table.at("playing")
    watching = browser.new_context(base_url=table.site.url).new_page()
    watching.goto(page.url)
    watching.locator(".table-board").first.wait_for(state="attached")
    watching.evaluate(HIDE, 5)
    leave(watching)  # a spectator
    watching.context.close()
    assert recorded(table) == []
    page.evaluate(HIDE, 2)
    leave(page)
    assert recorded(table) == [["A", 1, 2]]
