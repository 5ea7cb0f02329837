"""An account of one's own, made for the purpose, gives no more guesses at somebody else's password."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.access import raise_access
from accounts.services.logins import create_login
from tests.keeping import forget

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"
OWN = "the guesser's own phrase"
STOPPED = "Too many wrong passwords"
ATTACKER = "203.0.113.9"
VICTIM = "alice@example.org"


@pytest.fixture(autouse=True)
def alice(monkeypatch: pytest.MonkeyPatch) -> User:
    now = timezone.now().replace(minute=1, second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    forget()
    return create_login("alice", VICTIM, PASSWORD)


def log_in(client: Client, login: str, password: str) -> str:
    data = {"login": login, "password": password}
    answer = client.post(reverse("account_login"), data, REMOTE_ADDR=ATTACKER)
    return answer.content.decode()


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me").status_code == 200


def new_browser(username: str) -> Client:
    """A cookie jar in which only the guesser's own right password was typed, which no bound counts."""
    client = Client()
    log_in(client, username, OWN)
    assert is_in(client)
    client.post(reverse("account_logout"))
    return client


def guesses_looked_at(username: str, login: str, browsers: int = 2, each: int = 9) -> int:
    """How many wrong passwords for this login are compared with the right one."""
    return sum(
        STOPPED not in log_in(client, login, "wrong")
        for client in (new_browser(username) for _ in range(browsers))
        for _ in range(each)
    )


@pytest.mark.parametrize(
    ("username", "email"),
    [("mallory", VICTIM), (VICTIM, "mallory@example.org")],
    ids=["an unproven address", "a user name that is an address"],
)
@pytest.mark.parametrize("owner_is_verified", [True, False])
def test_an_account_that_shares_the_login_makes_no_browser_known(
    alice: User, username: str, email: str, owner_is_verified: bool
) -> None:
    EmailAddress.objects.filter(user=alice).update(verified=owner_is_verified)
    create_login(username, email, OWN, verified=email != VICTIM)
    own_login = "mallory" if username == "mallory" else email
    assert guesses_looked_at(own_login, VICTIM) == 8
    assert STOPPED in log_in(new_browser(own_login), VICTIM, PASSWORD)


def test_an_unproven_address_counts_alike_whether_somebody_else_has_it_or_not() -> None:
    """Else the count would tell who is registered here."""
    create_login("mallory", VICTIM, OWN, verified=False)
    create_login("marvin", "nobody@example.org", OWN, verified=False)
    taken = guesses_looked_at("mallory", VICTIM)
    forget()
    assert guesses_looked_at("marvin", "nobody@example.org") == taken


def test_known_browsers_of_one_user_share_a_bound() -> None:
    create_login("mallory", "mallory@example.org", OWN)
    assert guesses_looked_at("mallory", "mallory", browsers=4) == 8


def test_a_proven_address_is_known_in_its_owners_browser_and_an_unproven_copy_changes_nothing() -> (
    None
):
    browser = Client()
    log_in(browser, VICTIM, PASSWORD)
    browser.post(reverse("account_logout"))
    create_login("mallory", VICTIM, OWN, verified=False)
    for _ in range(9):
        log_in(Client(), VICTIM, "wrong")
    log_in(browser, VICTIM, PASSWORD)
    assert is_in(browser)


def test_a_browser_is_known_no_longer_once_all_others_were_logged_out(alice: User) -> None:
    browser = Client()
    log_in(browser, "alice", PASSWORD)
    browser.post(reverse("account_logout"))
    raise_access(alice)
    for _ in range(9):
        log_in(Client(), "alice", "wrong")
    assert STOPPED in log_in(browser, "alice", PASSWORD)


@pytest.fixture
def mallory() -> Client:
    create_login("mallory", VICTIM, OWN, verified=False)
    client = Client()
    log_in(client, "mallory", OWN)
    return client


def test_showing_ones_password_again_looks_at_nobody_elses(
    mallory: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    check = User.check_password

    def watched(user: User, password: str) -> bool:
        asked.append(user.pk)
        return check(user, password)

    monkeypatch.setattr(User, "check_password", watched)
    answers = [again(mallory, PASSWORD) for _ in range(9)]
    assert set(asked) == {User.objects.get(username="mallory").pk}
    assert [STOPPED in answer for answer in answers] == [False] * 8 + [True]


def again(client: Client, password: str) -> Any:
    address = reverse("account_reauthenticate")
    return client.post(address, {"password": password}, REMOTE_ADDR=ATTACKER).content.decode()


def test_the_administration_asks_for_no_password_of_its_own() -> None:
    answer = Client().post("/admin/login/", {"username": "alice", "password": PASSWORD})
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_login"))


def test_the_api_takes_no_passwords(client: Client) -> None:
    from base64 import b64encode

    basic = "Basic " + b64encode(f"alice:{PASSWORD}".encode()).decode()
    assert client.get("/api/v1/me", HTTP_AUTHORIZATION=basic).status_code == 401


def test_letters_to_one_address_are_counted_together_however_it_is_written(mailoutbox: Any) -> None:
    create_login("mallory", VICTIM, OWN, verified=False)
    for written in (VICTIM, VICTIM.upper(), " " + VICTIM + " ", "Alice@Example.org") * 3:
        Client().post(reverse("account_reset_password"), {"email": written})
    assert len(mailoutbox) == 5
