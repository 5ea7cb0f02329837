"""Pages and API of line-ups: who sees what when, and what captains and directors send."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player, User
from tests.tournaments.entry.test_lineups import captain, named, of_captains, who
from tests.tournaments.making import director, pairing
from tests.tournaments.teams import boards_of
from tournaments.models import TeamLineup, Tournament

pytestmark = pytest.mark.django_db
JSON = "application/json"


def asked(of: Tournament, user: User | None, address: str) -> str:
    return logged_in(user).get(address.format(of.slug)).getvalue().decode()


def member(name: str) -> User:
    return User.objects.get(player__name=name)


def lists(page: str) -> list[list[str]]:
    """The line-ups that a page shows."""
    shown = re.findall(r'<ol class="lineup">(.*?)</ol>', page, re.DOTALL)
    return [re.findall(r"<bdi>(.*?)</bdi>", part) for part in shown]


def form(of: Tournament, team: str, *letters: str, **more: Any) -> dict[str, Any]:
    row = pairing(of, "W1.1")
    sent = {"pairing": row.pk, "entry": of.entries.get(name=team).pk, "seen": 0}
    players = who(*(f"{team}{letter}" for letter in letters))
    return sent | {f"board_{n}": pk for n, pk in enumerate(players, start=1)} | more


ADDRESSES = (
    "/tournaments/{}/",
    "/tournaments/{}/rounds/",
    "/tournaments/{}/lineups/",
    "/tournaments/{}/manage/",
    "/tournaments/{}/manage/lineups/",
    "/tournaments/{}/manage/rulings/",
    "/api/v1/tournaments/{}/lineups",
    "/api/v1/tournaments/{}/bracket",
    "/api/v1/tournaments/{}/matches",
    "/api/v1/tournaments/{}/rulings",
    "/tournaments/{}/manage/files/tournament.json",
    "/tournaments/{}/results.atom",
    "/embed/tournaments/{}/draw/",
)


@pytest.mark.parametrize("reader", ["nobody", "2a", "2b", "director", "stranger"])
def test_nobody_of_the_others_sees_a_line_up_before_both_are_named(reader: str) -> None:
    """The names of members are public; their order is not, so one reserve plays and one regular does not."""
    made = of_captains()
    users = {"nobody": None, "director": made.organizer, "stranger": director()}
    user = users[reader] if reader in users else member(reader)
    before = {address: asked(made, user, address) for address in ADDRESSES}
    row = named(made, "W1.1", "1", "d", "c", "b")
    ids = who("1d", "1c", "1b")
    for address in ADDRESSES:
        text = asked(made, user, address)
        assert str(row.members) not in text, address
        assert str(ids) not in text, address
        assert lists(text) == [], address
        for name in ("1d", "1c", "1b"):  # no more often than before it was named
            assert text.count(f">{name}<") == before[address].count(f">{name}<"), address
            assert text.count(f'"{name}"') == before[address].count(f'"{name}"'), address
    (shown,) = logged_in(user).get(f"/api/v1/tournaments/{made.slug}/lineups").json()
    assert [side["lineup"] for side in shown["sides"]] == [[], []]
    assert [side["is_named"] for side in shown["sides"]] == [True, False]


def logged_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def test_the_own_team_sees_its_line_up_at_once_and_everybody_both_when_they_are_named() -> None:
    made = of_captains()
    named(made, "W1.1", "1", "d", "c", "b")
    address = "/tournaments/{}/lineups/"
    assert lists(asked(made, member("1b"), address)) == [["1d", "1c", "1b"]]
    named(made, "W1.1", "2", "a", "b", "c")
    both = [["1d", "1c", "1b"], ["2a", "2b", "2c"]]
    for user in (None, member("2b"), made.organizer, captain("1")):
        assert lists(asked(made, user, address)) == both
    (shown,) = Client().get(f"/api/v1/tournaments/{made.slug}/lineups").json()
    assert shown["is_open"]
    assert [[p["name"] for p in side["lineup"]] for side in shown["sides"]] == both


def test_a_captain_is_asked_on_the_page_of_the_tournament_until_they_have_named(
    client: Client,
) -> None:
    made = of_captains()
    client.force_login(captain("1"))
    page = client.get(f"/tournaments/{made.slug}/")
    assert b"Name your line-up." in page.content
    assert b"Name your line-up." not in asked(made, member("1b"), "/tournaments/{}/").encode()
    named(made, "W1.1", "1", "d", "c", "b")
    assert b"Name your line-up." not in client.get(f"/tournaments/{made.slug}/").content


def test_a_captain_names_a_line_up_on_the_page_and_sends_it_twice(client: Client) -> None:
    made = of_captains()
    client.force_login(captain("1"))
    address = f"/tournaments/{made.slug}/lineups/"
    page = client.get(address).content.decode()
    assert page.count('name="board_1"') == 1  # a form for the own team, none for the others
    for _ in range(2):
        assert client.post(address, form(made, "1", "d", "b", "c")).status_code == 302
    assert TeamLineup.objects.count() == 1
    late = client.post(address, form(made, "1", "a", "b", "c"))
    assert late.status_code == 409
    assert b"named elsewhere in the meantime" in late.content
    assert TeamLineup.objects.count() == 1


def test_a_form_with_one_player_at_two_boards_is_shown_again(client: Client) -> None:
    made = of_captains()
    client.force_login(captain("1"))
    page = client.post(f"/tournaments/{made.slug}/lineups/", form(made, "1", "a", "b", "a"))
    assert page.status_code == 422
    assert b"This player already has a board." in page.content


def test_nobody_sends_the_form_of_another_team(client: Client) -> None:
    made = of_captains()
    address = f"/tournaments/{made.slug}/lineups/"
    for user in (captain("2"), member("1b"), director()):
        client.force_login(user)
        assert client.post(address, form(made, "1", "d", "b", "c")).status_code == 404
    client.logout()
    assert client.post(address, form(made, "1", "d", "b", "c")).status_code in (302, 403, 404)
    assert not TeamLineup.objects.exists()


def test_a_director_names_for_a_team_and_closes_the_naming(client: Client) -> None:
    made = of_captains()
    client.force_login(made.organizer)
    address = f"/tournaments/{made.slug}/manage/lineups/"
    assert client.post(address, form(made, "1", "d", "b", "c")).status_code == 422  # no reason
    sent = form(made, "1", "d", "b", "c", reason="on paper")
    assert client.post(address, sent).status_code == 302
    assert client.post(address, sent).status_code == 409  # sent twice
    row = pairing(made, "W1.1").round_id
    assert client.post(address, {"round": row, "reason": "it is time"}).status_code == 302
    assert client.post(address, {"round": row, "reason": "it is time"}).status_code in (404, 409)
    assert len(boards_of(made, "W1.1")) == 3
    record = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    assert "Line-up named" in record
    assert "Order of the teams used" in record


def test_the_page_is_there_only_where_captains_name_line_ups(client: Client) -> None:
    made = of_captains()
    assert "Line-ups" in client.get(f"/tournaments/{made.slug}/").content.decode()
    Tournament.objects.filter(pk=made.pk).update(names_lineups=False)
    assert client.get(f"/tournaments/{made.slug}/lineups/").status_code == 404


def test_a_program_names_a_line_up_and_reads_it(client: Client) -> None:
    made = of_captains()
    client.force_login(captain("1"))
    address = f"/api/v1/tournaments/{made.slug}/pairings/{pairing(made, 'W1.1').pk}/lineup"
    sent = {"players": who("1d", "1b", "1c")}
    for _ in range(2):
        answer = client.put(address, sent, JSON)
        assert answer.status_code == 200
    sides = answer.json()["sides"]
    assert [player["name"] for player in sides[0]["lineup"]] == ["1d", "1b", "1c"]
    assert sides[1]["lineup"] == []
    assert client.put(address, {"players": []}, JSON).json()["code"] == "bad_lineup"
    client.force_login(member("1b"))
    assert client.put(address, sent, JSON).json()["code"] == "not_the_captain"
    other = of_captains()
    elsewhere = f"/api/v1/tournaments/{other.slug}/pairings/{pairing(made, 'W1.1').pk}/lineup"
    assert client.put(elsewhere, sent, JSON).status_code == 404


def test_a_director_rules_by_the_api(client: Client) -> None:
    made = of_captains()
    client.force_login(made.organizer)
    address, row = f"/api/v1/tournaments/{made.slug}/rulings", pairing(made, "W1.1")
    players, entry = who("1d", "1b", "1c"), made.entries.get(name="1").pk
    sent = {"verb": "lineup", "reason": "on paper", "pairing": row.pk, "entry": entry}
    assert client.post(address, sent, JSON).status_code == 400  # no players
    assert client.post(address, sent | {"players": players}, JSON).status_code == 201
    sent = {"verb": "team_order", "reason": "it is time", "round": row.round_id}
    assert client.post(address, sent, JSON).status_code == 201
    assert len(boards_of(made, "W1.1")) == 3


def test_the_page_costs_the_same_for_many_teams(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    made = of_captains(8)
    with django_assert_max_num_queries(20):
        client.get(f"/tournaments/{made.slug}/lineups/")
    assert Player.objects.filter(memberships__entry__tournament=made).count() == 32
