"""The form, the invitation, the lobby and the API say that a match would be casual, before it is played."""

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from accounts.models import Player
from games.engine.rules import Rules
from games.services import friendly, lobby
from tests.games.services.tables import person

pytestmark = pytest.mark.django_db
THREE = Rules.preset("tournament", length=3)
SENTENCE = "Casual match: two players can play 1 rated friendly match in 24 hours"


@pytest.fixture(autouse=True)
def limit(settings: Settings) -> None:
    settings.RATED_PER_OPPONENT_A_DAY = 1


@pytest.fixture
def pair() -> tuple[Player, Player]:
    """Anna and Ben, whose one rated match of the day is open."""
    anna, ben = person("anna"), person("ben")
    friendly.challenge(anna, ben, THREE, None, timezone.now())
    return anna, ben


def as_player(client: Client, player: Player) -> Client:
    assert player.user is not None
    client.force_login(player.user)
    return client


def test_the_form_says_it_as_soon_as_the_opponent_is_named(
    client: Client, pair: tuple[Player, Player]
) -> None:
    anna, ben = pair
    page = as_player(client, anna)
    assert SENTENCE in page.get("/matches/new/", {"player": f"#{ben.pk}"}).content.decode()
    terms = {
        "opponent": "player",
        "length": "3",
        "play": "match",
        "preset": "tournament",
        "clock": "none",
    }
    for player, rated, is_said in (
        (ben.name, "on", True),
        ("carol", "on", False),
        (ben.name, "", False),
    ):
        asked = terms | {"player": player} | ({"rated": rated} if rated else {"rated": "False"})
        answer = page.get("/matches/new/", asked, headers={"HX-Request": "true"})
        assert (SENTENCE in answer.content.decode()) is is_said


def test_the_invitation_says_it_to_whom_it_concerns(
    client: Client, pair: tuple[Player, Player]
) -> None:
    anna, ben = pair
    link = friendly.challenge(anna, None, THREE, None, timezone.now())
    address = f"/join/{friendly.invitation(link)}/"
    assert SENTENCE in as_player(client, ben).get(address).content.decode()
    assert "Rated match: the result" in as_player(client, person()).get(address).content.decode()


def test_the_lobby_says_it_beside_the_button(client: Client, pair: tuple[Player, Player]) -> None:
    anna, ben = pair
    lobby.post(anna, THREE, None, timezone.now())
    text = "Casual: limit with this player reached"
    assert text in as_player(client, ben).get("/play/").content.decode()
    assert text not in as_player(client, person()).get("/play/").content.decode()


def test_the_api_says_why_a_match_is_casual(pair: tuple[Player, Player]) -> None:
    anna, ben = pair
    api = APIClient()
    api.force_authenticate(anna.user)
    answer = api.post("/api/v1/matches", {"player": ben.pk, "length": 3}, format="json")
    assert answer.status_code == 201
    assert (answer.data["rated"], answer.data["casual_reason"]) == (False, "limit_of_pair")
    other = api.post("/api/v1/matches", {"player": person().pk}, format="json")
    assert (other.data["rated"], other.data["casual_reason"]) == (True, "")
