"""The desk says which matches of teams wait for line-ups, online and over the board, and leads to where they are named."""

import re

import pytest
from django.test import Client

from tests.tournaments import teams
from tests.tournaments.entry.test_lineups import named
from tests.tournaments.making import pairing
from tournaments.models import Tournament, Venue

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["online", "board"])
def made(request: pytest.FixtureRequest) -> Tournament:
    made = teams.with_teams(4, reserves=1, names_lineups=True)
    if request.param == "board":
        Venue.objects.create(tournament=made, where="board")
    return teams.begun(made)


def desk(client: Client, of: Tournament) -> str:
    client.force_login(of.organizer)
    return client.get(f"/tournaments/{of.slug}/manage/").content.decode()


def test_matches_wait_for_line_ups_until_both_are_named(client: Client, made: Tournament) -> None:
    page = desk(client, made)
    assert "Waiting for line-ups" in page
    assert "No table yet" not in page
    assert "2 matches have no boards yet." in page
    assert f"/tournaments/{made.slug}/manage/lineups/" in page
    teams_in_order = [
        (key, slot.entry.name)
        for key in ("W1.1", "W1.2")
        for slot in pairing(made, key).slots.order_by("side")
    ]
    waiting = []
    for key, team in teams_in_order:
        named(made, key, team, "a", "b", "c")
        page = desk(client, made)
        waiting.append(re.findall(r"(\d) match(?:es have| has) no boards yet", page))
    assert waiting == [["2"], ["1"], ["1"], []]
    assert "Waiting for line-ups" not in page


def test_teams_in_their_fixed_order_wait_for_none(client: Client) -> None:
    made = teams.begun(teams.with_teams(2, reserves=1))
    assert "Waiting for line-ups" not in desk(client, made)
