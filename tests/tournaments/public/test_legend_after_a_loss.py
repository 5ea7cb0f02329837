"""The legend of a bracket explains a way after a loss only where there is one."""

import pytest
from django.test import Client

from tests.tournaments.making import entry, started

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("of", "shown"), [("single_elimination", False), ("double_elimination", True)]
)
def test_the_way_after_a_loss_is_explained_where_there_is_one(
    client: Client, of: str, shown: bool
) -> None:
    made = started(4, format=of)
    user = entry(made, 1).player.user
    assert user is not None
    client.force_login(user)
    page = client.get(f"/tournaments/{made.slug}/").content.decode()
    assert "Your path through the draw" in page
    assert ("Path after a loss" in page) == shown
