"""The API of accounts: who is asked, what is shown, how refusals look."""

import pytest
from django.test import Client

from accounts.models import Player, User
from accounts.services.logins import create_login
from accounts.services.players import create_bot
from accounts.services.tokens import create_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return create_login("tiina", "tiina@example.org", "a long pass phrase", name="T. Mets")


def test_players_are_listed_in_pages_without_their_logins(client: Client, user: User) -> None:
    create_bot("Steady")
    body = client.get("/api/v1/players?page_size=1").json()
    assert (body["count"], len(body["results"])) == (2, 1)
    assert set(body["results"][0]) == {"id", "name", "country", "is_bot"}
    assert "tiina@example.org" not in str(client.get("/api/v1/players").json())


def test_players_are_filtered(client: Client, user: User) -> None:
    create_bot("Steady")
    names = [p["name"] for p in client.get("/api/v1/players?search=met").json()["results"]]
    assert names == ["T. Mets"]
    names = [p["name"] for p in client.get("/api/v1/players?is_bot=true").json()["results"]]
    assert names == ["Steady"]


def test_the_list_of_players_asks_two_questions(client, user, django_assert_num_queries) -> None:
    for number in range(30):
        Player.objects.create(name=f"Player {number}")
    with django_assert_num_queries(2):
        client.get("/api/v1/players")


def test_an_unchanged_list_is_answered_304_and_a_changed_one_in_full(client, user) -> None:
    etag = client.get("/api/v1/players")["ETag"]
    assert client.get("/api/v1/players", headers={"If-None-Match": etag}).status_code == 304
    Player.objects.filter(user=user).update(name="Tiina Mets")
    assert client.get("/api/v1/players", headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize(
    "address", ["players/999999999999999999999", "players/0", "players?page=9"]
)
def test_what_is_not_there_is_a_404_with_a_code(client: Client, user: User, address: str) -> None:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_me_is_refused_without_a_token_and_known_with_one(client: Client, user: User) -> None:
    assert client.get("/api/v1/me").json()["code"] == "not_authenticated"
    _token, text = create_token(user, "bot")
    me = client.get("/api/v1/me", headers={"Authorization": f"Token {text}"}).json()
    assert (me["username"], me["player"]["name"], me["verified"]) == ("tiina", "T. Mets", True)


def test_a_wrong_token_is_401_even_where_nobody_may_read(client: Client) -> None:
    answer = client.get("/api/v1/players", headers={"Authorization": "Token bp_wrong"})
    assert (answer.status_code, answer.json()["code"]) == (401, "token_refused")


def test_a_token_is_made_by_a_session_and_shown_once(client: Client, user: User) -> None:
    client.force_login(user)
    answer = client.post("/api/v1/tokens", {"name": "bot"}, content_type="application/json")
    text = answer.json()["token"]
    assert answer.status_code == 201
    assert text not in str(client.get("/api/v1/tokens").json())
    assert client.delete(f"/api/v1/tokens/{answer.json()['id']}").status_code == 204
    client.logout()
    me = client.get("/api/v1/me", headers={"Authorization": f"Token {text}"})
    assert me.status_code == 401


def test_a_token_makes_no_tokens(client: Client, user: User) -> None:
    _token, text = create_token(user, "bot")
    answer = client.post(
        "/api/v1/tokens", {"name": "x"}, headers={"Authorization": f"Token {text}"}
    )
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "body", ["{", "[]", "{}", '{"name": ""}', '{"name": "x", "scopes": ["all"]}']
)
def test_nonsense_in_a_body_is_a_400_with_code_and_detail(client, user, body: str) -> None:
    client.force_login(user)
    answer = client.post("/api/v1/tokens", body, content_type="application/json")
    assert answer.status_code == 400
    assert {"code", "detail"} <= set(answer.json())


def test_a_read_only_token_may_not_write(client: Client, user: User) -> None:
    _token, text = create_token(user, "reader", ["read"])
    header = {"Authorization": f"Token {text}"}
    assert client.get("/api/v1/me", headers=header).status_code == 200
    assert client.post("/api/v1/me", headers=header).json()["code"] == "token_read_only"


def test_schema_and_docs_are_served(client: Client) -> None:
    assert client.get("/api/v1/schema/").status_code == 200
    page = client.get("/api/v1/docs/").content.decode()
    assert "https://" not in page.replace("https://www.w3.org", "")


def test_the_first_address_of_the_api_leads_to_everything_public(client: Client) -> None:
    answer = client.get("/api/v1/")
    assert answer.status_code == 200
    assert set(answer.json()) == {
        "schema", "docs", "events", "tournaments", "matches", "players", "formats",
    }  # fmt: skip
    for address in answer.json().values():
        assert client.get(address).status_code == 200
    assert answer["Cache-Control"] == client.get("/api/v1/formats")["Cache-Control"]
    again = client.get("/api/v1/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("kind", ["Bearer", "Token", "bearer"])
def test_a_token_is_taken_by_either_word(client: Client, user: User, kind: str) -> None:
    _token, text = create_token(user, "my bot")
    assert client.get("/api/v1/me", headers={"Authorization": f"{kind} {text}"}).status_code == 200
    wrong = client.get("/api/v1/formats", headers={"Authorization": f"{kind} {text}x"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "token_refused")
    assert wrong["WWW-Authenticate"] == "Bearer"


def test_a_misspelt_field_is_refused_by_its_name(client: Client, user: User) -> None:
    client.force_login(user)
    response = client.post("/api/v1/tokens", {"name": "bot", "scope": ["read"]}, "application/json")
    assert (response.status_code, list(response.json()["fields"])) == (400, ["scope"])
    assert not user.api_tokens.exists()
