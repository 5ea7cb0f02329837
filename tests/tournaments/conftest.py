"""The director of the pages' tests."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import director


@pytest.fixture
def boss(client: Client) -> User:
    """A director who is logged in with the client of the test."""
    boss = director()
    client.force_login(boss)
    return boss
