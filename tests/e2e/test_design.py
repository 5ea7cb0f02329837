"""The page of all parts (`/design/`, with DEBUG): axe finds nothing in either theme, and a phone need not scroll sideways."""

from typing import Any

import pytest

from tests.e2e.axe import in_every_mode
from tests.services.topology import Embedded

pytestmark = pytest.mark.e2e


def test_every_part_in_every_state_is_readable(browser: Any) -> None:
    site = Embedded(DEBUG="1")
    try:
        page = browser.new_context(base_url=site.url).new_page()
        page.goto("/design/")
        assert page.get_by_role("heading", level=2).count() == 12
        assert not in_every_mode(page, "design")
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    finally:
        site.stop()
