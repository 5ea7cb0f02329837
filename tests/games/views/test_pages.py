"""The pages of matches: the table, friendlies by name, link and bot, and what is being played."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.logins import create_login
from games.models import Match
from tests.games.services.tables import START, Sitting, sit

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


@pytest.fixture
def sitting(ann: User, bob: User) -> Sitting:
    return sit(ann.player, bob.player, length=1)


def started(sitting: Sitting) -> Match:
    """Both are ready and the server has thrown the first dice."""
    sitting.join()
    return sitting.fresh()


def page_data(client: Client, match: Match) -> dict[str, Any]:
    html = client.get(reverse("match", args=[match.pk])).content.decode()
    found = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


def test_a_player_gets_his_seat_and_his_rights(client: Client, sitting: Sitting, bob: User) -> None:
    client.force_login(bob)
    data = page_data(client, sitting.match)
    assert data["view"]["seat"] == "B"
    assert data["view"]["may"]["ready"] is None
    assert [row["kind"] for row in data["actions"]] == ["epoch"]


def test_anybody_may_watch_without_rights(client: Client, sitting: Sitting) -> None:
    data = page_data(client, started(sitting))
    assert data["view"]["seat"] is None
    assert data["view"]["may"] == {}
    assert data["view"]["steps"] is None


def test_the_position_is_drawn_without_javascript(client: Client, sitting: Sitting) -> None:
    html = client.get(reverse("match", args=[started(sitting).pk])).content.decode()
    assert html.count('href="#ck-a"') == html.count('href="#ck-b"') == 15
    assert html.count('class="die"') == 2
    assert "style=" not in html


def test_no_page_of_a_match_shows_its_seed(client: Client, sitting: Sitting, ann: User) -> None:
    client.force_login(ann)
    html = client.get(reverse("match", args=[started(sitting).pk])).content.decode()
    assert sitting.match.seeds.get().seed not in html


def test_a_table_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/matches/00000000-0000-4000-8000-000000000000/").status_code == 404


def test_spectators_of_a_delayed_match_see_it_late(client: Client, ann: User, bob: User) -> None:
    match = started(sit(ann.player, bob.player, spectator_delay_s=60))
    page = reverse("match", args=[match.pk])
    with time_machine.travel(START + timedelta(seconds=30), tick=False):
        early = client.get(page).content.decode()
        assert "60 seconds late" in early
        assert "table-data" not in early
        assert (
            reverse("match", args=[match.pk]) not in client.get(reverse("watch")).content.decode()
        )
    with time_machine.travel(START + timedelta(seconds=90), tick=False):
        assert len(page_data(client, match)["actions"]) == match.seq
        client.force_login(ann)
        assert page_data(client, match)["view"]["seat"] == "A"


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


def test_watching_lists_what_is_played_with_a_fixed_number_of_queries(
    client: Client, ann: User, bob: User, django_assert_num_queries: Any
) -> None:
    sit(ann.player, bob.player)
    for _ in range(3):
        started(sit(ann.player, bob.player))
    with django_assert_num_queries(2):
        html = client.get(reverse("watch")).content.decode()
    assert html.count('class="live-card"') == 3
    part = client.get(
        reverse("watch"), {"limit": "2"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert part.count('class="live-card"') == 2
    assert "<html" not in part


def test_an_empty_house_says_so(client: Client) -> None:
    assert "No match is being played." in client.get(reverse("watch")).content.decode()


def test_the_words_of_the_table_come_as_a_script_file(client: Client) -> None:
    answer = client.get(reverse("javascript-catalog"))
    assert answer["Content-Type"].startswith("text/javascript")
    assert "gettext" in answer.content.decode()
