"""The address of a button opened as a page, as a tab that was kept or the way back from a log-in does, shows more than a blank page."""

import pytest
from django.test import Client

from accounts.services.logins import create_login

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/profile/tokens/1/revoke/", "/tournaments/any/enter/"])
def test_it_says_that_nothing_was_changed_and_leads_on(client: Client, address: str) -> None:
    client.force_login(create_login("tiina", "tiina@example.org", "a long pass phrase"))
    answer = client.get(address)
    page = answer.content.decode()
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "Nothing was changed." in page
    assert 'class="topbar"' in page
    assert 'href="/">Home' in page
