"""/api/v1/matches by POST: a friendly match made, taken up and called off by programs."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from accounts.services.tokens import create_token
from games.models import Match
from games.services import challenge_limits
from tests.games.services.tables import bot, person

pytestmark = pytest.mark.django_db


def bearer(player: Player, *scopes: str) -> dict[str, str]:
    assert player.user is not None
    return {"Authorization": f"Token {create_token(player.user, 'x', [*scopes] or None)[1]}"}


def post(who: Player, path: str, **body: Any) -> Any:
    return Client().post(
        f"/api/v1/{path}", body, content_type="application/json", headers=bearer(who)
    )


def test_a_bot_of_the_site_is_challenged_and_the_challenger_sees_their_table() -> None:
    anna = person("anna")
    made = post(anna, "matches", bot="steady", length=3)
    assert made.status_code == 201, made.content
    body = made.json()
    assert (body["kind"], body["length"], body["status"]) == ("friendly", 3, "joining")
    assert body["players"]["B"][0]["is_bot"]
    assert body["invitation"] is None
    assert body["view"]["seat"] == "A"
    assert body["view"]["may"]["ready"] is None


def test_who_is_challenged_finds_the_match_among_their_own_and_may_decline() -> None:
    anna, bert = person("anna"), person("bert")
    made = post(anna, "matches", player=bert.pk).json()
    assert made["length"] == 5
    results = Client().get(f"/api/v1/matches?player={bert.pk}&live=true").json()["results"]
    assert [(row["id"], row["status"]) for row in results] == [(made["id"], "joining")]
    assert post(person(), f"matches/{made['id']}/decline").json()["code"] == "not_your_seat"
    declined = post(bert, f"matches/{made['id']}/decline").json()
    assert (declined["status"], declined["winner"]) == ("void", None)
    assert post(anna, f"matches/{made['id']}/decline").json()["code"] == "already_begun"


def test_an_invitation_is_taken_up_once_and_shown_again_to_who_did() -> None:
    anna, bert = person("anna"), person("bert")
    made = post(anna, "matches", length=1).json()
    assert made["players"]["B"] == []
    path = f"invitations/{made['invitation']}"
    taken = post(bert, path)
    assert taken.status_code == 200, taken.content
    assert (taken.json()["id"], taken.json()["view"]["seat"]) == (made["id"], "B")
    assert post(bert, path).json()["view"]["seat"] == "B"
    late = post(person(), path)
    assert (late.status_code, late.json()["code"]) == (409, "no_free_seat")
    nowhere = post(bert, "invitations/nonsense")
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "no_invitation")


def test_a_session_has_its_games_its_beavers_and_its_clock() -> None:
    asked = {"games": 3, "preset": "money", "beavers": 2, "clock": {"preset": "fast"}}
    made = post(person(), "matches", bot="random", **asked).json()
    assert (made["length"], made["games"]) == (None, 3)
    assert made["view"]["clock"]["reserve_ms"] == {"A": 180_000, "B": 180_000}
    assert Match.objects.get(pk=made["id"]).rules["max_beavers"] == 2


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"player": 1, "bot": "steady"}, "non_field_errors"),
        ({"length": 5, "games": 3}, "non_field_errors"),
        ({"length": 0}, "length"),
        ({"length": "five"}, "length"),
        ({"beavers": 1}, "beavers"),
        ({"bot": "gnu"}, "bot"),
        ({"preset": "house"}, "preset"),
        ({"clock": {"preset": "slow"}}, "clock"),
        ({"clock": "fast"}, "clock"),
        ({"player": "Bert"}, "player"),
        ({"opponent": "bot"}, "opponent"),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_field(asked: dict[str, Any], field: str) -> None:
    refused = post(person(), "matches", **asked)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid"), refused.content
    assert list(refused.json()["fields"]) == [field]
    assert not Match.objects.exists()


def test_nobody_challenges_themselves_a_bot_by_its_number_or_an_unknown_player() -> None:
    anna, machine = person("anna"), bot()
    for number in (anna.pk, machine.pk, 999_999):
        refused = post(anna, "matches", player=number)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_such_player")
    assert not Match.objects.exists()


def test_a_token_that_may_only_read_and_a_stranger_make_no_match() -> None:
    client, body = Client(), {"bot": "steady"}
    stranger = client.post("/api/v1/matches", body, content_type="application/json")
    assert stranger.status_code == 401
    headers = bearer(person(), "read")
    reader = client.post("/api/v1/matches", body, "application/json", headers=headers)
    assert (reader.status_code, reader.json()["code"]) == (403, "token_read_only")


def test_a_program_that_runs_away_makes_no_more_than_so_many_an_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(challenge_limits, "MOST_AN_HOUR", 2)
    anna = person("anna")
    made = [post(anna, "matches", bot="steady").status_code for _ in range(3)]
    assert made == [201, 201, 429]
    assert post(anna, "matches", bot="steady").json()["code"] == "too_many_matches"
    assert post(person("bert"), "matches", bot="steady").status_code == 201


@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        ({"length": 5, "jacoby": True}, "jacoby", "for sessions only"),
        ({"length": 5, "murphy_limit": None}, "murphy_limit", "for sessions only"),
        ({"games": 3, "crawford": True}, "crawford", "for matches only"),
        ({"open_ended": True, "holland": True}, "holland", "for matches only"),
        ({"length": 1, "cube_cap": 64}, "cube_cap", "needs the doubling cube"),
        ({"games": 3, "preset": "sr_nocube", "beavers": 1}, "beavers", "needs the doubling cube"),
        ({"crawford": False, "holland": True}, "non_field_errors", "Holland rule"),
        ({"cube_cap": 63}, "non_field_errors", "cube"),
        ({"games": 3, "open_ended": True}, "non_field_errors", "either games or open_ended"),
    ],
)
def test_an_option_that_does_not_apply_is_refused_with_a_sentence(
    asked: dict[str, Any], field: str, sentence: str
) -> None:
    refused = post(person(), "matches", **asked)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid"), refused.content
    assert list(refused.json()["fields"]) == [field]
    assert sentence in str(refused.json()["fields"][field])
    assert not Match.objects.exists()


def test_every_option_of_the_page_can_be_chosen_by_a_program() -> None:
    asked = {"crawford": True, "holland": True, "cube_cap": 64}
    made = post(person(), "matches", length=7, **asked).json()
    rules = Match.objects.get(pk=made["id"]).rules
    assert {name: rules[name] for name in asked} == asked
    asked = {"jacoby": True, "murphy_limit": None, "cube_cap": None}
    made = post(person(), "matches", open_ended=True, beavers=2, **asked).json()
    rules = Match.objects.get(pk=made["id"]).rules
    assert {name: rules[name] for name in asked} == asked
    assert (made["length"], made["games"], rules["max_beavers"]) == (None, None, 2)


def test_an_open_ended_session_is_ended_by_programs() -> None:
    anna, bert = person("anna"), person("bert")
    made = post(anna, "matches", player=bert.pk, open_ended=True, preset="money").json()
    path = f"matches/{made['id']}/actions"
    for who in (anna, bert):
        sent = post(who, path, kind="ready", payload={}, key=who.name)
        assert sent.status_code == 200, sent.content
    ended = post(anna, path, kind="last_game", payload={}, key="last").json()
    assert ended["view"]["last_game"] is True
    asked = post(bert, path, kind="end_session", payload={}, key="end").json()
    assert asked["view"]["end_asked"] == {"A": False, "B": True}
    over = post(anna, path, kind="end_session", payload={}, key="end").json()
    assert over["view"]["outcome"] == {"winner": None, "reason": "drawn"}
    again = post(bert, path, kind="end_session", payload={}, key="more")
    assert again.json()["code"] == "match_finished"


def test_three_challenges_between_two_wait_at_most() -> None:
    anna, bert = person("anna"), person("bert")
    for who, whom in ((anna, bert), (bert, anna), (anna, bert)):
        assert post(who, "matches", player=whom.pk).status_code == 201
    refused = post(bert, "matches", player=anna.pk)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_challenges_to_player")
    assert post(anna, "matches", player=person("cleo").pk).status_code == 201


def test_only_so_many_challenges_wait_for_a_player_or_from_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(challenge_limits, "MOST_RECEIVED", 2)
    monkeypatch.setattr(challenge_limits, "MOST_OPEN", 3)
    bert, (anna, cleo, dora) = person("bert"), (person("anna"), person("cleo"), person("dora"))
    for who in (anna, cleo):
        assert post(who, "matches", player=bert.pk).status_code == 201
    assert post(dora, "matches", player=bert.pk).json()["code"] == "too_many_challenges_waiting"
    assert [post(dora, "matches").status_code for _ in range(4)] == [201, 201, 201, 429]
    assert post(dora, "matches").json()["code"] == "too_many_open_challenges"
    assert post(dora, "matches", bot="steady").status_code == 201


def test_the_page_counts_as_the_api_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenge_limits, "MOST_AN_HOUR", 1)
    anna, client = person("anna"), Client()
    assert anna.user is not None
    client.force_login(anna.user)
    form = {
        "opponent": "link",
        "kind": "match",
        "length": "3",
        "preset": "tournament",
        "clock": "none",
    }
    answers = [client.post("/matches/new/", form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 429], answers[0].content
    assert Match.objects.count() == 1


def test_all_challenges_are_declined_with_one_press() -> None:
    bert, anna, cleo = person("bert"), person("anna"), person("cleo")
    for who in (anna, cleo):
        post(who, "matches", player=bert.pk)
    own = post(bert, "matches", player=anna.pk).json()["id"]
    assert bert.user is not None
    client = Client()
    client.force_login(bert.user)
    page = client.get("/")
    assert b"Decline all challenges" in page.content
    answer = client.post("/matches/challenges/decline/", follow=True)
    assert b"2 challenges declined." in answer.content
    left = [str(match.pk) for match in Match.objects.filter(status="joining")]
    assert left == [own]
