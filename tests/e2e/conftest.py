"""What most stories in a browser begin with: a running site with two players. Others make a `house` of their own."""

from collections.abc import Iterator

import pytest

from tests.e2e.people import make_logins
from tests.services.topology import Embedded, Site


@pytest.fixture(scope="module")
def house(chromium: str) -> Iterator[Site]:
    """One running site for all tests of a module, with the logins `anna` and `bert`."""
    site = Embedded()
    make_logins(site, ["anna", "bert"])
    yield site
    site.stop()
