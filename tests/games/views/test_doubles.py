"""The pages and the tickets of a doubles match: both partners sit at the table."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.services.tokens import create_token
from games.services import friendly
from games.tickets import read
from tests.games.services.tables import Sitting, person, sit
from tests.games.views.test_pages import page_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> Sitting:
    ann, bob, cleo, dan = (person(name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    return sit([ann, bob], [cleo, dan], length=1)


def test_each_partner_sits_at_the_table_by_the_name_of_the_pair(
    client: Client, four: Sitting
) -> None:
    four.join()
    for seat in four.match.seats.all():
        client.force_login(seat.player.user)
        data = page_data(client, four.match)
        assert (data["view"]["seat"], data["view"]["may"]["concede"]) == (seat.seat, None)
        assert read(data["ticket"]["ticket"], 0).seat == seat.seat
        assert client.get(f"/tickets/{four.match.pk}").json()["seat"] == seat.seat
        html = client.get(reverse("match", args=[four.match.pk])).content.decode()
        assert '<p class="name"><span>Ann / Bob</span>' in html
        assert '<p class="name"><span>Cleo / Dan</span>' in html


def test_the_pair_is_named_to_those_who_watch(client: Client, four: Sitting) -> None:
    four.join()
    assert page_data(client, four.match)["view"]["players"]["B"]["name"] == "Cleo / Dan"
    assert "Ann / Bob" in client.get(reverse("watch")).content.decode()


def test_each_partner_acts_by_their_own_token(client: Client, four: Sitting) -> None:
    for seat, number in (("A", 1), ("B", 0)):
        user = four.match.seats.filter(seat=seat)[number].player.user
        answer = client.post(
            f"/api/v1/matches/{four.match.pk}/actions",
            json.dumps({"kind": "ready"}),
            content_type="application/json",
            headers={"Authorization": f"Token {create_token(user, 'test')[1]}"},
        )
        assert (answer.status_code, answer.json()["view"]["seat"]) == (200, seat)
    assert four.fresh().status == "playing"
    listed = client.get("/api/v1/matches").json()["results"]
    assert [[item["name"] for item in listed[0]["players"][seat]] for seat in "AB"] == [
        ["Ann", "Bob"],
        ["Cleo", "Dan"],
    ]


def test_a_pair_invites_to_the_seat_opposite(client: Client, four: Sitting) -> None:
    four.match.seats.filter(seat="B").delete()
    client.force_login(four.match.seats.filter(seat="A")[1].player.user)
    link = client.get(reverse("match", args=[four.match.pk]))["Location"]
    assert "Send this link" in client.get(link).content.decode()
    guest = Client()
    assert "Ann / Bob invites you to a match" in guest.get(link).content.decode()
    newcomer = person("Eve")
    guest.force_login(newcomer.user)
    guest.post(link)
    assert four.match.seats.get(seat="B").player == newcomer
    assert "This match already has two players" in Client().get(link).content.decode()


def test_who_calls_off_reads_both_names(client: Client, four: Sitting) -> None:
    client.force_login(four.match.seats.filter(seat="B")[1].player.user)
    page = reverse("match-decline", args=[four.match.pk])
    assert "Decline this challenge? Opponent: Ann / Bob" in client.get(page).content.decode()
    client.post(page)
    assert (four.fresh().status, friendly.DECLINED) == ("void", "declined")
