"""Results of sessions typed at the desk: more points win, equal points tie, and each game is worth a point at least."""

import pytest
from django.test import Client

from tests.tournaments.making import director, pairing, started
from tests.tournaments.venue.room import on_board
from tournaments.models import Result, Tournament

pytestmark = pytest.mark.django_db
SESSIONS = {"format": "round_robin", "options": {"session_games": 3}}


def desk(of: Tournament) -> str:
    return f"/tournaments/{of.slug}/manage/quick/"


def hint(client: Client, of: Tournament, text: str) -> str:
    return client.get(desk(of), {"text": text, "says": "1"}).text


@pytest.fixture(params=["board", "online"])
def made(request: pytest.FixtureRequest, client: Client) -> Tournament:
    if request.param == "board":
        of = on_board(4, **SESSIONS)
    else:
        of = started(4, organizer=director(), **SESSIONS)
    client.force_login(of.organizer)
    return of


def names(of: Tournament) -> list[str]:
    slots = pairing(of, "R1.1").slots.order_by("side").select_related("entry__player")
    return [slot.entry.title for slot in slots if slot.entry]


def test_a_session_is_won_by_points(client: Client, made: Tournament) -> None:
    first, second = names(made)
    assert f"{second} wins 5–2, opponent: {first}" in hint(client, made, "R1 1 2-5")
    assert client.post(desk(made), {"text": "R1 1 2-5"}).status_code == 302
    decided = pairing(made, "R1.1")
    assert (decided.outcome, decided.winner.title) == ("played", second)


def test_equal_points_are_a_tie_and_typed_again_change_nothing(
    client: Client, made: Tournament
) -> None:
    first, second = names(made)
    assert f"{first} – {second}: tie 4–4" in hint(client, made, "R1 1 4-4")
    for _twice in range(2):
        assert client.post(desk(made), {"text": "R1 1 4-4"}).status_code == 302
    decided = pairing(made, "R1.1")
    assert (decided.outcome, decided.winner_id) == ("tied", None)
    assert Result.objects.count() == 1


def test_fewer_points_than_games_are_refused_and_stay_typed(
    client: Client, made: Tournament
) -> None:
    refusal = "The score is too low. Games: 3, each worth at least 1 point."
    assert refusal in hint(client, made, "R1 1 1-1")
    answer = client.post(desk(made), {"text": "R1 1 1-1"})
    assert answer.status_code == 422
    assert refusal in answer.text
    assert 'value="R1 1 1-1"' in answer.text
    assert pairing(made, "R1.1").outcome == ""


def test_a_match_has_a_winner(client: Client) -> None:
    of = started(4, organizer=director())
    client.force_login(of.organizer)
    assert "This match cannot end in a tie. Check the score." in hint(client, of, "1 2-2")
