"""What no round, score or stage can be is refused, in the forms and over the API, and quickly."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import started
from tournaments.models import Pairing, Result, Round, Tournament
from tournaments.ruling.forms.rounds import PairsForm

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # PostgreSQL refuses characters and numbers that SQLite stores
]
RULED = {"verb": "correct_result", "reason": "Told at the desk."}


@pytest.fixture
def swiss(boss: User) -> Tournament:
    return started(6, organizer=boss, format="swiss")


def rule(client: Client, of: Tournament, **fields: Any) -> Any:
    body = json.dumps(RULED | fields)
    return client.post(
        f"/api/v1/tournaments/{of.slug}/rulings", body, content_type="application/json"
    )


@pytest.mark.parametrize(
    "pairs",
    [
        "9" * 30 + "-1",
        "1-" + "9" * 5000,
        "1-" + "11-" * 200 + "x",  # a pattern that may split 11 in two ways needs 2**200 tries
        "1--2",
        "1-2\n",
        "٣-1 ²-",
    ],
)
def test_pairs_that_are_none_leave_a_round_as_it_stands(
    client: Client, swiss: Tournament, pairs: str
) -> None:
    assert not PairsForm({"pairs": pairs}, entries=()).is_valid() or pairs == "1-2\n"
    row = Round.objects.get(stage__tournament=swiss, number=1)
    before = list(Pairing.objects.filter(round=row).order_by("pk").values())
    for do in ("swap", "set"):
        fields = {"pairs": pairs, "do": do, "reason": "A mistake of mine."}
        answer = client.post(f"/tournaments/{swiss.slug}/manage/rounds/{row.pk}/pairs/", fields)
        assert answer.status_code < 500
    assert list(Pairing.objects.filter(round=row).order_by("pk").values()) == before


@pytest.mark.parametrize("points", [(0, 3), (3, 3)])
def test_a_winner_has_more_points_over_the_api_as_well(
    client: Client, swiss: Tournament, points: tuple[int, int]
) -> None:
    pairing = Pairing.objects.filter(stage__tournament=swiss).earliest("pk")
    first, two = (slot.entry_id for slot in pairing.slots.order_by("side"))
    text = dict(zip(("winner_points", "loser_points"), points, strict=True))
    answer = rule(client, swiss, pairing=pairing.pk, winner=first, loser=two, **text)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_score")
    assert not Result.objects.exists()


@pytest.mark.parametrize("who", ["winner", "somebody else", "nobody"])
def test_a_score_is_that_of_the_two_who_met(client: Client, swiss: Tournament, who: str) -> None:
    pairing = Pairing.objects.filter(stage__tournament=swiss).earliest("pk")
    sides = [slot.entry_id for slot in pairing.slots.order_by("side")]
    other = swiss.entries.exclude(pk__in=sides).earliest("pk").pk
    loser = {"winner": sides[0], "somebody else": other, "nobody": 10**9}[who]
    fields = {"winner_points": 3, "loser_points": 1, "winner": sides[0], "loser": loser}
    answer = rule(client, swiss, pairing=pairing.pk, **fields)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_score")
    assert not Result.objects.exists()
