"""Wrong passwords: a guesser is stopped, and the owner of the login is not."""

from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.known_browser import COOKIE
from accounts.login_throttle import bounds, take
from accounts.models import User
from accounts.services.logins import create_login
from tests.keeping import forget
from web.requests import network_of

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"
ATTACKER, OWNER = "203.0.113.9", "198.51.100.7"
STOPPED = "Too many wrong passwords"


@pytest.fixture(autouse=True)
def alice(monkeypatch: pytest.MonkeyPatch) -> User:
    """The clock stands still, so that no stretch of counting ends in the middle of a test."""
    now = timezone.now().replace(minute=1, second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    forget()
    return create_login("alice", "alice@example.org", PASSWORD)


def tries(client: Client, password: str, address: str, login: str = "alice") -> Any:
    data = {"login": login, "password": password}
    return client.post(reverse("account_login"), data, REMOTE_ADDR=address)


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me").status_code == 200


def guess_from(address: str, times: int) -> None:
    """As many wrong passwords as the page would let pass, counted as it counts them."""
    for _n in range(times):
        take(bounds(network_of(address), "alice", None), timezone.now())


def test_a_guesser_is_stopped_even_with_the_right_password() -> None:
    answers = [tries(Client(), "wrong", ATTACKER).content.decode() for _n in range(9)]
    assert [STOPPED in answer for answer in answers] == [False] * 8 + [True]
    client = Client()
    assert STOPPED in tries(client, PASSWORD, ATTACKER).content.decode()
    assert not is_in(client)


def test_the_owner_gets_in_from_another_address_meanwhile() -> None:
    guess_from(ATTACKER, 30)
    client = Client()
    tries(client, PASSWORD, OWNER)
    assert is_in(client)


def test_the_owner_gets_in_from_the_guessers_own_address_with_a_browser_that_is_known() -> None:
    browser = Client()
    tries(browser, PASSWORD, ATTACKER)
    browser.post(reverse("account_logout"))
    guess_from(ATTACKER, 30)
    tries(browser, PASSWORD, ATTACKER)
    assert is_in(browser)


def test_many_addresses_close_a_login_for_new_browsers_but_not_for_known_ones() -> None:
    client = Client()
    tries(client, PASSWORD, OWNER)
    client.post(reverse("account_logout"))
    for n in range(9):
        guess_from(f"203.0.113.{n + 1}", 7)
    stranger = Client()
    assert STOPPED in tries(stranger, PASSWORD, OWNER).content.decode()
    tries(client, PASSWORD, OWNER)
    assert is_in(client)


def test_a_reset_by_mail_is_a_way_in_that_nobody_can_close(mailoutbox: list[Any]) -> None:
    for n in range(9):
        guess_from(f"203.0.113.{n + 1}", 7)
    for n in range(8):
        Client().post(
            reverse("account_reset_password"),
            {"email": "alice@example.org"},
            REMOTE_ADDR=f"203.0.113.{n + 1}",
        )
    assert len(mailoutbox) == 5
    owner = Client()
    link = mailoutbox[0].body.partition("http://")[2].split()[0].partition("/")[2]
    page = owner.get("/" + link, follow=True, REMOTE_ADDR=OWNER)
    new = {"password1": "a newer pass phrase", "password2": "a newer pass phrase"}
    owner.post(page.redirect_chain[-1][0], new, REMOTE_ADDR=OWNER)
    assert is_in(owner)
    owner.post(reverse("account_logout"))
    tries(owner, "a newer pass phrase", OWNER)
    assert is_in(owner)


def test_one_letter_too_many_is_answered_as_the_first_is(mailoutbox: list[Any]) -> None:
    answers = {
        (answer.status_code, answer["Location"])
        for _n in range(7)
        for answer in [
            Client().post(reverse("account_reset_password"), {"email": "alice@example.org"})
        ]
    }
    assert len(answers) == 1
    assert len(mailoutbox) == 5


def test_a_known_browser_may_not_guess_on_for_ever() -> None:
    browser = Client()
    tries(browser, PASSWORD, OWNER)
    browser.post(reverse("account_logout"))
    for _n in range(9):
        answer = tries(browser, "wrong", OWNER)
    assert STOPPED in answer.content.decode()


def test_ones_own_known_browser_does_not_help_to_guess_at_another() -> None:
    create_login("mallory", "mallory@example.org", PASSWORD)
    browser = Client()
    tries(browser, PASSWORD, ATTACKER, "mallory")
    browser.post(reverse("account_logout"))
    for _n in range(9):
        answer = tries(browser, "wrong", ATTACKER)
    assert STOPPED in answer.content.decode()
    assert STOPPED in tries(Client(), PASSWORD, ATTACKER).content.decode()


@pytest.mark.parametrize("forged", ["x", "", "WyJhIixbImIiXV0:1a2b3c:zzzz", "e30:1:1"])
def test_a_forged_cookie_makes_no_browser_known(forged: str) -> None:
    guess_from(ATTACKER, 9)
    browser = Client()
    browser.cookies[COOKIE] = forged
    assert STOPPED in tries(browser, PASSWORD, ATTACKER).content.decode()


def test_the_cookie_of_a_known_browser_is_closed_to_scripts_and_names_nobody(alice: User) -> None:
    browser = Client()
    cookie = tries(browser, PASSWORD, OWNER).cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert bool(cookie["secure"]) == site_settings.SECURE
    assert "alice" not in cookie.value


def test_right_passwords_are_never_counted() -> None:
    for _n in range(9):
        client = Client()
        tries(client, PASSWORD, OWNER)
        assert client.session["_auth_user_id"]


def test_an_address_in_front_of_the_proxy_cannot_be_made_up(settings: Settings) -> None:
    """Only the entry that our own proxy appended counts: whatever the client sent stands before it."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    def guess(n: int, password: str) -> str:
        spoofed = f"10.0.0.{n}, {ATTACKER}"
        data = {"login": "alice", "password": password}
        address = {"REMOTE_ADDR": "172.18.0.2", "HTTP_X_FORWARDED_FOR": spoofed}
        return Client().post(reverse("account_login"), data, **address).content.decode()

    assert STOPPED in [guess(n, "wrong") for n in range(9)][-1]
    assert STOPPED in guess(99, PASSWORD)


def test_without_a_proxy_the_header_is_not_believed() -> None:
    for n in range(9):
        data = {"login": "alice", "password": "wrong"}
        answer = Client().post(
            reverse("account_login"),
            data,
            REMOTE_ADDR=ATTACKER,
            HTTP_X_FORWARDED_FOR=f"10.0.0.{n}",
        )
    assert STOPPED in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_a_customer_of_ipv6_is_one_network(address: str, network: str) -> None:
    assert network_of(address) == network
