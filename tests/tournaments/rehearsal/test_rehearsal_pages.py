"""The pages of a rehearsal: begun from the desk, played by buttons, thrown away; closed to everybody else."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import director, tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_from_the_desk_to_the_end_and_away(client: Client, boss: User) -> None:
    of = tournament(organizer=boss, entry_limit=8)
    desk = f"/tournaments/{of.slug}/manage/"
    assert f"{desk}rehearse/" in client.get(desk).content.decode()
    assert 'value="8"' in client.get(f"{desk}rehearse/").content.decode()
    there = client.post(f"{desk}rehearse/", {"number": "6"})["Location"]
    html = client.get(there).content.decode()
    assert "Decided: 2 of 4" in html  # the byes
    client.post(f"{there}play/", {"verb": "one"})
    assert "Decided: 3 of 4" in client.get(there).content.decode()
    client.post(f"{there}play/", {"verb": "round"})
    assert "Decided: 4 of 4" in client.get(there).content.decode()
    client.post(f"{there}play/", {"verb": "end"})
    html = client.get(there).content.decode()
    assert "Winner:" in html
    assert "Play round" not in html
    answer = client.post(f"{there}play/", {"verb": "away"})
    assert answer["Location"] == desk
    assert Tournament.objects.get() == of
    assert client.get(there).status_code == 404


def test_what_players_would_see_can_be_seen(client: Client, boss: User) -> None:
    of = tournament(organizer=boss)
    there = client.post(f"/tournaments/{of.slug}/manage/rehearse/", {"number": "5"})["Location"]
    slug = there.split("/")[2]
    for tail in ("", "rounds/", "standings/", "entries/", "rules/", "manage/"):
        assert client.get(f"/tournaments/{slug}/{tail}").status_code == 200, tail
        assert Client().get(f"/tournaments/{slug}/{tail}").status_code in {302, 404}, tail


def test_it_is_closed_to_others_and_to_tournaments_that_are_none(
    client: Client, boss: User
) -> None:
    of = tournament(organizer=boss)
    there = client.post(f"/tournaments/{of.slug}/manage/rehearse/", {"number": "5"})["Location"]
    assert client.get(f"/tournaments/{of.slug}/manage/rehearsal/").status_code == 404
    assert client.post(f"{there}play/", {"verb": "dance"}).status_code == 404
    assert client.get(f"{there}play/").status_code == 405
    client.force_login(director())
    assert client.get(there).status_code == 404
    assert client.post(f"{there}play/", {"verb": "away"}).status_code == 404
    assert client.get(f"/tournaments/{of.slug}/manage/rehearse/").status_code == 403
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize("number", ["", "1", "x", "4097", "99999999999999999999"])
def test_a_number_that_is_none_is_told(client: Client, boss: User, number: str) -> None:
    of = tournament(organizer=boss)
    answer = client.post(f"/tournaments/{of.slug}/manage/rehearse/", {"number": number})
    assert answer.status_code == 422
    assert 'class="error"' in answer.content.decode()
    assert Tournament.objects.count() == 1
