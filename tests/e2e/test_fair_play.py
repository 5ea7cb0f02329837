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


def leave(page: Page) -> list[str]:
    """Go to another page; what was reported on the way."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or "") if "tab-switches" in request.url else None)  # fmt: skip
    page.goto("/rules/")
    page.wait_for_timeout(500)
    return sent


def recorded(table: Sitting) -> list[list[object]]:
    code = "import json; from fairplay.models import TabSwitches; print(json.dumps(list(TabSwitches.objects.order_by('pk').values_list('seat', 'game', 'count'))))"
    rows: list[list[object]] = json.loads(table.site.shell(code).strip().splitlines()[-1])
    return rows


def test_switches_are_recorded_only_where_a_players_page_reports_them(table: Sitting) -> None:
    assert leave(table.at("playing")) == []  # never hidden
    over = table.at("finished")
    over.evaluate(HIDE, 3)
    assert leave(over) == []  # not played any more
    assert recorded(table) == []
    page = table.at("playing")
    page.evaluate(HIDE, 2)
    assert [json.loads(text) for text in leave(page)] == [{"game": 1, "count": 2}]
    assert recorded(table) == [["A", 1, 2]]


def test_a_spectators_page_reports_nothing(table: Sitting, browser: Browser) -> None:
    match = table.at("playing").url
    context = browser.new_context(base_url=table.site.url)
    page = context.new_page()
    page.goto(match)
    page.locator(".b-hit, .table-board").first.wait_for(state="attached")
    before = recorded(table)
    page.evaluate(HIDE, 2)
    assert leave(page) == []
    assert recorded(table) == before
    context.close()
