"""A ruling after which others would go on to a stage that has begun: it says so, and leads to drawing it again."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from tests.tournaments.making import join, pairing, started, win
from tests.tournaments.ruling.ruled_pages import hidden, ordered
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
STAYS = "Stage 2: play has started with other players. They stay unless you draw again."
FACTS = {
    "format": "swiss",
    "options": {"rounds": 1},
    "later_stages": [{"format": "single_elimination", "take": {"cut": "top", "n": 4}}],
}


@pytest.fixture
def made(boss: User) -> Tournament:
    """A Swiss of one round is over, its three winners and the best loser are drawn."""
    made = started(6, organizer=boss, **FACTS)
    for key in ("R1.1", "R1.2", "R1.3"):
        win(made, key, pairing(made, key).slots.get(side=1).entry.player.name)
    return made


def redraw(of: Tournament) -> str:
    return f"/tournaments/{of.slug}/manage/stages/2/redraw/"


def turned(of: Tournament) -> tuple[str, dict[str, object]]:
    """Where and what to post so that the loser of the first pairing has won it."""
    row = pairing(of, "R1.1")
    won = {"c-winner": row.loser_id, "c-winner_points": 3, "c-loser_points": 1}
    address = f"/tournaments/{of.slug}/manage/pairings/{row.pk}/"
    return address, {"verb": "correct", "c-reason": "mixed up"} | won


def test_the_preview_says_that_the_stage_stays(client: Client, made: Tournament) -> None:
    join(made, "W1.1")
    address, data = turned(made)
    html = client.post(address, data).content.decode()
    assert STAYS in html
    assert "Apply, then draw again: stage 2" in html


def test_after_the_yes_the_desk_leads_to_drawing_it_again(client: Client, made: Tournament) -> None:
    join(made, "W1.1")
    field = made.stages.get(number=2).field
    assert ordered(client, *turned(made)).status_code == 302
    assert made.stages.get(number=2).field == field
    html = client.get(f"/tournaments/{made.slug}/manage/").content.decode()
    assert STAYS in html
    assert f'<a href="{redraw(made)}">Draw again</a>' in html
    assert ordered(client, redraw(made), {"reason": "the right four"}).status_code == 302
    assert made.stages.get(number=2).field != field
    assert STAYS not in client.get(f"/tournaments/{made.slug}/manage/").content.decode()


def test_the_second_yes_goes_on_to_drawing_it_again(client: Client, made: Tournament) -> None:
    join(made, "W1.1")
    address, data = turned(made)
    answer = client.post(address, hidden(client.post(address, data)) | {"then": "2"})
    assert answer.headers["Location"] == redraw(made)
    assert pairing(made, "R1.1").winner_id == data["c-winner"]
    assert client.get(redraw(made)).status_code == 200


def test_nothing_is_said_of_a_stage_that_follows_by_itself(
    client: Client, made: Tournament
) -> None:
    address, data = turned(made)
    first = client.post(address, data)
    assert STAYS not in first.content.decode()
    assert (
        client.post(address, hidden(first) | {"then": "2"}).headers["Location"].endswith("/manage/")
    )


def test_nothing_is_said_of_a_ruling_in_the_stage_itself(client: Client, made: Tournament) -> None:
    join(made, "W1.1")
    row = pairing(made, "W1.2")
    address = f"/tournaments/{made.slug}/manage/pairings/{row.pk}/"
    winner = row.slots.get(side=1).entry_id
    html = client.post(address, turned(made)[1] | {"c-winner": winner}).content.decode()
    assert "Keep as it is" in html
    assert STAYS not in html


def test_a_program_is_told_which_field_is_kept_and_which_would_come(made: Tournament) -> None:
    join(made, "W1.1")
    row, kept = pairing(made, "R1.1"), made.stages.get(number=2).field
    asked = {"verb": "correct_result", "reason": "mixed up", "preview": True}
    program = APIClient()
    program.force_authenticate(made.organizer)
    data = asked | {"pairing": row.pk, "winner": row.loser_id}
    address = f"/api/v1/tournaments/{made.slug}/rulings"
    body = program.post(address, data, format="json").json()
    (move,) = [move for move in body["moves"] if move["kind"] == "kept"]
    assert (move["key"], move["before"]) == (["2"], str(kept))
    assert str(row.loser_id) in move["after"]
