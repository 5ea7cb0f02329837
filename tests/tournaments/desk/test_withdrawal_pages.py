"""What a director is told of a start and of leaving: true of the format that is played."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import entered, entry, started, win_all
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LATER = {
    "swiss": "Later rounds are paired without this entry.",
    "single_elimination": "Later opponents advance without playing.",
}


def leaving(client: Client, of: Tournament, name: str, **typed: str) -> str:
    path = f"/tournaments/{of.slug}/manage/entries/{entry(of, name).pk}/withdraw/"
    answer = client.post(path, typed) if typed else client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    ("format", "first"), [("swiss", "R1.1 1"), ("single_elimination", "W1.1 1")]
)
def test_who_leaves_between_two_rounds_moves_nothing_yet_and_the_page_says_what_later(
    client: Client, boss: User, format: str, first: str
) -> None:
    of = started(8, organizer=boss, format=format)
    win_all(of, first)
    assert f"A match in progress is lost. {LATER[format]}" in leaving(client, of, "1")
    looked = leaving(client, of, "1", reason="had to go")
    assert f"No slot, match or place changes now. {LATER[format]}" in looked


@pytest.mark.parametrize(
    ("format", "what"),
    [
        ("swiss", "the pairings of the first round"),
        ("round_robin", "the pairings of the first round"),
        ("single_elimination", "the whole draw"),
    ],
)
def test_what_a_director_sees_before_the_start_is_said_of_the_format(
    client: Client, boss: User, format: str, what: str
) -> None:
    of = entered(4, organizer=boss, format=format)
    page = client.get(f"/tournaments/{of.slug}/manage/").content.decode()
    assert f"You see {what} before" in page
