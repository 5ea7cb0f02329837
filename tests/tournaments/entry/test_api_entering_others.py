"""Who keeps the desk enters others by a program too: a player by id, or somebody by a name, after the desk's own question."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import BotKind, Player
from accounts.services.logins import create_login, delete_account
from accounts.services.players import create_walk_in
from tests.tournaments.making import NOW, player, started, tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def enter(made: Tournament, who: Any = None, **body: Any) -> Any:
    client = APIClient()
    client.force_authenticate(who or made.organizer)
    return client.post(f"/api/v1/tournaments/{made.slug}/entries", body, format="json")


def names(made: Tournament) -> list[str]:
    return [entry.title for entry in made.entries.filter(status="active").order_by("pk")]


def test_a_director_enters_a_player_by_number_and_a_stranger_by_name() -> None:
    made, alice = tournament(), player("alice")
    by_number = enter(made, player=alice.pk)
    assert (by_number.status_code, by_number.json()["player"]["id"]) == (201, alice.pk)
    by_name = enter(made, name="  Ida   Stranger ")
    assert (by_name.status_code, by_name.json()["player"]["name"]) == (201, "Ida Stranger")
    assert names(made) == ["Ida Stranger"]
    again = enter(made, player=alice.pk)
    assert (again.status_code, again.json()["code"]) == (409, "already_invited")
    assert enter(made, alice.user).status_code == 201
    assert set(names(made)) == {"alice", "Ida Stranger"}
    again = enter(made, player=alice.pk)
    assert (again.status_code, again.json()["code"]) == (409, "already_entered")


def test_of_a_name_that_is_known_the_desk_is_asked_who_is_meant() -> None:
    made, alice = tournament(), player("Alice")
    other = create_walk_in("alice")
    asked = enter(made, name="Alice")
    assert (asked.status_code, asked.json()["code"]) == (409, "which_player")
    assert [candidate["player"] for candidate in asked.json()["candidates"]] == [alice.pk, other.pk]
    assert "Has an account" in asked.json()["candidates"][0]["description"]
    assert names(made) == []
    assert enter(made, player=other.pk).status_code == 201
    taken = enter(made, name="Alice", new=True)
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")


def test_somebody_else_of_a_known_name_is_a_new_player() -> None:
    made, alice = tournament(), player("Alice")
    new = enter(made, name="Alice", new=True)
    assert new.status_code == 201
    assert new.json()["player"]["id"] != alice.pk


def test_who_has_no_part_in_the_desk_enters_only_themselves() -> None:
    made, bert = tournament(), create_login("bert", "bert@example.org", "a long pass phrase")
    for body in ({"player": player("alice").pk}, {"name": "Ida"}):
        refused = enter(made, bert, **body)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_your_role")
    assert enter(made, bert).status_code == 201
    assert names(made) == ["bert"]


def test_nobody_is_entered_who_is_not_there_or_is_a_bot_of_the_site() -> None:
    made, gone = tournament(), player("gone")
    assert gone.user is not None
    delete_account(gone.user, NOW)
    bot = Player.objects.create(name="Dicey", bot_kind=BotKind.RANDOM)
    for number in (gone.pk, bot.pk, 999_999):
        refused = enter(made, player=number)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_such_player")
    assert names(made) == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"player": 1, "name": "Ida"}, "non_field_errors"),
        ({"player": 1, "new": True}, "non_field_errors"),
        ({"new": True}, "name"),
        ({"name": "x"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"name": ["Ida"]}, "name"),
        ({"player": "Ida"}, "player"),
        ({"player": 0}, "player"),
        ({"player_id": 1}, "player_id"),
    ],
)
def test_what_names_nobody_is_refused_and_enters_nobody(body: dict[str, Any], field: str) -> None:
    made = tournament()
    refused = enter(made, **body)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])
    assert names(made) == []


def test_pairs_are_entered_by_their_captain_alone() -> None:
    refused = enter(tournament(entry_kind="doubles"), name="Ida")
    assert (refused.status_code, refused.json()["code"]) == (409, "pair_needed")
    assert Player.objects.filter(name="Ida").count() == 0


def test_a_director_lets_somebody_in_after_the_draw_where_a_line_is_free() -> None:
    made = started(3)
    late = enter(made, name="Ida")
    assert late.status_code == 201, late.content
    assert "Ida" in names(made)
    full = enter(made, name="Olga")
    assert (full.status_code, full.json()["code"]) == (409, "no_free_line")
