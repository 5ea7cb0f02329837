"""Friendly matches: a player by name, whoever follows a link, or a bot."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.logins import create_login
from games.models import Match

pytestmark = pytest.mark.django_db
FORM = {
    "opponent": "player",
    "player": "",
    "bot": "steady",
    "length": "3",
    "preset": "tournament",
    "clock": "none",
}


@pytest.fixture
def ann() -> User:
    return create_login("ann", "ann@example.org", "a long pass phrase", name="Ann Vaher")


@pytest.fixture
def bob() -> User:
    return create_login("bob", "bob@example.org", "a long pass phrase", name="Bob Ilves")


def test_a_player_is_challenged_by_name(client: Client, ann: User, bob: User) -> None:
    client.force_login(ann)
    answer = client.post(reverse("match-new"), FORM | {"player": "bob ilves", "clock": "fast"})
    match = Match.objects.get()
    assert answer["Location"] == reverse("match", args=[match.pk])
    assert {seat.seat: seat.player for seat in match.seats.all()} == {
        "A": ann.player,
        "B": bob.player,
    }
    assert match.rules["length"] == 3
    assert match.clock["reserve_ms"] == 180_000


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("", "Whom do you want to play"),
        ("Nobody Here", "There is no player of that name"),
        ("Ann Vaher", "There is no player of that name"),
    ],
)
def test_who_cannot_be_challenged_is_said_at_the_field(
    client: Client, ann: User, player: str, sentence: str
) -> None:
    client.force_login(ann)
    answer = client.post(reverse("match-new"), FORM | {"player": player})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()


def test_two_players_of_one_name_are_told_apart_by_number(
    client: Client, ann: User, bob: User
) -> None:
    twin = create_login("bob2", "bob2@example.org", "a long pass phrase", name="Bob Ilves").player
    client.force_login(ann)
    assert (
        "Several players"
        in client.post(reverse("match-new"), FORM | {"player": "Bob Ilves"}).content.decode()
    )
    names = client.get(reverse("player-names"), {"player": "ilv"}).content.decode()
    assert f"Bob Ilves #{twin.pk}" in names
    client.post(reverse("match-new"), FORM | {"player": f"Bob Ilves #{twin.pk}"})
    assert Match.objects.get().seats.get(seat="B").player == twin


@pytest.mark.parametrize("kind", ["steady", "random"])
def test_a_bot_of_either_kind_sits_down_at_once(client: Client, ann: User, kind: str) -> None:
    client.force_login(ann)
    client.post(reverse("match-new"), FORM | {"opponent": "bot", "bot": kind})
    client.post(reverse("match-new"), FORM | {"opponent": "bot", "bot": kind})
    first, second = (m.seats.get(seat="B").player for m in Match.objects.all())
    assert first == second
    assert first.bot_kind == kind


def test_the_first_to_follow_an_invitation_takes_the_seat(
    client: Client, ann: User, bob: User
) -> None:
    client.force_login(ann)
    link = client.post(reverse("match-new"), FORM | {"opponent": "link"})["Location"]
    assert link in client.get(link).content.decode()
    assert client.get(link, headers={"HX-Request": "true"}).status_code == 204
    match = Match.objects.get()
    guest = Client()
    assert "Log in to play" in guest.get(link).content.decode()
    guest.force_login(bob)
    assert not match.seats.filter(seat="B").exists(), "looking at the link takes nothing"
    assert guest.post(link)["Location"] == reverse("match", args=[match.pk])
    assert match.seats.get(seat="B").player == bob.player
    assert client.get(link, headers={"HX-Request": "true"})["HX-Redirect"] == reverse(
        "match", args=[match.pk]
    )
    late = Client()
    late.force_login(create_login("carl", "carl@example.org", "a long pass phrase", name="Carl"))
    assert "Both seats are taken" in late.get(link).content.decode()
    late.post(link)
    assert match.seats.count() == 2


def test_a_forged_invitation_leads_nowhere(client: Client) -> None:
    assert client.get(reverse("join", args=["abc:def:ghi"])).status_code == 404


def test_only_who_is_logged_in_makes_matches(client: Client) -> None:
    assert client.post(reverse("match-new"), FORM)["Location"].startswith("/accounts/login/")
