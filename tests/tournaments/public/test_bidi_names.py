"""A name written from right to left does not turn round the score that stands beside it in a sentence of the desk."""

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.making import director, entry, pairing, started, win
from tests.tournaments.ruling.ruled_pages import ordered

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("name", "shown"), [("דוד", "\u2068דוד\u2069 3–1"), ("Anna", "Anna 3–1")])
def test_the_record_and_the_preview_keep_it_apart(client: Client, name: str, shown: str) -> None:
    boss = director()
    client.force_login(boss)
    made = started(4, organizer=boss)
    win(made, "W1.1", 4)
    Player.objects.filter(pk=entry(made, 1).player_id).update(name=name)
    row, winner = pairing(made, "W1.1"), made.entries.get(player__name=name).pk
    fields = {"verb": "correct", "c-winner": winner, "c-winner_points": 3, "c-loser_points": 1}
    address = f"/tournaments/{made.slug}/manage/pairings/{row.pk}/"
    data = fields | {"c-reason": "read upside down"}
    assert shown.removesuffix(" 3–1") in client.post(address, data).content.decode()
    assert ordered(client, address, data).status_code == 302
    assert shown in client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
