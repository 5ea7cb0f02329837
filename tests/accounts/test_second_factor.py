"""The second step of a log-in: an authenticator app, recovery codes, and staff who must have one.

Passkeys are played through in a browser (tests/e2e/test_passkeys.py).
"""

import base64
import hmac
import json
import re
import struct
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from accounts.second_factor import SecondFactorAdapter
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
from tests.keeping import forget

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"
SETUP = "/accounts/2fa/"
NOW = int(time.time())  # a clock that stands still: no half minute ends in the middle of a test


def code_now(key: str) -> str:
    """RFC 6238 with its defaults: six digits, SHA-1, thirty seconds."""
    counter = struct.pack(">Q", NOW // 30)
    digest = hmac.digest(base64.b32decode(key), counter, "sha1")
    number = struct.unpack(">I", digest[digest[-1] & 15 :][:4])[0] & 0x7FFFFFFF
    return f"{number % 10**6:06}"


@pytest.fixture(autouse=True)
def alice(monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setattr(auth, "yield_hotp_counters_from_time", lambda: iter([NOW // 30]))
    forget()
    return create_login("alice", "alice@example.org", PASSWORD)


def log_in(client: Client) -> Any:
    return client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})


def with_app(client: Client) -> tuple[str, list[str]]:
    """Sets the app up as a person would; returns its key and the recovery codes."""
    log_in(client)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    assert 'src="data:image/svg+xml;base64,' in page
    key = re.search(r'id="totp-key">([A-Z2-7]+)<', page)
    assert key is not None
    shown = client.post(reverse("mfa_activate_totp"), {"code": code_now(key[1])}, follow=True)
    codes = re.findall(r"<code>(\d{8})</code>", shown.content.decode())
    client.post(reverse("account_logout"))
    forget()
    return key[1], codes


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me").status_code == 200


def test_after_the_password_the_code_of_the_app_is_asked_for(client: Client) -> None:
    key, _codes = with_app(client)
    assert log_in(client)["Location"] == reverse("mfa_authenticate")
    assert not is_in(client)
    assert "Incorrect" in _step(client, "000000").content.decode()
    assert not is_in(client)
    _step(client, code_now(key))
    assert is_in(client)


def test_between_the_steps_nothing_is_open(client: Client) -> None:
    with_app(client)
    log_in(client)
    for path in ("/profile/", "/profile/tokens/", "/accounts/email/", SETUP, "/admin/"):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain[-1][0] == reverse("mfa_authenticate"), path
    assert client.get("/api/v1/me").status_code in {401, 403}
    assert "_auth_user_id" not in client.session


def test_a_code_of_the_app_works_once(client: Client) -> None:
    key, _codes = with_app(client)
    log_in(client)
    _step(client, code_now(key))
    other = Client()
    log_in(other)
    _step(other, code_now(key))
    assert not is_in(other)


def test_each_recovery_code_works_once_and_is_shown_once(client: Client) -> None:
    _key, codes = with_app(client)
    assert len(codes) == 10
    for expected in (True, False):
        fresh = Client()
        log_in(fresh)
        _step(fresh, codes[0])
        assert is_in(fresh) is expected
    log_in(client)
    _step(client, codes[1])
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    again = client.get(reverse("mfa_view_recovery_codes")).content.decode()
    assert not set(codes) & set(re.findall(r"\d{8}", again))
    assert client.get("/accounts/2fa/recovery-codes/download/").status_code == 403


def test_guessing_codes_is_stopped(client: Client) -> None:
    key, _codes = with_app(client)
    log_in(client)
    for n in range(8):
        _step(client, f"{n:06}")
    assert "Too many" in _step(client, code_now(key)).content.decode()
    assert not is_in(client)


def test_a_reset_password_does_not_go_round_the_second_step(client: Client, mailoutbox) -> None:
    with_app(client)
    client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    link = re.search(r"http://[^/]+(/accounts/password/reset/key/\S+)", mailoutbox[-1].body)
    assert link is not None
    page = client.get(link[1], follow=True)
    new = {"password1": "a newer pass phrase", "password2": "a newer pass phrase"}
    answer = client.post(page.redirect_chain[-1][0], new)
    assert answer["Location"] == reverse("mfa_authenticate")
    assert not is_in(client)


@pytest.mark.parametrize(
    "name",
    ["mfa_activate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes"],
)
def test_what_opens_an_account_is_changed_after_the_password_only(client, alice, name) -> None:
    client.force_login(alice)
    asked = client.get(reverse(name))
    assert asked["Location"].startswith(reverse("account_reauthenticate"))


def test_switching_it_off_ends_the_codes_too_and_the_owner_is_told(
    client: Client, mailoutbox: list[Any]
) -> None:
    key, _codes = with_app(client)
    log_in(client)
    _step(client, code_now(key))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert client.get(reverse("mfa_deactivate_totp")).status_code == 200
    client.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()
    assert mailoutbox[-1].to == ["alice@example.org"]
    assert "Network address: 127.0.0.1." in mailoutbox[-1].body
    assert "/accounts/password/reset/" in mailoutbox[-1].body


def test_the_key_is_stored_encrypted_and_read_with_an_older_secret(
    client: Client, settings: Settings
) -> None:
    key, codes = with_app(client)
    stored = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert not [secret for secret in (key, *codes) if secret in stored]
    kept = Authenticator.objects.get(type="totp").data["secret"]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-" + "k" * 50
    assert SecondFactorAdapter().decrypt(kept) == key


def test_after_a_new_secret_without_the_former_one_no_code_fits_and_nothing_breaks(
    client: Client, settings: Settings
) -> None:
    key, codes = with_app(client)
    settings.SECRET_KEY = "another-" + "k" * 50
    log_in(client)
    for code in (code_now(key), codes[0], code_now(base64.b32encode(b"").decode())):
        asked_again = _step(client, code)
        assert asked_again.status_code == 200
        assert "Incorrect code" in asked_again.content.decode()
    assert not is_in(client)


@pytest.mark.parametrize(
    "nonsense",
    ["", "{", "[]", "null", "1", '"x"', "{}", '{"response": 1}', '{"id": "x", "response": {}}',
     '{"id":"eA","rawId":"eA","type":"public-key","response":{"userHandle":"enp6enp6enp6eno",'
     '"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA"}}', "[" * 3000, "9" * 5000],
)  # fmt: skip
def test_a_nonsense_passkey_is_turned_away(client: Client, alice: User, nonsense: str) -> None:
    client.get(reverse("mfa_login_webauthn"), HTTP_ACCEPT="application/json")
    answer = client.post(reverse("mfa_login_webauthn"), {"credential": nonsense})
    assert answer.status_code == 302
    assert not is_in(client)


@pytest.fixture
def staff(alice: User) -> User:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    return alice


def test_the_administration_has_no_log_in_of_its_own(client: Client, staff: User) -> None:
    page = client.post("/admin/login/", {"username": "alice", "password": PASSWORD})
    assert page["Location"].startswith(reverse("account_login"))
    assert not is_in(client)


def test_staff_are_sent_to_set_a_second_step_up_where_the_site_asks_for_one(
    client: Client, staff: User, settings: Settings
) -> None:
    client.force_login(staff)
    assert client.get("/admin/").status_code == 200
    settings.REQUIRE_MFA_FOR_STAFF = True
    for path in ("/admin/", "/admin/accounts/user/", "/profile/", "/"):
        assert client.get(path)["Location"] == SETUP, path
    refused = client.get("/api/v1/me")
    assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_needed")
    assert client.get(SETUP).status_code == 200
    client.logout()
    _token, text = create_token(staff, "program")
    refused = client.get("/api/v1/me", headers={"authorization": f"Bearer {text}"})
    assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_needed")


def test_staff_take_a_lost_second_step_off_and_see_no_secret_of_it(client: Client) -> None:
    with_app(client)
    factor = Authenticator.objects.get(type="totp")
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    client.force_login(boss)
    listed = reverse("admin:mfa_authenticator_changelist")
    pages = [client.get(listed), client.get(f"{listed}{factor.pk}/change/")]
    assert [page.status_code for page in pages] == [200, 200]
    assert not [page for page in pages if factor.data["secret"][:12] in page.content.decode()]
    assert client.get(listed, {"data__secret__startswith": "A"}).status_code in {302, 400}
    assert client.get(f"{listed}add/").status_code == 403
    client.post(f"{listed}{factor.pk}/delete/", {"post": "yes"})
    client.logout()
    log_in(client)
    assert is_in(client)


def test_staff_with_a_second_step_and_everybody_else_pass(client, settings: Settings) -> None:
    key, _codes = with_app(client)
    settings.REQUIRE_MFA_FOR_STAFF = True
    assert client.get("/").status_code == 200
    User.objects.update(is_staff=True, is_superuser=True)
    log_in(client)
    _step(client, code_now(key))
    assert client.get("/admin/").status_code == 200


def _step(client: Client, code: str) -> Any:
    return client.post(reverse("mfa_authenticate"), {"code": code})
