"""Nobody learns from an answer, nor from the work it took, whether a login exists.

The one exception is said in docs/security.md: a user name that is taken cannot be taken twice.
"""

import re
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.login_throttle import bounds, take
from accounts.models import User
from accounts.services.logins import create_login
from tests.keeping import forget

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"
VARYING = {"Content-Length", "Expires", "X-Request-ID"}


@pytest.fixture(autouse=True)
def alice(monkeypatch: pytest.MonkeyPatch) -> User:
    now = timezone.now().replace(minute=1, second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    forget()
    return create_login("alice", "alice@example.org", PASSWORD)


def comparable(answer: HttpResponse, typed: str) -> tuple[Any, ...]:
    """Everything of an answer but what differs each time and what the visitor typed."""
    body = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    headers = {k: v for k, v in answer.headers.items() if k not in VARYING}
    return answer.status_code, headers, sorted(answer.cookies), body.replace(typed, "…")


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org"])
@pytest.mark.parametrize("tried", [0, 8])
def test_a_wrong_password_says_the_same_of_a_login_that_nobody_has(login: str, tried: int) -> None:
    answers = []
    for name in (login, login.replace("alice", "nobody").replace("ALICE", "NOBODY")):
        for _n in range(tried):
            take(bounds("127.0.0.1", name, None), timezone.now())
        data = {"login": name, "password": "wrong"}
        answers.append(comparable(Client().post(reverse("account_login"), data), name))
        forget()
    assert answers[0] == answers[1]


@pytest.mark.parametrize("login", ["alice", "alice@example.org", "nobody", "nobody@example.org"])
def test_each_wrong_password_is_hashed_once(login: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address of a user took twice the time of another before: it was tried as address and as name."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    Client().post(reverse("account_login"), {"login": login, "password": "wrong"})
    assert hashed == ["wrong"]


def test_a_suspended_login_is_told_from_another_by_its_password_only(alice: User) -> None:
    User.objects.update(suspended_at="2026-01-01T00:00Z")
    wrong = Client().post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    unknown = Client().post(reverse("account_login"), {"login": "nobody", "password": "wrong"})
    assert comparable(wrong, "alice") == comparable(unknown, "nobody")


def test_asking_for_a_new_password_says_the_same_of_every_address(mailoutbox: list[Any]) -> None:
    answers = [
        comparable(Client().post(reverse("account_reset_password"), {"email": address}), address)
        for address in ("alice@example.org", "nobody@example.org")
    ]
    assert answers[0] == answers[1]
    assert [letter.to for letter in mailoutbox] == [["alice@example.org"], ["nobody@example.org"]]


def test_signing_up_says_the_same_of_an_address_that_is_taken() -> None:
    answers = []
    for n, address in enumerate(("alice@example.org", "nobody@example.org")):
        form = {
            "name": "Some One",
            "username": f"someone{n}",
            "email": address,
            "password1": "quite another phrase",
            "password2": "quite another phrase",
        }
        answers.append(comparable(Client().post(reverse("account_signup"), form), address))
    assert answers[0] == answers[1]


def test_an_address_of_somebody_else_opens_nothing_before_it_is_proven(alice: User) -> None:
    """Two accounts may name one address; the one that has proved it is meant by it."""
    form = {
        "name": "Mallory",
        "username": "mallory",
        "email": "alice@example.org",
        "password1": "mallory's own phrase",
        "password2": "mallory's own phrase",
    }
    Client().post(reverse("account_signup"), form)
    client = Client()
    client.post(
        reverse("account_login"), {"login": "alice@example.org", "password": "mallory's own phrase"}
    )
    assert client.get(reverse("profile")).status_code == 302
    client.post(reverse("account_login"), {"login": "alice@example.org", "password": PASSWORD})
    assert client.get("/api/v1/me").json()["username"] == "alice"


def test_adding_an_address_says_the_same_when_another_has_it() -> None:
    create_login("marek", "marek@example.org", PASSWORD)
    answers = []
    for address in ("alice@example.org", "nobody@example.org"):
        client = Client()
        client.post(reverse("account_login"), {"login": "marek", "password": PASSWORD})
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        form = {"email": address, "action_add": "1"}
        answer = client.post(reverse("account_email"), form, follow=True)
        answers.append((answer.status_code, "error" in answer.content.decode()))
        User.objects.get(username="marek").emailaddress_set.filter(verified=False).delete()
        forget()
    assert answers == [(200, False), (200, False)]


def test_a_wrong_token_and_no_account_behind_it_are_one_answer_at_the_api() -> None:
    for text in ("bp_" + "x" * 43, "bp_", "alice", "x" * 5000):
        answer = Client().get("/api/v1/me", HTTP_AUTHORIZATION=f"Token {text}")
        assert (answer.status_code, answer.json()["code"]) == (401, "token_refused")
