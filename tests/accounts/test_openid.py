"""Log-in for other sites: a relying party that knows no more than docs/api.md, over HTTP on the loopback."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request

import jwt
import pytest
from django.core.cache import cache
from django.test import Client as Browser
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from accounts.models import AppAccess, Player, User
from accounts.openid_key import new_openid_key
from accounts.services.access import raise_access, suspend
from accounts.services.app_access import sweep_tokens
from accounts.services.logins import create_login
from accounts.services.openid_clients import register_client
from accounts.session_models import SpentGrant
from config.openid_keys import openid_keys
from tests.accounts.relying_party import BACK, Federation
from tests.staff.people import root, signed_in

pytestmark = pytest.mark.django_db(transaction=True)

KEY = new_openid_key()


@pytest.fixture
def user() -> User:
    return create_login("tiina", "tiina@example.org", "a long pass phrase", name="Tiina Mets")


@pytest.fixture
def visitor(user: User) -> Browser:
    visitor = Browser()
    visitor.force_login(user)
    return visitor


@pytest.fixture
def site(
    live_server: LiveServer, settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> str:
    monkeypatch.setenv("OIDC_PRIVATE_KEY", KEY)
    settings.SITE_URL = live_server.url
    settings.IDP_OIDC_PRIVATE_KEYS = openid_keys("OIDC_PRIVATE_KEY", tmp_path, create=False)
    return live_server.url


@pytest.fixture
def federation(site: str) -> Federation:
    scopes = ["openid", "profile", "email", "read"]
    client, secret = register_client("Federation", [BACK], scopes, is_public=False)
    return Federation(site, client.pk, secret)


def sent_back(answer: Any) -> dict[str, str]:
    """What the address to which the visitor is sent back says."""
    assert answer.status_code == 302, answer.content
    return {name: texts[0] for name, texts in parse_qs(urlsplit(answer["Location"]).query).items()}


def consent(visitor: Browser, question: str, action: str = "grant") -> dict[str, str]:
    page = visitor.get(question)
    assert page.status_code == 200, page.content
    form = page.context["form"]
    values = {"request": form.initial["request"], "scopes": page.context["scopes"]}
    return sent_back(visitor.post("/identity/o/authorize", values | {"action": action}))


def log_in(visitor: Browser, federation: Federation, scope: str = "openid profile read") -> Any:
    code = consent(visitor, federation.question(scope))["code"]
    status, tokens = federation.exchange(code)
    assert status == 200, tokens
    return SimpleNamespace(code=code, **tokens)


def test_the_page_that_asks_says_how_long_access_lasts(
    visitor: Browser, federation: Federation, settings: Any
) -> None:
    assert settings.IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN == 30 * 86_400
    page = visitor.get(federation.question("openid read"))
    assert "Access ends 30 days after its last use." in page.content.decode()


def test_a_player_logs_in_to_a_federation_which_reads_the_api_and_plays_nothing(
    visitor: Browser, federation: Federation, user: User, site: str
) -> None:
    answer = consent(visitor, federation.question("openid profile email read"))
    assert answer["state"] == "s1"
    _status, tokens = federation.exchange(answer["code"])

    key = jwt.PyJWKClient(federation.discovered["jwks_uri"]).get_signing_key_from_jwt(
        tokens["id_token"]
    )
    claims = jwt.decode(
        tokens["id_token"], key.key, ["RS256"], audience=federation.client_id, issuer=site
    )
    assert (claims["nonce"], claims["name"]) == ("n1", "Tiina Mets")
    user.refresh_from_db()
    assert claims["sub"] == str(user.openid_subject) != str(user.pk)

    status, facts = federation.get(
        federation.discovered["userinfo_endpoint"], tokens["access_token"]
    )
    assert (status, facts["sub"], facts["preferred_username"]) == (200, claims["sub"], "tiina")
    assert (facts["email"], facts["email_verified"]) == ("tiina@example.org", True)

    status, me = federation.get(f"{site}/api/v1/me", tokens["access_token"])
    assert (status, me["username"]) == (200, "tiina")
    request = Request(
        f"{site}/api/v1/notifications/read",
        b"{}",
        {"Authorization": f"Bearer {tokens['access_token']}", "Content-Type": "application/json"},
    )
    assert federation.send(request)[1]["code"] == "token_read_only"


def test_a_log_in_without_a_scope_of_the_api_opens_no_api(
    visitor: Browser, federation: Federation, site: str
) -> None:
    tokens = log_in(visitor, federation, "openid profile")
    assert federation.get(f"{site}/api/v1/me", tokens.access_token)[0] == 401
    assert (
        "email"
        not in federation.get(federation.discovered["userinfo_endpoint"], tokens.access_token)[1]
    )


@pytest.mark.parametrize("scope", ["openid play", "openid direct", "openid everything"])
def test_a_scope_that_the_client_may_not_ask_for_is_refused(
    visitor: Browser, federation: Federation, scope: str
) -> None:
    assert sent_back(visitor.get(federation.question(scope)))["error"] == "invalid_scope"


def test_the_player_may_refuse(visitor: Browser, federation: Federation) -> None:
    answer = consent(visitor, federation.question("openid"), action="refuse")
    assert (answer["error"], answer["state"]) == ("access_denied", "s1")
    assert not AppAccess.objects.exists()


@pytest.mark.parametrize(
    "address",
    ["https://federation.example/back/", f"{BACK}?x=1", "https://evil.example/back", "", "%"],
)
def test_an_address_that_is_not_registered_to_the_letter_is_sent_nobody(
    visitor: Browser, federation: Federation, address: str
) -> None:
    answer = visitor.get(federation.question("openid", redirect_uri=address))
    assert (answer.status_code, "Location" in answer) == (400, False)


@pytest.mark.parametrize(
    "more",
    [{"code_challenge": "", "code_challenge_method": ""}, {"code_challenge_method": "plain"}],
)
def test_a_code_needs_a_challenge_by_sha256(
    visitor: Browser, federation: Federation, more: dict[str, str]
) -> None:
    assert (
        sent_back(visitor.get(federation.question("openid", **more)))["error"] == "invalid_request"
    )


@pytest.mark.parametrize(
    "more", [{"code_verifier": "w" * 50}, {"client_secret": "wrong"}, {"redirect_uri": "https://a.example/"}, {"code": "\x00"}]
)  # fmt: skip
def test_a_code_is_exchanged_by_whoever_asked_for_it_only(
    visitor: Browser, federation: Federation, more: dict[str, str]
) -> None:
    code = consent(visitor, federation.question("openid"))["code"]
    assert federation.exchange(code, **more)[0] in (400, 401)


def test_a_code_shown_twice_ends_the_tokens_it_was_exchanged_for(
    visitor: Browser, federation: Federation, site: str
) -> None:
    tokens = log_in(visitor, federation)
    renewed = federation.refresh(tokens.refresh_token)[1]
    assert federation.exchange(tokens.code) == (400, {"error": "invalid_grant"})
    for token in (tokens.access_token, renewed["access_token"]):
        assert federation.get(f"{site}/api/v1/me", token)[0] == 401


def test_a_restart_forgets_no_code_and_no_token_that_was_exchanged(
    visitor: Browser, federation: Federation, site: str
) -> None:
    tokens = log_in(visitor, federation)
    renewed = federation.refresh(tokens.refresh_token)[1]
    cache.clear()
    assert federation.exchange(tokens.code) == (400, {"error": "invalid_grant"})
    assert federation.get(f"{site}/api/v1/me", renewed["access_token"])[0] == 401
    assert sweep_tokens(timezone.now() + timedelta(days=31)) == 0
    assert not SpentGrant.objects.exists()


def test_a_code_has_one_try_and_made_up_ones_fill_no_table(
    visitor: Browser, federation: Federation
) -> None:
    code = consent(visitor, federation.question("openid"))["code"]
    assert federation.exchange(code, code_verifier="w" * 50)[0] == 400
    assert federation.exchange(code) == (400, {"error": "invalid_grant"})
    assert federation.exchange("made-up")[0] == 400
    assert not SpentGrant.objects.exists()


def test_a_refresh_token_works_once_and_shown_again_ends_its_successor(
    visitor: Browser, federation: Federation
) -> None:
    tokens = log_in(visitor, federation)
    status, renewed = federation.refresh(tokens.refresh_token)
    assert status == 200
    assert federation.refresh(tokens.refresh_token)[0] == 400
    assert federation.refresh(renewed["refresh_token"])[0] == 400


@pytest.mark.parametrize("grant", ["password", "client_credentials", "implicit", ""])
def test_no_other_grant_and_no_implicit_answer(
    visitor: Browser, federation: Federation, grant: str
) -> None:
    code = consent(visitor, federation.question("openid"))["code"]
    assert federation.exchange(code, grant_type=grant) == (400, {"error": "unsupported_grant_type"})
    answer = visitor.get(federation.question("openid", response_type="id_token token"))
    assert "id_token=" not in answer.headers.get("Location", "")
    assert "access_token=" not in answer.headers.get("Location", "")
    assert answer.status_code in (302, 400)


def test_a_revoked_token_opens_nothing(visitor: Browser, federation: Federation, site: str) -> None:
    tokens = log_in(visitor, federation)
    federation.post(
        federation.discovered["revocation_endpoint"],
        {"token": tokens.access_token, **federation.proof()},
    )
    assert federation.get(f"{site}/api/v1/me", tokens.access_token)[0] == 401


def new_password(user: User) -> None:
    user.set_password("another long pass phrase")
    user.save()


def withdrawn(user: User) -> None:
    visitor = Browser()
    visitor.force_login(user)
    access = AppAccess.objects.get(user=user)
    assert visitor.delete(f"/api/v1/apps/{access.pk}").status_code == 204


@pytest.mark.parametrize(
    "end", [new_password, raise_access, withdrawn, lambda user: suspend(user, user.date_joined)]
)
def test_every_token_of_an_app_ends_with_what_ends_the_access(
    visitor: Browser, federation: Federation, user: User, site: str, end: Callable[[User], None]
) -> None:
    tokens = log_in(visitor, federation)
    late = consent(visitor, federation.question("openid", prompt="consent"))["code"]
    end(User.objects.get(pk=user.pk))
    assert federation.get(f"{site}/api/v1/me", tokens.access_token)[0] == 401
    assert federation.get(federation.discovered["userinfo_endpoint"], tokens.access_token)[0] == 401
    assert federation.refresh(tokens.refresh_token)[0] == 400
    assert federation.exchange(late)[0] == 400


def test_a_new_consent_does_not_bring_back_the_tokens_of_an_access_that_staff_ended(
    visitor: Browser, federation: Federation
) -> None:
    before = log_in(visitor, federation)
    AppAccess.objects.all().delete()
    log_in(visitor, federation)
    assert federation.refresh(before.refresh_token)[0] == 400


def test_an_app_that_was_let_in_is_let_in_again_without_a_page_and_asks_for_more_with_one(
    visitor: Browser, federation: Federation
) -> None:
    log_in(visitor, federation, "openid profile")
    assert "code" in sent_back(visitor.get(federation.question("openid profile")))
    assert "code" in sent_back(visitor.get(federation.question("openid", prompt="none")))
    assert visitor.get(federation.question("openid email")).status_code == 200


def test_without_a_page_nobody_is_let_in_who_did_not_agree(
    visitor: Browser, federation: Federation, site: str
) -> None:
    log_in(visitor, federation, "openid profile")
    other, secret = register_client("Other", [BACK], ["openid"], is_public=False)
    asked = Federation(site, other.pk, secret).question("openid", prompt="none")
    assert sent_back(visitor.get(asked))["error"] == "consent_required"
    assert sent_back(Browser().get(asked))["error"] == "login_required"


def test_an_app_of_this_computer_is_asked_about_each_time_and_needs_no_secret(
    visitor: Browser, site: str
) -> None:
    client, secret = register_client(
        "Scorer", ["http://127.0.0.1/back"], ["openid", "play"], is_public=True
    )
    scorer = Federation(site, client.pk, secret, "http://127.0.0.1:41234/back")
    tokens = log_in(visitor, scorer, "openid play")
    request = Request(
        f"{site}/api/v1/notifications/read",
        b"{}",
        {"Authorization": f"Bearer {tokens.access_token}", "Content-Type": "application/json"},
    )
    assert scorer.send(request)[0] == 400  # past the scope: the body is wrong
    assert visitor.get(scorer.question("openid play")).status_code == 200


def test_a_visitor_logs_in_first(federation: Federation) -> None:
    answer = Browser().get(federation.question("openid"))
    assert answer["Location"].startswith("/accounts/login/?next=/identity/o/authorize")


def test_the_page_names_the_app_and_what_it_may_do_and_lets_the_form_lead_there(
    visitor: Browser, federation: Federation
) -> None:
    page = visitor.get(federation.question("openid email"))
    assert "<b>Federation</b>" in page.content.decode()
    assert "see your email address" in page.content.decode()
    assert "form-action https://federation.example" in page["Content-Security-Policy"].replace(
        "'self' ", ""
    )


def test_apps_are_listed_with_their_rights_and_are_withdrawn(
    visitor: Browser, federation: Federation, user: User
) -> None:
    log_in(visitor, federation)
    (app,) = visitor.get("/api/v1/apps").json()
    assert (app["name"], app["scopes"]) == ("Federation", ["openid", "profile", "read"])
    assert "read what you can read" in visitor.get("/profile/apps/").content.decode()
    assert visitor.get("/api/v1/tokens").json() == []
    stranger = Browser()
    stranger.force_login(User.objects.create_user("marek"))
    stranger.post(f"/profile/apps/{app['id']}/withdraw/")
    assert AppAccess.objects.count() == 1
    visitor.post(f"/profile/apps/{app['id']}/withdraw/")
    assert not AppAccess.objects.exists()
    assert not user.api_tokens.exists()


def test_staff_who_look_through_a_users_eyes_log_in_nowhere_as_that_user(
    visitor: Browser, federation: Federation, user: User
) -> None:
    consent(visitor, federation.question("openid"))
    staff = signed_in(root())
    staff.post(f"/admin/accounts/user/{user.pk}/look/", {"reason": "They asked."})
    for prompt in ("", "none"):
        answer = staff.get(federation.question("openid", prompt=prompt))
        assert answer.context["code"] == "read_only"
    assert staff.post("/identity/o/authorize", {"action": "grant"}).status_code == 403


def test_whoever_guesses_secrets_is_held_up(federation: Federation) -> None:
    answers = [federation.refresh(f"wrong {number}")[0] for number in range(21)]
    assert answers == [400] * 20 + [429]


def test_a_site_without_a_key_offers_no_log_in(site: str, settings: Any, client: Browser) -> None:
    settings.IDP_OIDC_PRIVATE_KEYS = []
    for address in (
        "/.well-known/openid-configuration",
        "/.well-known/jwks.json",
        "/identity/o/authorize",
    ):
        assert client.get(address).status_code == 404
    assert client.post("/identity/o/api/token").status_code == 404


def test_the_name_of_a_player_is_theirs_now(
    visitor: Browser, federation: Federation, user: User
) -> None:
    tokens = log_in(visitor, federation)
    Player.objects.filter(user=user).update(name="Tiina Tamm")
    facts = federation.get(federation.discovered["userinfo_endpoint"], tokens.access_token)[1]
    assert facts["name"] == "Tiina Tamm"
