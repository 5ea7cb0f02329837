"""The bracket on a phone: one round at a time, and a name leads to the path of its player."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import complaints
from tests.services.topology import Embedded

pytestmark = pytest.mark.e2e
MAKE = """
from tests.tournaments.public.drawing_made import begun, decide
made = begun(13, name="Knockout", format="consolation")
decide(made)
"""


@pytest.fixture
def page(chromium: str, browser: Any) -> Iterator[Page]:
    site = Embedded()
    site.shell(MAKE)
    context = browser.new_context(
        base_url=site.url, viewport={"width": 390, "height": 844}, bypass_csp=True
    )
    yield context.new_page()
    context.close()
    site.stop()


def test_one_round_is_shown_and_a_name_leads_to_its_path(page: Page) -> None:
    page.goto("/tournaments/knockout/")
    main = page.locator("#bracket-main")
    expect(main.locator(".round").filter(visible=True)).to_have_count(1)
    main.get_by_text("Last 16", exact=False).first.click()
    expect(main.locator(".round").first).to_be_visible()
    expect(main.locator(".round").filter(visible=True)).to_have_count(1)
    main.get_by_role("link", name="12", exact=True).filter(visible=True).click()
    expect(page.locator(".follow-line")).to_contain_text("12")
    expect(page.locator(".pair:target")).to_be_visible()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
