"""Nonsense at the addresses of OpenID Connect, and sessions that no log-in has made: nothing is the site's fault."""

import random
from datetime import timedelta
from itertools import product
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings as site_settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.guest_request import BACKEND
from accounts.models import User
from accounts.openid_key import new_openid_key
from accounts.services.logins import create_login
from accounts.services.openid_clients import register_client
from config.openid_keys import openid_keys

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

AT = "https://testserver"
BACK = "https://federation.example/back"
AUTHORIZE = "/identity/o/authorize"
POSTED = ("/identity/o/api/token", "/identity/o/api/revoke", "/identity/o/api/userinfo")
KEY = new_openid_key()
WRONG = (
    "", " ", "\x00", "a\x00b", "\ud800", "\U0010ffff", "%", "%zz", "é", "💥", "-1", "1" * 400, "x" * 9000, "none", "none login",
    "login", "consent none", "[]", "{}", "null", '{"id_token": {"sub": 1}}', "[1]", "true", "a b", "a\nb", "javascript:alert(1)",
    "//x", "https://[", "https://[::1", "http://a:b@c:99999/", "../..", "openid openid", "eyJhbGciOiJub25lIn0.e30.", "a.b.c", ":",
)  # fmt: skip
NAMES = (
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method", "prompt",
    "display", "max_age", "ui_locales", "id_token_hint", "login_hint", "acr_values", "claims", "request", "request_uri",
    "response_mode", "resource", "registration", "grant_type", "code", "code_verifier", "refresh_token", "token",
    "token_type_hint", "client_secret", "action", "scopes", "email",
)  # fmt: skip


@pytest.fixture
def application(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> dict[str, str]:
    """A right question of a site that is registered."""
    monkeypatch.setenv("OIDC_PRIVATE_KEY", KEY)
    settings.SITE_URL = AT
    settings.IDP_OIDC_PRIVATE_KEYS = openid_keys("OIDC_PRIVATE_KEY", tmp_path, create=False)
    client, secret = register_client(
        "Federation", [BACK], ["openid", "profile", "email", "read"], is_public=False
    )
    return {
        "response_type": "code", "client_id": client.pk, "redirect_uri": BACK, "scope": "openid profile", "state": "s1",
        "nonce": "n1", "code_challenge": "x" * 43, "code_challenge_method": "S256", "client_secret": secret,
    }  # fmt: skip


@pytest.fixture
def user() -> User:
    return create_login("tiina", "tiina@example.org", "a long pass phrase", name="Tiina Mets")


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False)


def with_session(**kept: Any) -> Client:
    store = SessionStore()
    store.update(kept)
    store.save()
    return with_cookie(store.session_key or "")


def with_cookie(text: str) -> Client:
    browser = Client(raise_request_exception=False)
    browser.cookies[site_settings.SESSION_COOKIE_NAME] = text
    return browser


def asked(values: dict[str, str]) -> str:
    return f"{AUTHORIZE}?{urlencode(values, errors='surrogatepass')}"


def answers(browser: Client, application: dict[str, str]) -> list[tuple[str, int]]:
    """Each way to ask, with its status."""
    pages = []
    for prompt in ("", "none", "login", "consent", "none login"):
        pages.append((f"prompt {prompt}", browser.get(asked(application | {"prompt": prompt}))))
    pages.append(("bare", browser.get(AUTHORIZE)))
    pages.append(("post", browser.post(AUTHORIZE, application)))
    pages.append(("agreed", browser.post(AUTHORIZE, {"request": "x:y", "action": "grant"})))
    pages.append(("userinfo", browser.get("/identity/o/api/userinfo")))
    pages.append(("profile", browser.get("/profile/apps/")))
    return [(name, page.status_code) for name, page in pages]


def right_session(user: User) -> dict[str, Any]:
    return {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: BACKEND,
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }


@pytest.mark.parametrize(
    "text",
    ["", "x", "x" * 7, "x" * 8, "x" * 32, "x" * 41, "x" * 5000, "é" * 32, '"\\000abcdefgh"', '"\\377\\376abcdefgh"', "a;b", "a=b" * 9, "%00" * 12, "'--" * 12],
)  # fmt: skip
def test_a_cookie_that_names_no_session_is_nobodys(application: dict[str, str], text: str) -> None:
    browser = Client(raise_request_exception=False)
    header = f"{site_settings.SESSION_COOKIE_NAME}={text}"
    for prompt in ("", "none", "login"):
        page = browser.get(asked(application | {"prompt": prompt}), HTTP_COOKIE=header)
        assert page.status_code == 302, (text, prompt, page.status_code)


@pytest.mark.parametrize(
    "wrong",
    [
        {SESSION_KEY: "9" * 40}, {SESSION_KEY: "-1"}, {SESSION_KEY: None},
        {BACKEND_SESSION_KEY: "no.such.Backend"}, {BACKEND_SESSION_KEY: None}, {BACKEND_SESSION_KEY: 5},
        {HASH_SESSION_KEY: None}, {HASH_SESSION_KEY: "x"}, {HASH_SESSION_KEY: 5}, {HASH_SESSION_KEY: "é"},
        {"account_authentication_methods": None}, {"account_authentication_methods": "x"},
        {"account_authentication_methods": [{}]}, {"account_authentication_methods": [{"method": "x", "at": "x"}]},
        {"account_login": "x"}, {"account_login": {}}, {"account_login": None}, {"impersonation": 5},
        {"_csrftoken": 5}, {"_messages": "nonsense"}, {"_messages": 5}, {"_session_expiry": -1},
        {"django_timezone": 5}, {"_language": 5},
    ],
)  # fmt: skip
def test_a_session_with_nonsense_in_it_breaks_no_page(
    application: dict[str, str], user: User, wrong: dict[str, Any]
) -> None:
    browser = with_session(**right_session(user) | wrong)
    statuses = answers(browser, application)
    assert [each for each in statuses if each[1] >= 500] == []


@pytest.mark.parametrize("missing", [SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, "", "all"])
def test_a_session_without_a_part_breaks_no_page(
    application: dict[str, str], user: User, missing: str
) -> None:
    kept = {} if missing == "all" else right_session(user)
    kept.pop(missing, None)
    statuses = answers(with_session(**kept), application)
    assert [each for each in statuses if each[1] >= 500] == []


@pytest.mark.parametrize("data", ["", "x", "x:y:z", "é", "e30:1abc:" + "x" * 43])
def test_a_session_that_cannot_be_read_is_nobodys(application: dict[str, str], data: str) -> None:
    row = Session.objects.create(
        session_key="k" * 32, session_data=data, expire_date=timezone.now() + timedelta(days=1)
    )
    statuses = answers(with_cookie(row.session_key), application)
    assert [each for each in statuses if each[1] >= 500] == []


def test_the_session_of_a_deleted_user_is_nobodys(application: dict[str, str], user: User) -> None:
    browser = with_session(**right_session(user))
    assert browser.get(asked(application)).status_code == 200
    user.delete()
    statuses = answers(browser, application)
    assert [each for each in statuses if each[1] >= 500] == []


def test_nonsense_in_place_of_each_value_is_refused(
    application: dict[str, str], user: User
) -> None:
    browser = with_session(**right_session(user))
    faults = []
    for name, text in product(NAMES, WRONG):
        address = asked(application | {name: text})
        page = browser.get(address)
        if page.status_code >= 500:
            faults.append(("get", name, text[:30]))
    assert faults == [], faults


def test_nonsense_in_place_of_each_value_is_refused_where_tokens_are_given(
    application: dict[str, str], user: User, browser: Client
) -> None:
    faults = []
    right = {
        "grant_type": "authorization_code", "code": "x", "code_verifier": "v" * 50, "token": "x", **application,
    }  # fmt: skip
    kinds = ("authorization_code", "refresh_token")
    for name, text, kind in product(NAMES, WRONG, kinds):
        values = right | {"grant_type": kind, "refresh_token": "x"} | {name: text}
        body = urlencode(values, errors="surrogatepass")
        for at in POSTED:
            cache.clear()
            page = browser.post(at, body, content_type="application/x-www-form-urlencoded")
            if page.status_code >= 500:
                faults.append((at, kind, name, text[:30]))
    assert faults == [], faults


def test_bodies_and_heads_that_cannot_be_read_are_refused(
    application: dict[str, str], browser: Client
) -> None:
    kinds = (
        "application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "", "x",
        "application/x-www-form-urlencoded; charset=utf-16", "application/x-www-form-urlencoded; charset=nonsense",
        "application/x-www-form-urlencoded",
    )  # fmt: skip
    bodies = (
        b"",
        b"\x00",
        b"\xff\xfe",
        b"{}",
        b"[1]",
        b"grant_type=%ff&code=%00",
        b"a=1&a=2&client_id=x&client_id=y",
        b"&" * 900,
        b"x=" * 2000,
    )
    heads = (
        "",
        "Basic",
        "Basic !",
        "Basic /w==",
        "Basic OjE=",
        "Basic YTo=",
        "Basic AAAA",
        "Bearer",
        "Bearer \x7f",
        "Bearer é",
        "Bearer " + "x" * 5000,
    )
    faults = []
    for at, kind, body in product((*POSTED, AUTHORIZE), kinds, bodies):
        cache.clear()
        page = browser.generic("POST", at, body, kind)
        if page.status_code >= 500:
            faults.append((at, kind, body[:20]))
    form = urlencode({"grant_type": "authorization_code", "code": "x", "token": "x"})
    for at, head in product((*POSTED, AUTHORIZE), heads):
        cache.clear()
        page = browser.post(at, form, content_type=kinds[-1], headers={"authorization": head})
        if page.status_code >= 500:
            faults.append((at, head[:20], b""))
    assert faults == [], faults


def test_queries_that_no_browser_sends_are_refused(application: dict[str, str], user: User) -> None:
    chance = random.Random(7)
    browser = with_session(**right_session(user))
    line = urlencode(application)
    faults = []
    for _ in range(150):
        place, length = chance.randrange(len(line)), chance.choice((0, 1, 5))
        noise = "".join(chance.choice("%&=;+\\/?#é\x01 0aZ") for _ in range(chance.randrange(4)))
        asked_for = quote(line[:place] + noise + line[place + length :], safe="%&=;+/?")
        page = browser.get(f"{AUTHORIZE}?{asked_for}")
        if page.status_code >= 500:
            faults.append(asked_for)
    assert faults == [], faults
