"""What an API token may do: what its scopes say, for a time, and nothing from the moment it is revoked."""

import importlib.util
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, Scope, User
from accounts.services.access import suspend
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
from tests.permissions.asked import body, routes
from tests.permissions.world import PASSWORD, World
from tests.tournaments.making import NOW

pytestmark = pytest.mark.django_db
DIRECTING = {
    ("/api/v1/tournaments", "POST"),
    ("/api/v1/tournaments/<slug:slug>", "PATCH"),
    ("/api/v1/tournaments/<slug:slug>/rulings", "POST"),
    ("/api/v1/tournaments/<slug:slug>/open", "POST"),
    ("/api/v1/tournaments/<slug:slug>/start", "POST"),
    ("/api/v1/tournaments/<slug:slug>/cancel", "POST"),
    ("/api/v1/chat/lines/<int:line_id>/hide", "POST"),
}


@pytest.fixture
def user() -> User:
    return create_login("tiina", "tiina@example.org", PASSWORD)


def bearing(text: str) -> dict[str, str]:
    return {"Authorization": f"Token {text}"}


def test_no_address_takes_an_order_from_a_token_beyond_its_scopes() -> None:
    """Every API address that changes something, with a director's tokens to read and to play."""
    with time_machine.travel(NOW + timedelta(seconds=30), tick=False):
        world = World()
        boss = world.users["director"]
        reads = bearing(create_token(boss, "reads", [Scope.READ])[1])
        plays = bearing(create_token(boss, "plays", [Scope.READ, Scope.PLAY])[1])
        asked = set()
        for route in routes():
            if not route.address.startswith("/api/v1/") or "^" in route.address:
                continue
            values = world.targets[route.targets[0]]
            for method in set(route.methods) - {"GET"}:
                sent = body(route, method, values)
                path, client = route.path(values), Client()
                refused = getattr(client, method.lower())(path, **sent, headers=reads)
                # a session's alone: any token is nobody there
                own = any(part in route.address for part in ("/tokens", "/v1/apps", "/v1/sessions"))
                assert refused.status_code == 403, (method, path)
                assert refused.json()["code"] == ("not_authenticated" if own else "token_read_only")
                if (route.address, method) in DIRECTING:
                    refused = getattr(client, method.lower())(path, **sent, headers=plays)
                    assert (refused.status_code, refused.json()["code"]) == (403, "token_scope")
                    asked.add((route.address, method))
    assert asked == DIRECTING


def test_a_token_that_directs_makes_a_tournament_and_one_that_plays_enters_it(user: User) -> None:
    directs = bearing(create_token(user, "desk", [Scope.READ, Scope.PLAY, Scope.DIRECT])[1])
    plays = bearing(create_token(user, "bot", [Scope.READ, Scope.PLAY])[1])
    made = Client().post(
        "/api/v1/tournaments", {"name": "Spring"}, "application/json", headers=directs
    )
    assert made.status_code == 201
    place = f"/api/v1/tournaments/{made.json()['slug']}"
    assert Client().post(f"{place}/open", headers=plays).status_code == 403
    assert Client().post(f"{place}/open", headers=directs).status_code == 200
    mine, other = ({}, {"name": "Walker"})
    refused = Client().post(f"{place}/entries", other, "application/json", headers=plays)
    assert (refused.status_code, refused.json()["code"]) == (403, "token_scope")
    for sent, headers in ((mine, plays), (other, directs)):
        entered = Client().post(f"{place}/entries", sent, "application/json", headers=headers)
        assert entered.status_code == 201


def test_a_token_opens_no_page_and_makes_no_session(user: User) -> None:
    headers = bearing(create_token(user, "bot")[1])
    for page in ("/profile/", "/profile/tokens/", "/profile/data/", "/admin/", "/matches/new/"):
        answer = Client().get(page, headers=headers)
        assert answer.status_code == 302, page
        assert settings.SESSION_COOKIE_NAME not in answer.cookies
    assert Client().get("/profile/table/", headers=headers).status_code in {401, 403}
    answer = Client().get("/api/v1/me", headers=headers)
    assert answer.status_code == 200
    assert not answer.cookies


@pytest.mark.parametrize("days", [None, 1, 365, 3650])
def test_every_token_ends_within_a_year(user: User, days: int | None) -> None:
    client = Client()
    client.force_login(user, backend="accounts.auth_backend.LoginBackend")
    fields = {"name": "bot"} | ({"days": days} if days else {})
    made = client.post("/api/v1/tokens", fields, "application/json").json()
    token = ApiToken.objects.get(pk=made["id"])
    assert token.expires_at is not None
    left = token.expires_at - timezone.now()
    assert left <= timedelta(days=min(days or 365, 365))
    assert made["expires_at"]
    assert set(made["scopes"]) == {"read", "play"}
    headers = bearing(made["token"])
    with time_machine.travel(token.expires_at + timedelta(seconds=1)):
        answer = Client().get("/api/v1/me", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "token_refused")
    assert Client().get("/api/v1/me", headers=headers).status_code == 200


def test_the_page_says_when_a_token_ends_and_shows_its_text_once(user: User) -> None:
    client = Client()
    client.force_login(user, backend="accounts.auth_backend.LoginBackend")
    page = client.post("/profile/tokens/", {"name": "bot", "scope": "read", "days": "30"})
    token = ApiToken.objects.get()
    assert token.scopes == ["read"]
    assert timedelta(days=29) < token.expires_at - timezone.now() <= timedelta(days=30)
    assert "Valid until" in page.content.decode()
    text = page.context["plaintext"]
    assert text not in client.get("/profile/tokens/").content.decode()
    assert text not in json.dumps(list(ApiToken.objects.values()), default=str)


def test_revoked_suspended_and_raised_tokens_are_refused_at_once(user: User) -> None:
    revoked, revoked_text = create_token(user, "a")
    headers = bearing(revoked_text)
    assert Client().get("/api/v1/me", headers=headers).status_code == 200
    revoked.delete()
    assert Client().get("/api/v1/me", headers=headers).status_code == 401
    headers = bearing(create_token(user, "b")[1])
    assert Client().get("/tickets/none", headers=headers).status_code == 404
    suspend(user, timezone.now())
    assert Client().get("/api/v1/me", headers=headers).status_code == 401


def test_use_is_noted(user: User) -> None:
    token, text = create_token(user, "bot")
    assert token.last_used_at is None
    Client().get("/api/v1/me", headers=bearing(text))
    token.refresh_from_db()
    assert token.last_used_at is not None


def _link(letter: Any) -> str:
    (result,) = [word for word in letter.body.split() if "/accounts/" in word]
    return "/" + result.split("/", 3)[3]


def _new_password(client: Client, link: str) -> int:
    """Follow a link of a letter to a new password; the form's status, or of the page that there is no form."""
    page = client.get(link, follow=True)
    fields = {"password1": "another long pass phrase", "password2": "another long pass phrase"}
    return int(client.post(page.request["PATH_INFO"], fields).status_code)


def test_a_link_to_a_new_password_works_once_and_not_for_ever(user: User) -> None:
    Client().post("/accounts/password/reset/", {"email": "tiina@example.org"})
    link, late = _link(mail.outbox[-1]), timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT + 60)

    def is_changed() -> bool:
        user.refresh_from_db()
        return user.check_password("another long pass phrase")

    with time_machine.travel(timezone.now() + late):
        _new_password(Client(), link)
    assert not is_changed()
    _new_password(Client(), link)
    assert is_changed()
    user.set_password(PASSWORD)
    user.save()
    _new_password(Client(), link)
    assert not is_changed()


def test_a_link_that_proves_an_address_ends(user: User) -> None:
    EmailAddress.objects.filter(user=user).update(verified=False)
    client = Client()
    client.force_login(user, backend="accounts.auth_backend.LoginBackend")
    client.post("/accounts/email/", {"action_send": "", "email": "tiina@example.org"})
    link = _link(mail.outbox[-1])

    def is_proven() -> bool:
        return EmailAddress.objects.get(user=user).verified

    with time_machine.travel(timezone.now() + timedelta(days=4)):
        Client().post(link)
    assert not is_proven()
    Client().post(link)
    assert is_proven()


def test_behind_https_the_browser_keeps_the_cookies_to_this_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SITE_URL", "https://play.example.org")
    file = Path(settings.BASE_DIR, "config", "security.py")
    spec = importlib.util.spec_from_file_location("transit_behind_https", file)
    assert spec is not None
    assert spec.loader is not None
    transit = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(transit)
    assert transit.SESSION_COOKIE_NAME == "__Host-sessionid"
    assert transit.CSRF_COOKIE_NAME == "__Host-csrftoken"
    assert transit.SESSION_COOKIE_SECURE
    assert transit.SESSION_COOKIE_HTTPONLY
    assert transit.SESSION_COOKIE_SAMESITE == "Lax"
    assert transit.SECURE_SSL_REDIRECT
    assert transit.SECURE_HSTS_SECONDS >= 31_536_000
