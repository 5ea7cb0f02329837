"""The form says who publishes the next round: over the board a director, unless somebody chooses otherwise."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.setup.filled_form import FORM
from tests.tournaments.setup.test_form_formats import chosen, made
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "waits"),
    [
        ({"where": "board"}, True),
        ({"where": "online"}, False),
        ({"where": "board", "publishes": "at_once"}, False),
        ({"where": "online", "publishes": "director"}, True),
    ],
)
def test_over_the_board_a_director_publishes_each_round_unless_the_form_says_otherwise(
    client: Client, boss: User, typed: dict[str, str], waits: bool
) -> None:
    assert made(client, chosen(client, "swiss") | typed).publishes is waits


def test_a_stored_tournament_keeps_whether_a_director_publishes(client: Client, boss: User) -> None:
    client.post("/tournaments/new/full/", FORM | {"where": "board", "publishes": "at_once"})
    stored = Tournament.objects.get()
    html = client.get(f"/tournaments/{stored.slug}/manage/settings/").content.decode()
    assert 'value="at_once" selected' in html
    assert 'value="usual"' not in html
    client.post(f"/tournaments/{stored.slug}/manage/settings/", FORM | {"where": "board"})
    stored.refresh_from_db()
    assert stored.publishes is False
