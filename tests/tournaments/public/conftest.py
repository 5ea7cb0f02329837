"""What tests of public pages share."""

import pytest
from django.db import connection


@pytest.fixture
def connection_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's request ends its connection when that is old or broken; to it a test's transaction looks broken."""
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)
