"""Sessions: new at every log-in, gone at logging out, ended everywhere at once when their owner says so."""

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services.access import reinstate, suspend
from accounts.services.logins import create_login
from accounts.services.tokens import create_token, find_token
from config import auth
from tests.keeping import forget

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"


@pytest.fixture(autouse=True)
def alice() -> User:
    forget()
    return create_login("alice", "alice@example.org", PASSWORD)


def logged_in(**extra: str) -> Client:
    client = Client()
    form = {"login": "alice", "password": PASSWORD, **extra}
    client.post(reverse("account_login"), form)
    assert is_in(client)
    return client


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me").status_code == 200


def test_a_session_from_before_the_log_in_is_worth_nothing_after_it() -> None:
    client = Client()
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    planted = session.session_key
    client.cookies["sessionid"] = planted
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert client.session.session_key != planted
    assert not Session.objects.filter(pk=planted).exists()


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/",
        "//elsewhere.example",
        "javascript:alert(1)",
        "/\\elsewhere.example",
        "http://[",
        "http://[elsewhere.example]/",
    ],
)
def test_the_log_in_leads_to_no_other_site(address: str) -> None:
    form = {"login": "alice", "password": PASSWORD, "next": address}
    assert Client().post(reverse("account_login"), form)["Location"] == "/"


def test_showing_the_password_once_more_gives_a_new_session_key() -> None:
    client = logged_in()
    before = client.session.session_key
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert is_in(client)
    assert client.session.session_key != before
    assert not Session.objects.filter(pk=before).exists()


def test_logging_out_leaves_nothing_of_the_session_on_the_server() -> None:
    client = logged_in()
    kept = client.cookies["sessionid"].value
    client.post(reverse("account_logout"))
    assert not Session.objects.filter(pk=kept).exists()
    client.cookies["sessionid"] = kept
    assert not is_in(client)


def test_logging_out_everywhere_else_ends_the_other_sessions_and_tokens_only(alice: User) -> None:
    here, elsewhere = logged_in(), logged_in()
    _token, text = create_token(alice, "bot")
    before = here.cookies["sessionid"].value
    assert here.get(reverse("profile-elsewhere")).status_code == 200
    here.post(reverse("profile-elsewhere"))
    assert is_in(here)
    assert here.cookies["sessionid"].value != before
    assert not is_in(elsewhere)
    assert find_token(text) is None


def test_a_new_password_ends_the_other_sessions_and_keeps_this_one() -> None:
    here, elsewhere = logged_in(), logged_in()
    new = "a newer pass phrase"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    here.post(reverse("account_change_password"), form)
    assert is_in(here)
    assert not is_in(elsewhere)


def test_a_suspended_users_session_stays_ended_when_they_are_let_in_again(alice: User) -> None:
    client = logged_in()
    suspend(alice, timezone.now())
    assert not is_in(client)
    reinstate(alice)
    assert not is_in(client)


def test_a_session_lasts_a_month_when_remembered_and_else_as_long_as_the_browser() -> None:
    remembered, forgotten = logged_in(remember="on"), logged_in()
    assert remembered.session.get_expiry_age() == 30 * 86_400
    assert remembered.cookies["sessionid"]["max-age"] == 30 * 86_400
    assert forgotten.cookies["sessionid"]["max-age"] == ""


def test_a_hash_of_an_older_kind_is_replaced_with_argon2_at_the_log_in(
    alice: User, settings: Settings
) -> None:
    settings.PASSWORD_HASHERS = auth.PASSWORD_HASHERS
    alice.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt" * 6, iterations=1000)
    alice.save()
    client = logged_in()
    alice.refresh_from_db()
    assert alice.password.startswith("argon2$argon2id$")
    assert is_in(client)
    assert alice.check_password(PASSWORD)
