"""axe-core finds nothing on any page of the site: as a visitor, a player and a director see it, at a desk and on a phone,
light and dark. The states of the table have a file of their own (test_axe_table)."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.axe import Crawler, complaints
from tests.services.topology import Embedded, Site

pytestmark = pytest.mark.e2e
STARTS = ["/", "/nowhere/", "/watch/", "/accounts/login/", "/accounts/signup/"]
OWN = [*STARTS, "/profile/", "/accounts/email/", "/accounts/password/change/"]
# Links that a crawler cannot follow, because a page that leads there is not always there.
ANYWAY = ["/accounts/password/reset/", "/accounts/password/reset/done/", "/dice/"]


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    site = Embedded(DEMO="1")
    yield site
    site.stop()


@pytest.mark.parametrize(
    ("who", "starts", "kinds"),
    [("", STARTS + ANYWAY, 15), ("alice", OWN, 20), ("director", OWN, 30)],
)
def test_axe_finds_nothing_on_any_page_within_reach(
    house: Site, browser: Any, who: str, starts: list[str], kinds: int
) -> None:
    page = browser.new_context(base_url=house.url).new_page()
    page.set_default_timeout(20_000)
    if who:
        page.goto("/accounts/login/")
        page.fill("[name=login]", who)
        page.fill("[name=password]", f"{who}-demo")
        page.press("[name=password]", "Enter")
        page.wait_for_url(house.url + "/")
    crawler = Crawler(page, house.url)
    result = crawler.crawl(*starts)
    page.context.close()
    assert len(crawler.seen) >= kinds, f"the crawl found only {sorted(crawler.seen)}"
    assert result == []


def test_axe_would_complain_about_a_page_with_faults(browser: Any) -> None:
    """A control: the tool runs, and runs the rules we rely on."""
    page = browser.new_page()
    page.set_content(
        "<html><body><img src='x.png'><button></button>"
        "<p style='color:#bbb;background:#fff'>faint</p></body></html>"
    )
    rules = {words.partition(":")[0] for words in complaints(page)}
    of_colour = {words.partition(":")[0] for words in complaints(page, colours_only=True)}
    page.close()
    assert {"image-alt", "button-name", "color-contrast", "html-has-lang"} <= rules
    assert of_colour == {"color-contrast"}


def test_what_a_bar_covers_at_the_edge_of_the_screen_is_not_held_to_be_small(browser: Any) -> None:
    """A user who aims at it scrolls; what is small by itself is still found."""
    page = browser.new_page(viewport={"width": 390, "height": 300})
    rows = "".join(
        f"<a href='#{n}' style='display:block;height:24px'>Row {n}</a>" for n in range(30)
    )
    bar = "<div style='position:sticky;bottom:0;height:40px'><button style='width:100%;height:100%'>Next</button></div>"
    tiny = "<p style='line-height:9px'><a href='#a'>ab</a><br><a href='#b'>ab</a></p>"
    page.set_content(f"<html lang=en><title>Rows</title><main><h1>Rows</h1>{rows}{bar}</main>")
    assert [words for words in complaints(page) if words.startswith("target-size")] == []
    page.set_content(f"<html lang=en><title>Rows</title><main><h1>Rows</h1>{tiny}{bar}</main>")
    assert any(words.startswith("target-size") for words in complaints(page))
    page.close()
