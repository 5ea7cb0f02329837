"""What does not fit in the answer of another site logs nobody in, and a site that is away or talks nonsense is named."""

from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts import openid_log_in
from accounts.identity_providers import identity_providers
from accounts.models import User
from accounts.openid_log_in import ProviderError, discover
from tests.accounts.connecting import BEGIN, back_from, linked, refused, sent_to, user_of
from tests.accounts.provider_stand_in import StandInProvider

pytestmark = pytest.mark.django_db


WRONG_TOKENS = {
    "nonce": {"nonce": "another"},
    "no nonce": {"nonce": None},
    "issuer": {"iss": "https://elsewhere.example"},
    "audience": {"aud": "another"},
    "two audiences": {"aud": ["barpoint", "another"]},
    "expired": {"exp": 1_000_000_000},
    "no subject": {"sub": ""},
    "long subject": {"sub": "x" * 192},
    "number as subject": {"sub": 5},
}


@pytest.mark.parametrize("wrong", WRONG_TOKENS)
def test_an_id_token_that_does_not_fit_logs_nobody_in(
    provider: StandInProvider, alice: User, wrong: str
) -> None:
    linked(alice)
    provider.changed = WRONG_TOKENS[wrong]
    visitor = Client()
    assert refused(back_from(provider, visitor))
    assert not user_of(visitor)


def test_a_token_of_another_signer_logs_nobody_in(provider: StandInProvider, alice: User) -> None:
    linked(alice)
    provider.signs_with = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    assert refused(back_from(provider, Client()))


@pytest.mark.parametrize("algorithm", ["none", "HS256"])
def test_a_token_without_a_signature_of_the_provider_logs_nobody_in(
    provider: StandInProvider, alice: User, algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked(alice)
    encode = jwt.encode
    key = "" if algorithm == "none" else "k" * 32

    def unsigned(claims: Any, _key: Any, _algorithm: str, **more: Any) -> str:
        return encode(claims, key, algorithm, **more)

    monkeypatch.setattr(jwt, "encode", unsigned)
    assert refused(back_from(provider, Client()))


def test_user_info_of_somebody_else_logs_nobody_in(provider: StandInProvider, alice: User) -> None:
    linked(alice)
    provider.userinfo = {"sub": "p-2"}
    assert refused(back_from(provider, Client()))


def test_an_answer_that_names_another_issuer_is_refused(
    provider: StandInProvider, alice: User
) -> None:
    linked(alice)
    visitor = Client()
    address = provider.log_in(sent_to(visitor))
    assert refused(
        visitor.get(address.partition("&iss=")[0] + "&iss=https%3A%2F%2Felsewhere.example")
    )


BROKEN = [
    ("/.well-known/openid-configuration", (500, {})),
    ("/.well-known/openid-configuration", (200, [])),
    ("/.well-known/openid-configuration", (200, b"<html>")),
    ("/.well-known/openid-configuration", (200, {"issuer": "https://elsewhere.example"})),
    ("/token", (400, {"error": "invalid_grant"})),
    ("/token", (200, {"access_token": "a"})),
    ("/token", (200, {"access_token": 5, "id_token": {"sub": "p-1"}})),
    ("/token", (302, {})),
    ("/token", (200, b'{"x": "' + b"x" * 300_000 + b'"}')),
    ("/keys", (200, {"keys": []})),
    ("/keys", (200, {})),
    ("/userinfo", (401, {})),
]


@pytest.mark.parametrize(("path", "answer"), BROKEN)
def test_a_site_that_answers_nonsense_is_named_in_a_sentence(
    provider: StandInProvider, path: str, answer: tuple[int, Any]
) -> None:
    client = Client()
    provider.faults[path] = answer
    page = client.post(BEGIN)
    if page.status_code == 200:
        page = client.get(provider.log_in(page.context["url"]))
    assert refused(page)
    assert "Federation gave an unexpected answer." in page.content.decode()


def test_a_site_that_is_away_is_named_in_a_sentence(
    provider: StandInProvider, settings: Any
) -> None:
    app = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"][0]
    app["settings"] |= {"server_url": "http://127.0.0.1:9", "issuer": "http://127.0.0.1:9"}
    assert refused(Client().post(BEGIN))


def test_a_site_that_failed_is_not_asked_again_at_once(provider: StandInProvider) -> None:
    provider.faults["/.well-known/openid-configuration"] = (500, {})
    assert refused(Client().post(BEGIN))
    number = len(provider.requests)
    provider.faults.clear()
    assert refused(Client().post(BEGIN))
    assert len(provider.requests) == number
    cache.clear()
    assert Client().post(BEGIN).status_code == 200


def test_an_answer_that_comes_byte_by_byte_ends_at_the_deadline(
    provider: StandInProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openid_log_in, "DEADLINE_S", 0.4)
    provider.pause_s = 0.05
    app = identity_providers(RequestFactory().get("/"))[0].app
    with pytest.raises(ProviderError, match="no answer"):
        discover(app)
