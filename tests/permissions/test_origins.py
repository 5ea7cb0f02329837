"""Pages of other sites read the API in a browser: everything public, and with a token what its login may read. Never more."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Scope
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
from games.models import Match
from tests.permissions.world import PASSWORD
from tests.tournaments.making import entered
from tests.tournaments.public.test_response_cache import visitor

pytestmark = pytest.mark.django_db

ELSEWHERE = {"Origin": "https://federation.example"}
ALLOWED, CREDENTIALS = "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"


@pytest.fixture(autouse=True)
def _no_request_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import connection

    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)


def get(address: str, **headers: str) -> Any:
    return Client().get(address, headers={**ELSEWHERE, **headers})


def preflight(address: str, method: str = "GET", wanted: str = "if-none-match") -> Any:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": wanted}
    return Client().options(address, headers={**ELSEWHERE, **asked})


def test_a_page_of_another_site_reads_what_is_public_and_sees_what_it_needs_to_ask_again() -> None:
    made = entered(2)
    place = f"/api/v1/tournaments/{made.slug}"
    for address in ("/api/v1/tournaments", place, f"{place}/bracket", f"{place}/matches"):
        text = get(address)
        assert (text.status_code, text.headers[ALLOWED]) == (200, "*")
        assert {"ETag", "Retry-After"} <= set(
            text.headers["Access-Control-Expose-Headers"].split(", ")
        )
        stored = get(address, **{"If-None-Match": text.headers["ETag"]})
        assert (stored.status_code, stored.headers[ALLOWED]) == (304, "*")
        assert CREDENTIALS not in text.headers


def test_refusals_are_read_as_well() -> None:
    for address, status in (
        ("/api/v1/tournaments/none", 404),
        ("/api/v1/me", 401),
        ("/api/v1/no", 404),
    ):
        text = get(address)
        assert (text.status_code, text.headers[ALLOWED]) == (status, "*")
        assert text.json()["code"]


def test_a_browser_that_asks_first_hears_what_it_may_do(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        text = preflight("/api/v1/tournaments", wanted="authorization,if-none-match")
    assert (text.status_code, text.content, text.headers[ALLOWED]) == (200, b"", "*")
    assert text.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "authorization" in text.headers["Access-Control-Allow-Headers"].lower()
    assert CREDENTIALS not in text.headers


def test_nothing_else_of_the_site_is_read_by_others() -> None:
    for address in ("/", "/tournaments/", "/accounts/login/", "/admin/login/", "/api/v1/docs/",
                    "/static/css/tokens.css", "/healthz"):  # fmt: skip
        assert ALLOWED not in get(address).headers, address


def test_a_token_reads_from_another_site_and_changes_nothing() -> None:
    user = create_login("tiina", "tiina@example.org", PASSWORD)
    token = {"Authorization": f"Token {create_token(user, 'x', [Scope.PLAY, Scope.DIRECT])[1]}"}
    assert get("/api/v1/me", **token).json()["username"] == "tiina"
    for origin in ("https://federation.example", "null", "http://["):
        text = Client().post(
            "/api/v1/matches", {}, "application/json", headers={**token, "Origin": origin}
        )
        assert (text.status_code, text.json()["code"]) == (403, "other_origin")
    assert not Match.objects.exists()
    for own in ({}, {"Origin": "http://testserver"}):
        text = Client().post("/api/v1/matches", {}, "application/json", headers={**token, **own})
        assert text.status_code == 201


def test_a_session_changes_nothing_from_another_site() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(create_login("tiina", "tiina@example.org", PASSWORD))
    response = client.post("/api/v1/matches", {}, "application/json", headers=ELSEWHERE)
    assert response.status_code == 403
    assert CREDENTIALS not in response.headers


def test_kept_standings_are_lent_like_all_others(django_assert_num_queries: Any) -> None:
    """No matter who asked first: a visitor of the site itself, another site, or somebody who writes nonsense."""
    address = f"/api/v1/tournaments/{entered(2).slug}/entries"
    client = visitor()
    assert ALLOWED not in client.get(address).headers
    assert client.get(address, headers={"Origin": "http://["}).status_code == 200
    first = client.get(address, headers=ELSEWHERE)
    with django_assert_num_queries(2):
        again = client.get(address, headers={"Origin": "https://club.example"})
        response = client.get(
            address, headers={**ELSEWHERE, "If-None-Match": first.headers["ETag"]}
        )
    for item in (first, again, response):
        assert item.headers[ALLOWED] == "*"
        assert "ETag" in item.headers["Access-Control-Expose-Headers"]
    assert (again.content, response.status_code) == (first.content, 304)
    assert ALLOWED not in client.get(address).headers


@pytest.mark.parametrize("named", [[], ["https://club.example"]])
def test_an_operator_says_whose_pages_may_read(named: list[str], settings: Any) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS, settings.CORS_ALLOWED_ORIGINS = False, named
    address = f"/api/v1/tournaments/{entered(2).slug}/entries"
    client = visitor()
    for _ in range(2):
        for origin in ("https://club.example", "https://federation.example"):
            for text in (
                client.get(address, headers={"Origin": origin}),
                client.get("/api/v1/formats", headers={"Origin": origin}),
            ):
                assert text.headers.get(ALLOWED) == (origin if origin in named else None)
                assert "origin" in text.headers["Vary"].lower()


@pytest.mark.parametrize("address", ["", "schema/", "docs/", "players", "tournaments", "formats"])
def test_asked_what_it_takes_no_address_of_the_api_breaks(address: str) -> None:
    """A browser asks so before it sends, a curious program at any time."""
    options = Client().options(f"/api/v1/{address}")
    assert options.status_code == (405 if address == "docs/" else 200)
